/** The sample schedules are in form and in substance what they say: each body is answered by its analysis. */

import t from 'tap'
import Type from 'typebox'
import { Check } from 'typebox/value'
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { Fixture, FixtureList } from '../../../../shared/contract/endpoint/data/sandbox-data.ts'
import { CLAIM_EVENTS, CLAIM_UPDATES } from '../../../../shared/contract/endpoint/examples/claim.ts'
import { FOOTBRIDGE } from '../../../../shared/contract/endpoint/examples/footbridge.ts'
import { SANDBOX_PATH, sandboxPath } from '../../../../shared/contract/endpoint/paths.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('professional')
const get = (path: string) => service.call(path, { key })

const { json: listed } = await get(SANDBOX_PATH)
const all: { name: string; path: string; task_count: number; analyses: string[] }[] = listed.fixtures
const files = all.filter(({ name }) => name.includes('.'))
const fixtures = all.filter(fixture => !files.includes(fixture))

t.test('the list names every sample with its path and a body for each of the 14 analyses', async t => {
  t.ok(Check(FixtureList, listed))
  t.strictSame(
    fixtures.map(({ name, task_count }) => [name, task_count]),
    [
      ['four-tasks', 4],
      ['footbridge', FOOTBRIDGE.length],
      ['footbridge-claim', FOOTBRIDGE.length],
    ],
  )
  for (const { name, path, analyses: ids } of fixtures) {
    t.equal(path, sandboxPath(name))
    t.strictSame([...ids].sort(), analyses.map(({ id }) => id).sort())
  }
})

t.test('a project file comes as it is, and is answered by each analysis that the list names for it', async t => {
  t.strictSame(
    files.map(({ name, task_count }) => [name, task_count]),
    [['update.xer', 19], ...CLAIM_UPDATES.map(({ name }) => [name, FOOTBRIDGE.length])],
  )
  const events = await get(sandboxPath('footbridge-claim-events.json'))
  t.strictSame(events.json, { delay_events: CLAIM_EVENTS })
  // one of the claim is enough here: all four are read by the tests of the command line
  for (const { path, task_count, analyses: ids } of files.slice(0, 2)) {
    const { status, headers, bytes } = await get(path)
    t.equal(status, 200)
    t.equal(headers['content-type'], 'application/xer')
    t.ok(ids.length > 0)
    for (const id of ids) {
      const row = analyses.find(each => each.id === id)!
      const reply = await service.call(row.path, { key, body: bytes, headers: { 'content-type': 'application/xer' } })
      t.equal(reply.json.metadata?.task_count, task_count, `${id} ${JSON.stringify(reply.json.detail ?? '')}`)
    }
  }
})

t.test('each body is answered by its analysis, without a field that nobody reads', async t => {
  for (const { path } of fixtures) {
    const { status, json } = await get(path)
    t.equal(status, 200)
    t.ok(Check(Type.Required(Fixture), json))
    for (const { analysis, path: target, body } of json.requests) {
      const row = analyses.find(({ id }) => id === analysis)!
      t.equal(target, row.path)
      const reply = await service.call(target, { key, body })
      t.equal(reply.status, row.pending ? 501 : 200, `${path} ${analysis} ${JSON.stringify(reply.json.detail ?? '')}`)
      if (!row.pending) t.strictSame(reply.json.metadata.ignored_fields, [], analysis)
    }
  }
})

t.test('with ?analysis= the answer is that body alone', async t => {
  const { json } = await get(`${sandboxPath('footbridge')}?analysis=analysis.cpm`)
  const { status, json: reply } = await service.call('/api/v1/analysis/cpm', { key, body: json })
  t.equal(status, 200)
  t.equal(reply.data.project_duration_days, 91)
})

t.test('the plan of the footbridge is the one its logic gives: planned dates are early dates', async t => {
  const { json: body } = await get(`${sandboxPath('footbridge')}?analysis=analysis.cpm`)
  const { json } = await service.call('/api/v1/analysis/cpm', { key, body })
  const early = new Map(json.data.tasks.map((task: { id: string }) => [task.id, task]))
  for (const { id, task_type, planned_start, planned_finish } of body.tasks) {
    if (task_type === 'summary') continue
    t.match(early.get(id), { early_start_date: planned_start, early_finish_date: planned_finish }, id)
  }
})

t.test('the claim: each method finds 5 days of the owner, 2 of the storm, 2 of the contractor, 2 won back', async t => {
  const bodyOf = async (id: string) => (await get(`${sandboxPath('footbridge-claim')}?analysis=${id}`)).json
  const answer = async (id: string) => {
    const { path } = analyses.find(row => row.id === id)!
    return (await service.call(path, { key, body: await bodyOf(id) })).json.data
  }
  const whole = (days: number): number => Math.round(days * 10) / 10
  const delay = await answer('forensics.delay-analysis')
  t.same([delay.windows.length, delay.total_delay_days], [4, 7])
  t.same(
    delay.event_days.events.map(({ held_days }: { held_days: number }) => whole(held_days)),
    [5, 2, 2],
  )
  t.equal(whole(delay.recovery_days), -2)
  t.equal(delay.event_days.outside.held_days, 0)
  const impact = await answer('forensics.time-impact')
  t.same(
    impact.events.map(({ moves_working_days }: { moves_working_days: number }) => whole(moves_working_days)),
    [5, 2, 2],
  )
  const collapsed = await answer('forensics.collapsed-as-built')
  t.match(collapsed.by_party_working_days, { owner: 5, contractor: 2, neutral: 2 })
  const body = await bodyOf('forensics.delay-analysis')
  const report = await service.call('/api/v1/reports?kind=claim', { key, body })
  t.match(report.bytes.toString(), 'Letter 21 of the owner, approval', 'its body is one of a claim report, too')
})

t.test(
  'unknown samples and analyses are 404, odd ones 422; demo keys read them, callers without a key do not',
  async t => {
    t.match(await get(sandboxPath('nope')), { status: 404, json: { code: 'fixture_not_found' } })
    t.equal((await get(`${sandboxPath('footbridge')}?analysis=health.nope`)).status, 404)
    t.equal((await get(`${sandboxPath('footbridge')}?analysis=toString`)).status, 422)
    const demo = await service.key('demo')
    for (const path of [SANDBOX_PATH, sandboxPath('footbridge')]) {
      t.equal((await service.call(path, { key: demo })).status, 200)
      t.equal((await service.call(path)).status, 401)
    }
  },
)

/** What a kept schedule is named for answers like the schedule sent along, byte for byte, in every analysis (the call's own id and time apart). */
import t, { type Test } from 'tap'
import { analyses } from '../../../shared/contract/analysis/analyses.ts'
import { asyncPath } from '../../../shared/contract/endpoint/analysis-row.ts'
import { FIXTURES } from '../../sandbox/fixtures.ts'
import { MSPDI, XER } from '../helpers/forms.ts'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { AS_FILE, form, keep, sameReply } from '../helpers/schedules.ts'
import { type Answer, startService } from '../helpers/service.ts'

type Json = Record<string, unknown>

const service = await startService(t)
const key = await service.key('government')

/** What is told of a container beside its tasks and travels with them when they are kept. */
const KEPT_MEMBERS: readonly string[] = [
  'tasks',
  'calendars',
  'default_calendar_id',
  'project_start',
  'scheduling_options',
]
const [FOOTBRIDGE] = FIXTURES.filter(({ name }) => name === 'footbridge')

/** The container with its tasks kept, and named; what else it says stays. */
async function named(container: Json): Promise<Json> {
  const isKept = (name: string): boolean => KEPT_MEMBERS.includes(name)
  const pick = (want: boolean): Json =>
    Object.fromEntries(Object.entries(container).filter(([name]) => isKept(name) === want))
  const schedule_id = await keep(service, { key, body: pick(true) })
  return Object.fromEntries([
    ...Object.entries(container).flatMap(([name, value]) =>
      name === 'tasks' ? [['schedule_id', schedule_id]] : isKept(name) ? [] : [[name, value]],
    ),
  ])
}

/** The request with every schedule named, or with every second one. */
async function namedIn(body: Json, everySecond = false): Promise<Json> {
  let count = 0
  const visit = async (value: unknown): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map(visit))
    if (typeof value !== 'object' || value === null) return value
    const object = value as Json
    const hasTasks = Array.isArray(object.tasks)
    const isNamed = hasTasks && (!everySecond || count++ % 2 === 0)
    const made = isNamed ? await named(object) : object
    const entries: [string, unknown][] = []
    for (const [name, inner] of Object.entries(made))
      entries.push([name, name === 'tasks' ? inner : await visit(inner)])
    return Object.fromEntries(entries)
  }
  return (await visit(body)) as Json
}

const alike = (t: Test, sent: Answer, byName: Answer, what: string): void => {
  t.equal(byName.status, 200, `${what}: ${JSON.stringify(byName.json.detail ?? '')}`)
  t.equal(sameReply(byName), sameReply(sent), what)
}

for (const row of analyses) {
  t.test(`${row.id}: all schedules named, or some of them`, async t => {
    const body = FOOTBRIDGE!.requests[row.id] as Json
    const sent = await service.call(row.path, { key, body })
    alike(t, sent, await service.call(row.path, { key, body: await namedIn(body) }), 'all')
    alike(t, sent, await service.call(row.path, { key, body: await namedIn(body, true) }), 'some')
  })
}

t.test('project files: one named alone, and several named or sent beside each other', async t => {
  const files = [XER, MSPDI]
  const ids = await Promise.all(files.map(body => keep(service, { key, body, headers: AS_FILE })))
  const CPM = '/api/v1/analysis/cpm'
  for (const [n, body] of files.entries())
    alike(
      t,
      await service.call(CPM, { key, body, headers: AS_FILE }),
      await service.call(CPM, { key, body: { schedule_id: ids[n] } }),
      `file ${n}`,
    )
  const COMPARE = '/api/v1/forensics/baseline-compare'
  const both = form({ name: 'baseline_schedule', bytes: XER }, { name: 'current_schedule', bytes: XER })
  const sent = await service.call(COMPARE, { key, ...both })
  const [schedule_id] = ids
  const body = { baseline_schedule: { schedule_id }, current_schedule: { schedule_id } }
  alike(t, sent, await service.call(COMPARE, { key, body }), 'both named')
  const mixed = form(
    { name: 'baseline_schedule', bytes: XER },
    { name: 'current_schedule', bytes: JSON.stringify({ schedule_id }) },
  )
  alike(t, sent, await service.call(COMPARE, { key, ...mixed }), 'a file beside a name')
  const part = form(
    { name: 'baseline_schedule', bytes: XER },
    { name: 'current_schedule.schedule_id', bytes: String(schedule_id) },
  )
  alike(t, sent, await service.call(COMPARE, { key, ...part }), 'a name as a part of its own')
})

t.test('as jobs: the frame holds what the names stood for, also when they are gone before it runs', async t => {
  const rows = analyses.filter(({ id }) => ['analysis.cpm', 'forensics.delay-analysis', 'health.score'].includes(id))
  const jobs = []
  for (const row of rows) {
    const body = FOOTBRIDGE!.requests[row.id] as Json
    for (const sent of [body, await namedIn(body)]) jobs.push(await submitted(service, row.path, { key, body: sent }))
    t.match(asyncPath(row), row.path)
  }
  const { json } = await service.call('/api/v1/schedules?limit=100', { key })
  for (const { schedule_id } of json.schedules)
    await service.call(`/api/v1/schedules/${schedule_id}`, { key, method: 'DELETE' })
  await startNode(t, service)
  const results = []
  for (const job of jobs)
    results.push(sameReply({ json: (await ended(service, key, jobPath(job))).json.result } as Answer))
  for (const [n, row] of rows.entries()) t.equal(results[2 * n + 1], results[2 * n], row.id)
})

t.test('unknown members of a body are reported for a kept schedule, too', async t => {
  const body = { tasks: [{ id: 'A', duration_days: 3, colour: 'red', duration: 2 }], calender: 'auto' }
  const schedule_id = await keep(service, { key, body })
  const CPM = '/api/v1/analysis/cpm'
  alike(
    t,
    await service.call(CPM, { key, body }),
    await service.call(CPM, { key, body: { schedule_id } }),
    'ignored fields',
  )
})

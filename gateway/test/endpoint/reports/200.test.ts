import { decode } from 'msgpackr'
import t from 'tap'
import { until } from '../../../../shared/test/until.ts'
import { FIXTURES } from '../../../sandbox/fixtures.ts'
import { form, XER } from '../../helpers/forms.ts'
import { chain, FOUR_TASKS } from '../../helpers/networks.ts'
import { keep } from '../../helpers/schedules.ts'
import { startService } from '../../helpers/service.ts'

const REPORTS = '/api/v1/reports'
const JSON_TYPE = { accept: 'application/json' }
const service = await startService(t)
const key = await service.key('enterprise')
const body = { tasks: FOUR_TASKS, status_date: '2026-03-02' }
const { requests } = FIXTURES.find(({ name }) => name === 'footbridge')!

t.test('200: HTML unless JSON or msgpack is wanted more', async t => {
  const { status, headers, bytes } = await service.call(REPORTS, { key, body })
  t.equal(status, 200)
  t.equal(headers['content-type'], 'text/html; charset=utf-8')
  t.equal(headers['content-disposition'], 'inline; filename="report.html"')
  t.match(
    headers['content-security-policy'],
    /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors 'none'$/,
  )
  t.match(bytes.toString(), /^<!doctype html>[\s\S]*<\/html>\n$/)
  const { json } = await service.call(REPORTS, { key, body, headers: JSON_TYPE })
  t.equal(json.metadata.endpoint, REPORTS)
  const packed = await service.call(REPORTS, { key, body, headers: { accept: 'application/msgpack' } })
  t.same(decode(packed.bytes).data, json.data)
})

t.test('200: each result is that of the call of its analysis', async t => {
  const { json } = await service.call(`${REPORTS}?analyses=analysis/cpm,score`, { key, body, headers: JSON_TYPE })
  t.same(Object.keys(json.data.results), ['analysis.cpm', 'health.score'])
  for (const id of ['analysis.cpm', 'health.score'] as const) {
    const single = await service.call(`/api/v1/${id.replace('.', '/')}`, {
      key,
      body: id === 'analysis.cpm' ? { ...body, options: { include_curves: true } } : body,
    })
    const { endpoint: _, request_id: __, processing_time_ms: ___, ...metadata } = single.json.metadata
    t.same(json.data.results[id], { ...single.json, metadata }, id)
  }
})

t.test('200: a project file, a form with a baseline, and kept schedules', async t => {
  const asFile = { 'content-type': 'application/octet-stream', ...JSON_TYPE }
  const bare = await service.call(`${REPORTS}?analyses=cpm,progress-audit`, { key, body: XER, headers: asFile })
  t.same(
    Object.keys(bare.json.data.results),
    ['analysis.cpm', 'health.progress-audit'],
    'with the data date of the file',
  )
  t.match(bare.json.data.results['analysis.cpm'].metadata.import, [{ path: 'tasks', format: 'xer' }])
  const sent = form({ name: 'schedule', bytes: XER }, { name: 'baseline_schedule', bytes: XER })
  const both = await service.call(`${REPORTS}?analyses=baseline-compare`, {
    key,
    ...sent,
    headers: { ...sent.headers, ...JSON_TYPE },
  })
  t.match(
    both.json.data?.analyses,
    [{ analysis: 'forensics.baseline-compare', code: null }],
    both.bytes.toString().slice(0, 400),
  )
  const imports = both.json.data.results['forensics.baseline-compare'].metadata.import
  t.same(
    imports.map(({ path }: { path: string }) => path),
    ['current_schedule.tasks', 'baseline_schedule.tasks'],
  )
  const scheduleId = await keep(service, { key, body })
  const kept = await service.call(`${REPORTS}?analyses=cpm`, {
    key,
    body: { schedule_id: scheduleId },
    headers: JSON_TYPE,
  })
  const plain = await service.call(`${REPORTS}?analyses=cpm`, { key, body, headers: JSON_TYPE })
  t.same(kept.json.data, plain.json.data)
})

t.test('200: all analyses of the sample, as one page', async t => {
  const { current_schedule, baseline_schedule, schedule_history } = requests[
    'forensics.as-planned-vs-as-built'
  ] as never
  const all = { current_schedule, baseline_schedule, schedule_history }
  const names =
    'score,logic-audit,progress-audit,dcma-14-point,dcma-decm,planning-horizon,schedule-risk-index,validate,cpm,resources,delay-analysis,change-tracking,baseline-compare,as-planned-vs-as-built'
  const { status, bytes } = await service.call(`${REPORTS}?analyses=${names}`, { key, body: all })
  t.equal(status, 200)
  t.equal(bytes.toString().match(/<article class="analysis"/g)?.length, 14)
})

t.test('each analysis takes a unit of the month, one that could not be made none', async t => {
  const own = await service.key('starter')
  const left = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const before = await left()
  await service.call(REPORTS, { key: own, body })
  t.equal(await left(), before - 5)
  await service.call(`${REPORTS}?analyses=cpm,score,baseline-compare`, { key: own, body })
  await until('the unit that nothing was made for is given back', async () => (await left()) === before - 7)
  t.equal((await service.call(`${REPORTS}?analyses=baseline-compare`, { key: own, body })).status, 422)
  t.equal((await service.call(`${REPORTS}?analyses=cpm,none`, { key: own, body })).status, 422)
  await until('those of refused calls are given back', async () => (await left()) === before - 7)
  const usage = await service.call('/api/v1/account/usage', { key: own })
  t.match(JSON.stringify(usage.json), /reports\.create/)
})

t.test('units charged are analyses made, whatever the form and size of the answer', async () => {
  const own = await service.key('professional')
  const left = async (): Promise<number> =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  let expected = await left()
  const forms = ['text/html', 'application/json', 'application/msgpack']
  const bodies = [body, { ...body, tasks: chain(400) }]
  for (const accept of forms) {
    for (const sent of bodies) {
      for (const [analyses, made] of [
        ['cpm,score,baseline-compare', 2],
        ['cpm,score,validate,logic-audit,delay-analysis', 4],
        ['cpm', 1],
      ] as const) {
        await service.call(`${REPORTS}?analyses=${analyses}`, { key: own, body: sent, headers: { accept } })
        expected -= made
      }
    }
  }
  await until('each call has taken what it made', async () => (await left()) === expected)
})

t.test('the window counts each analysis, and the answer says what is left', async t => {
  const own = await service.key('free', { callsPerWindow: 12 })
  const { headers } = await service.call(REPORTS, { key: own, body })
  t.equal(headers['x-ratelimit-remaining'], '7')
  await service.call(REPORTS, { key: own, body })
  t.equal((await service.call(REPORTS, { key: own, body })).status, 429)
})

t.test('names of tasks are texts', async t => {
  const tasks = [...chain(3), { id: 'X', name: '</style><script>alert(1)</script>', duration_days: 2 }]
  const page = (await service.call(REPORTS, { key, body: { ...body, tasks } })).bytes.toString()
  t.notMatch(page, /<script/i)
  t.match(page, /&lt;script&gt;alert\(1\)/)
})

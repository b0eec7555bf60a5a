import t from 'tap'
import { SUB_METRICS } from '../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import { until } from '../../../../shared/test/until.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { chain } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const REPORTS = '/api/v1/reports'
const service = await startService(t)
await startNode(t, service)
const key = await service.key('enterprise')
const body = { tasks: chain(40), status_date: '2026-03-02' }

t.test('202: the report as a job, with the same result, as JSON and as HTML', async t => {
  const query = '?analyses=cpm,score,baseline-compare'
  const answer = await service.call(`${REPORTS}/async${query}`, { key, body })
  t.equal(answer.status, 202, answer.bytes.toString())
  const location = jobPath(answer)
  t.match((await ended(service, key, location)).json, { status: 'completed', endpoint: REPORTS })
  const ofJob = await service.call(`${location}/result`, { key })
  const ofCall = await service.call(REPORTS + query, { key, body, headers: { accept: 'application/json' } })
  const withoutReply = ({
    metadata: { request_id: _, processing_time_ms: __, ...facts },
    ...rest
  }: typeof ofJob.json) => ({
    ...rest,
    facts,
  })
  t.same(withoutReply(ofJob.json), withoutReply(ofCall.json))
  const html = { accept: 'text/html' }
  const page = await service.call(`${location}/result`, { key, headers: html })
  t.equal(page.headers['content-type'], 'text/html; charset=utf-8')
  t.ok(page.bytes.equals((await service.call(REPORTS + query, { key, body })).bytes))
})

t.test('202: the same Idempotency-Key is the same job, and costs no more', async t => {
  const own = await service.key('starter')
  const left = async () =>
    (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
  const before = await left()
  const headers = { 'idempotency-key': 'my-report' }
  const first = await submitted(service, REPORTS, { key: own, body, headers })
  const again = await submitted(service, REPORTS, { key: own, body, headers })
  t.equal(again.headers['idempotent-replayed'], 'true')
  t.equal(jobPath(again), jobPath(first))
  t.equal(await left(), before - 5)
  const other = await service.call(`${REPORTS}/async?analyses=cpm`, { key: own, body, headers })
  t.match([other.status, other.json.code], [422, 'idempotency_reused'], 'other analyses are another report')
  t.equal(await left(), before - 5)
})

t.test('422: a job of which nothing can be made is not accepted, with the reasons of the call', async t => {
  const answer = await service.call(`${REPORTS}/async?analyses=baseline-compare`, { key, body })
  const ofCall = await service.call(`${REPORTS}?analyses=baseline-compare`, { key, body })
  t.match([answer.status, answer.json.code], [422, 'validation'])
  t.same(answer.json.detail, ofCall.json.detail)
})

t.test('units charged are analyses made, of a call and of a job', async t => {
  const days = (count: number) => [{ id: 'A', duration_days: count, resources: ['crew'] }]
  const none = Object.fromEntries(SUB_METRICS.map(name => [name, 0]))
  const ofResources = { 'analysis.resources': { period_size_days: 1 } }
  const ofRisk = (weights: object) => ({ 'health.schedule-risk-index': { baseline_weight_override: weights } })
  const bodies: Record<string, [isRefused: boolean, sent: object]> = {
    'more periods than an answer may have': [true, { tasks: days(5_001), options: ofResources }],
    'as many as it may have': [false, { tasks: days(5_000), options: ofResources }],
    'no sub-metric with a weight': [true, { tasks: days(5), options: ofRisk(none) }],
    'a single one without': [false, { tasks: days(5), options: ofRisk({ logic_risk: 0 }) }],
  }
  const query = '?analyses=cpm,resources,schedule-risk-index'
  for (const [what, [isRefused, sent]] of Object.entries(bodies)) {
    const own = await service.key('starter')
    const left = async (): Promise<number> =>
      (await service.call('/api/v1/account/tier', { key: own })).json.limits.monthly_calls_remaining
    const before = await left()
    const answer = await service.call(`${REPORTS}/async${query}`, { key: own, body: sent })
    t.equal(answer.status, 202, answer.bytes.toString())
    const location = jobPath(answer)
    await ended(service, own, location)
    const { json } = await service.call(`${location}/result`, { key: own })
    const made = Object.keys(json.data.results).length
    t.equal(made, isRefused ? 2 : 3, what)
    await until(`a job of ${what}: a unit for each analysis`, async () => (await left()) === before - made)
    await service.call(REPORTS + query, { key: own, body: sent })
    await until(`a call of ${what}: the same`, async () => (await left()) === before - 2 * made)
  }
})

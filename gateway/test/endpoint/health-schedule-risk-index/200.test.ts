import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { bothWays, startNode } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/schedule-risk-index'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI has an index of 44.7 and a score of 55.3 over the wire, with drivers and breakdown', async t => {
  const { status, json } = await call({ tasks: MINI, status_date: MINI_STATUS_DATE })
  t.equal(status, 200)
  t.match(json, { status: 'critical', score: 55.3, grade: 'F', metadata: { task_count: 7, endpoint: PATH } })
  t.match(json.data, { risk_index: 44.7, band: 'elevated', sub_metrics: [{ name: 'logic_risk', risk: 80 }] })
  t.equal(json.data.risk_drivers[0].id, 'T4')
  t.strictSame(json.breakdown.logic_risk, { score: 20, weight: 0.25, label: 'Logic risk' })
})

t.test('a tolerant row: a cycle is answered, unknown sub-metrics and bad weights are refused', async t => {
  const cyclic = await call({
    tasks: [
      { id: 'A', percent_complete: 150, predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
  })
  t.match(cyclic, { status: 200, json: { score: 0, data: { risk_index: 100 }, findings: [{ code: 'GATE_CYCLE' }] } })
  const list = await call({ tasks: MINI, options: { sub_metrics: ['logic-risk', 'float_risk'] } })
  t.strictSame([list.status, list.json.data.risk_index], [200, 61.9])
  const refused = async (options: object, loc: (string | number)[]) => {
    const { status, json } = await call({ tasks: MINI, options })
    t.strictSame([status, json.detail[0].loc], [422, ['body', 'options', ...loc]])
  }
  await refused({ sub_metrics: 'odd' }, ['sub_metrics'])
  await refused({ baseline_weight_override: { logic_risk: -1 } }, ['baseline_weight_override', 'logic_risk'])
  await refused({ baseline_weight_override: { odd: 1 } }, ['baseline_weight_override', 'odd'])
  await refused({ near_critical_float_threshold: -1 }, ['near_critical_float_threshold'])
  await refused({ fields: ['nope'] }, ['fields', 0])
})

t.test('a job gives the same result as the call', async t => {
  await startNode(t, service)
  const starter = await service.key('starter')
  const body = { tasks: MINI, status_date: MINI_STATUS_DATE }
  const { job, result, direct } = await bothWays(service, PATH, { key: starter, body })
  t.match(job, { status: 'completed', result: { score: 55.3 } })
  t.strictSame(result, direct)
})

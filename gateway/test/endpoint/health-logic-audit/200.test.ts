import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { bothWays, startNode } from '../../helpers/jobs.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/logic-audit'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI scores 58.3 over the wire, with components, observations and examples', async t => {
  const { status, json } = await call({ tasks: MINI, status_date: MINI_STATUS_DATE, options: { max_examples: 1 } })
  t.equal(status, 200)
  t.match(json, { status: 'critical', score: 58.3, grade: 'F', metadata: { task_count: 7, endpoint: PATH } })
  t.strictSame([json.data.components.length, json.data.observations.length], [11, 7])
  t.strictSame(json.data.components[2].examples, [{ id: 'T5', predecessor_id: 'T3', type: 'FS', lag_days: -2 }])
})

t.test('a tolerant row: a cycle is answered, unknown words and options out of range are refused', async t => {
  const cyclic = await call({
    tasks: [
      { id: 'A', percent_complete: 150, predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
  })
  t.match(cyclic, { status: 200, json: { status: 'critical', findings: [{ code: 'GATE_CYCLE' }] } })
  t.equal((await call({ tasks: MINI, options: { max_examples: 1001 } })).status, 422)
  t.equal((await call({ tasks: MINI, options: { exclude_task_types: ['odd'] } })).status, 422)
  t.equal((await call({ tasks: MINI, options: { include_details: 'yes' } })).status, 422)
  const sparse = await call({ tasks: MINI, options: { fields: ['network'] } })
  t.strictSame(Object.keys(sparse.json.data), ['network'])
})

t.test('a job gives the same result as the call', async t => {
  await startNode(t, service)
  const starter = await service.key('starter')
  const body = { tasks: MINI, status_date: MINI_STATUS_DATE }
  const { job, result, direct } = await bothWays(service, PATH, { key: starter, body })
  t.match(job, { status: 'completed', result: { score: 58.3 } })
  t.strictSame(result, direct)
})

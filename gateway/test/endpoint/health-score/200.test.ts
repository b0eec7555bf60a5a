import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/score'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI scores 43.6 over the wire, with components, breakdown and metadata', async t => {
  const { status, json } = await call({
    tasks: MINI,
    status_date: MINI_STATUS_DATE,
    options: { include_details: true },
  })
  t.equal(status, 200)
  t.match(json, { status: 'critical', score: 43.6, grade: 'F', metadata: { task_count: 7, endpoint: PATH } })
  t.equal(json.data.components.length, 12)
  t.strictSame(json.data.components[0].task_ids, ['T4', 'M9'])
  t.strictSame(json.breakdown.leads, { score: 0, weight: 8, label: 'Leads' })
})

t.test('a tolerant row: cycles and percents out of range are answered, unknown words and fields refused', async t => {
  const cyclic = await call({
    tasks: [
      { id: 'A', duration_days: 1, percent_complete: 150, predecessors: ['B'] },
      { id: 'B', duration_days: 1, predecessors: ['A'] },
    ],
  })
  t.equal(cyclic.status, 200)
  t.equal(cyclic.json.data.components[7].numerator, 1)
  t.equal((await call({ tasks: [{ id: 'A', task_type: 'odd' }] })).status, 422)
  t.equal((await call({ tasks: MINI, options: { exclude_task_types: ['odd'] } })).status, 422)
  const unknown = await call({ tasks: MINI, options: { fields: ['components', 'nope'] } })
  t.match(unknown, { status: 422, json: { detail: [{ loc: ['body', 'options', 'fields', 1], type: 'enum' }] } })
  const sparse = await call({ tasks: MINI, options: { fields: ['weight_evaluated'] } })
  t.strictSame(sparse.json.data, { weight_evaluated: 91 })
})

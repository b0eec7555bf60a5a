import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/dcma-14-point'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI scores 23.1 over the wire, with checks, breakdown and metadata', async t => {
  const { status, json } = await call({
    tasks: MINI,
    status_date: MINI_STATUS_DATE,
    options: { include_details: true },
  })
  t.equal(status, 200)
  t.match(json, { status: 'critical', score: 23.1, grade: 'F', metadata: { task_count: 7, endpoint: PATH } })
  t.equal(json.data.checks.length, 14)
  t.strictSame(json.data.checks[0].task_ids, ['T4'])
  t.strictSame(json.breakdown['DCMA-12'], { score: 100, weight: 1, label: 'Critical path test' })
})

t.test('a tolerant row: cycles and percents out of range are answered, unknown words and fields refused', async t => {
  const cyclic = await call({
    tasks: [
      { id: 'A', percent_complete: 150, predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
  })
  t.equal(cyclic.status, 200)
  t.match(
    cyclic.json.findings.map((finding: { code: string }) => finding.code),
    ['GATE_CYCLE'],
  )
  t.equal((await call({ tasks: [{ id: 'A', task_type: 'odd' }] })).status, 422)
  t.equal((await call({ tasks: MINI, target_finish_date: 'soon' })).status, 422)
  t.equal((await call({ tasks: MINI, options: { exclude_task_types: ['odd'] } })).status, 422)
  const unknown = await call({ tasks: MINI, options: { fields: ['checks', 'nope'] } })
  t.match(unknown, { status: 422, json: { detail: [{ loc: ['body', 'options', 'fields', 1], type: 'enum' }] } })
  const sparse = await call({ tasks: MINI, options: { fields: ['passed'] } })
  t.strictSame(Object.keys(sparse.json.data), ['passed'])
})

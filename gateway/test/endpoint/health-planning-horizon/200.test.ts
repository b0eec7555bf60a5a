import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/planning-horizon'
const service = await startService(t)
const key = await service.key('free')
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI scores 42.1 over the wire', async t => {
  const { status, json } = await call({ tasks: MINI, status_date: MINI_STATUS_DATE })
  t.equal(status, 200)
  t.match(json, { status: 'critical', score: 42.1, grade: 'F', metadata: { task_count: 7, endpoint: PATH } })
  t.equal(json.data.components.length, 5)
  t.strictSame(json.data.months[0], {
    month: '2025-03',
    tasks: 3,
    planning_packages: 0,
    task_days: 26,
    package_percent: 0,
  })
  const short = await call({ tasks: MINI, status_date: MINI_STATUS_DATE, options: { near_term_days: 1 } })
  t.strictSame(short.json.data.populations.near_tasks, ['T2', 'T4'])
})

t.test('one task is enough, a cycle is answered; a negative window and odd words are 422', async t => {
  t.equal((await call({ tasks: [{ id: 'A' }] })).status, 200)
  const cyclic = await call({
    tasks: [
      { id: 'A', predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
  })
  t.match(cyclic, { status: 200, json: { findings: [{ code: 'GATE_CYCLE' }] } })
  for (const options of [{ near_term_days: -1 }, { exclude_task_types: ['odd'] }, { fields: ['nope'] }]) {
    const { status } = await call({ tasks: MINI, options })
    t.equal(status, 422, Object.keys(options).join())
  }
})

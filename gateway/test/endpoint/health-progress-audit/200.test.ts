import t from 'tap'
import { MINI, MINI_STATUS_DATE } from '../../../../compute/test/helpers/mini.ts'
import { startService } from '../../helpers/service.ts'

const PATH = '/api/v1/health/progress-audit'
const service = await startService(t)
const key = await service.key('free')
const options = { status_date: MINI_STATUS_DATE }
const call = (body: object) => service.call(PATH, { key, body })

t.test('MINI is audited over the wire: 82.9, without milestones 76', async t => {
  const { status, json } = await call({ tasks: MINI, options })
  t.equal(status, 200)
  t.match(json, { status: 'warning', score: 82.9, grade: 'B', metadata: { task_count: 7, endpoint: PATH } })
  t.equal(json.data.checks.length, 23)
  t.match(json.data.organizations, [{ organization_code: 'unassigned', tasks: 7, affected_tasks: 1, score: 82.9 }])
  const short = await call({ tasks: MINI, options: { ...options, exclude_milestones: true } })
  t.match(short.json, { score: 76, grade: 'C' })
})

t.test('options with a status date and two tasks are required; odd words are 422', async t => {
  for (const body of [
    { tasks: MINI },
    { tasks: MINI, options: {} },
    { tasks: MINI, options: { status_date: null } },
    { tasks: MINI, options: { status_date: 'soon' } },
    { tasks: [{ id: 'A' }], options },
    { tasks: MINI, options: { ...options, max_examples: 1001 } },
    { tasks: MINI, options: { ...options, exclude_task_types: ['odd'] } },
    { tasks: MINI, options, status_date: '2025-03-11' },
  ]) {
    const { status } = await call(body)
    t.equal(status, 422, JSON.stringify(Object.keys(body)))
  }
})

t.test('a cycle and a percent out of range are answered', async t => {
  const { status, json } = await call({
    tasks: [
      { id: 'A', percent_complete: 150, predecessors: ['B'] },
      { id: 'B', predecessors: ['A'] },
    ],
    options,
  })
  t.equal(status, 200)
  t.equal(json.status, 'critical')
})

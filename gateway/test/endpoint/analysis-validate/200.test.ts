import t from 'tap'
import { FOUR_TASKS, VALIDATE } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const key = await service.key('free')
const check = (json: { data: { checks: { code: string }[] } }, code: string) =>
  json.data.checks.find(row => row.code === code) as { status: string; numerator: number } | undefined

t.test('a valid schedule is valid', async t => {
  const { status, json } = await service.call(VALIDATE, { key, body: { tasks: FOUR_TASKS } })
  t.equal(status, 200)
  t.equal(json.data.valid, true)
  t.equal(json.score, 100)
})

t.test('an invalid schedule is 200 with its faults: that is the answer', async t => {
  const tasks = [
    { id: 'A', duration_days: 1, predecessors: ['A'] },
    { id: 'A', duration_days: 1 },
    { id: 'B', duration_days: 1, predecessors: ['Z'] },
  ]
  const { status, json } = await service.call(VALIDATE, { key, body: { tasks } })
  t.equal(status, 200)
  t.equal(json.data.valid, false)
  for (const code of ['V002', 'V003']) t.equal(check(json, code)?.status, 'fail', code)
  t.equal(check(json, 'V101')?.numerator, 1)
})

t.test('wrong values that other paths refuse are faults here', async t => {
  const tasks = [
    {
      id: 'A',
      duration_days: -2,
      percent_complete: 140,
      planned_start: '2026-02-30',
      constraint_type: 'SOON',
      task_type: 'odd',
    },
    { id: 'B', duration_days: 'x', predecessors: ['A+2x', 5] },
    {},
  ]
  const { status, json } = await service.call(VALIDATE, { key, body: { tasks } })
  t.equal(status, 200)
  for (const code of ['V001', 'V005', 'V006', 'V007', 'V008', 'V010']) t.equal(check(json, code)?.status, 'fail', code)
})

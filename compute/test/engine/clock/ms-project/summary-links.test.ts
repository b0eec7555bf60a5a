/** Links of summaries by Microsoft Project's rules drive, and what the analyses say of the logic agrees with the dates. */
import t from 'tap'
import { built, type Plain, reply } from '../../../helpers/every-analysis.ts'
import { at } from './ms-schedule.ts'

const row = (id: string) => built.find(each => each.id === id)!
const DAY = [['08:00', '17:00']]
const CALENDAR = {
  id: 'five',
  hours_per_day: 9,
  work_week: Object.fromEntries(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, DAY])),
}
const schedule = (rules: string, status_date = at(2)) => ({
  status_date,
  project_start: at(2),
  calendars: [CALENDAR],
  scheduling_options: { rules },
  tasks: [
    { id: 'S', task_type: 'summary' },
    { id: 'A', parent_id: 'S', duration_days: 3 },
    { id: 'B', parent_id: 'S', duration_days: 5, predecessors: ['A SS'] },
    { id: 'C', duration_days: 2, predecessors: ['S'] },
    { id: 'T', task_type: 'summary', predecessors: ['C'] },
    { id: 'D', parent_id: 'T', duration_days: 1 },
  ],
})
const codes = ({ findings }: Plain): string[] => findings.map(({ code }: Plain) => code)
const described = (reply: Plain, code: string): string =>
  reply.findings.find((each: Plain) => each.code === code)?.description

t.test('cpm: the links drive, and the finding says so', async t => {
  const cpm = reply(row('analysis.cpm'), schedule('ms_project'))
  t.same(
    cpm.data.tasks.filter(({ id }: Plain) => 'CD'.includes(id)).map((each: Plain) => each.early_start_date),
    ['2026-03-09T08:00', '2026-03-11T08:00'],
  )
  t.match(described(cpm, '06A208a'), /drive what lies under the summary/)
  t.notOk(codes(cpm).includes('CPM_NO_LOGIC'))
  t.match(described(reply(row('analysis.cpm'), schedule('p6')), '06A208a'), /drive nothing/)
})

t.test('health and DCMA count tasks that a summary links as linked', async t => {
  const open = (rules: string): Plain =>
    reply(row('health.dcma-14-point'), schedule(rules)).data.checks.find((each: Plain) => each.code === 'DCMA-01')
  t.same([open('ms_project').numerator, open('p6').numerator], [0, 2])
  const bare = schedule('ms_project')
  bare.tasks = bare.tasks.map(task => (task.id === 'B' ? { ...task, predecessors: [] } : task))
  const health = reply(row('health.score'), bare)
  t.notOk(codes(health).includes('GATE_NO_LINKS'))
  const dcma = reply(row('health.dcma-14-point'), bare)
  const path = dcma.data.checks.find(({ code }: Plain) => code === 'DCMA-12')
  t.notMatch(String(path.message), /no network/)
})

t.test('out of sequence: what waits by Microsoft Project is told without retained logic', async t => {
  const body = schedule('ms_project', at(4))
  body.tasks = [
    { id: 'A', duration_days: 5 },
    { id: 'B', duration_days: 4, predecessors: ['A'], actual_start: at(3), remaining_duration_days: 3 },
  ] as never
  const text = described(reply(row('analysis.cpm'), body), 'CPM_OUT_OF_SEQUENCE')
  t.match(text, /as Microsoft Project has it/)
  t.notMatch(text, /retained logic/)
})

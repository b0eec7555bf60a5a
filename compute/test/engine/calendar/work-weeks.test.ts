/** Which week is guessed from durations and dates, and that the guess is reported. */
import t from 'tap'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { Calendar } from '../../../engine/calendar/calendar.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { weekText } from '../../../engine/wording/days.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { bodyOf, built, mapTasks, type Plain, project, reply } from '../../helpers/every-analysis.ts'
import { between, random } from '../../helpers/random.ts'

/** Tasks whose dates follow from their durations in a calendar. */
function tasksIn(calendar: Calendar, count: number, daysMax = 25): TaskObject[] {
  const rnd = random(7)
  const first = calendar.indexOf(parseDay('2026-03-02')!)
  return Array.from({ length: count }, (_, i) => {
    const duration = between(rnd, 1, daysMax)
    const start = first + between(rnd, 0, 200)
    return {
      id: `A${i}`,
      duration_days: duration,
      planned_start: formatDay(calendar.dayOf(start)),
      planned_finish: formatDay(calendar.dayOf(start + duration - 1)),
    }
  })
}

const guessed = (tasks: TaskObject[]) => chooseCalendar(columnsFromTasks(tasks), undefined)

const WEEKS: readonly (readonly number[])[] = [
  [1, 2, 3, 4, 5, 6, 7],
  [1, 2, 3, 4, 5],
  [1, 2, 3, 4, 5, 6],
  [1, 2, 3, 4, 7],
  [1, 2, 3, 4, 6, 7],
  [1, 2, 3, 6, 7],
  [1, 2, 3, 4],
]

t.test('the week that the dates follow is found, holidays or not', async t => {
  const holidays = ['2026-04-03', '2026-04-06', '2026-05-01', '2026-05-25', '2026-07-03'].map(text => parseDay(text)!)
  for (const days of WEEKS) {
    for (const off of [[], holidays]) {
      const found = guessed(tasksIn(new Calendar(days, off), 60))
      t.strictSame(found.workDays, days, `${weekText(days)}, ${off.length} holidays`)
      t.equal(found.guess?.datesOff, 0)
    }
  }
})

t.test('work from Sunday to Thursday is not guessed as Monday to Friday when three tasks show it', async t => {
  const task = (id: string, start: string, finish: string, duration_days: number) => ({
    id,
    duration_days,
    planned_start: start,
    planned_finish: finish,
  })
  const three = [
    task('A', '2026-03-01', '2026-03-12', 10),
    task('B', '2026-03-03', '2026-03-16', 10),
    task('C', '2026-03-05', '2026-03-15', 7),
  ]
  t.strictSame([guessed(three).workDays, guessed(three).mode], [[1, 2, 3, 4, 7], 'custom'])
})

t.test('without evidence every day counts; a stray date on a Sunday moves nothing and is counted', async t => {
  t.strictSame(
    [guessed([{ id: 'A', duration_days: 3 }]).mode, guessed(tasksIn(new Calendar([1, 2, 3, 4, 5]), 30, 5)).mode],
    ['calendar_days', 'calendar_days'],
  )
  const stray = { id: 'S', duration_days: 1, planned_start: '2026-03-08', planned_finish: '2026-03-08' }
  const found = guessed([...tasksIn(new Calendar([1, 2, 3, 4, 5]), 60), stray])
  t.strictSame([found.mode, found.guess?.datesOff], ['working_days', 2])
})

t.test('weeks are named', async t => {
  t.strictSame(
    [
      [1, 2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 7],
      [1, 2, 3, 4, 5],
      [1, 3, 5],
      [6, 7],
    ].map(weekText),
    [
      'all seven days a week',
      'Sunday to Thursday',
      'Monday to Friday',
      'Monday, Wednesday, Friday',
      'Saturday, Sunday',
    ],
  )
})

t.test(
  'every analysis that guesses a calendar says so, with what speaks for it; a calendar that is given is no guess',
  t => {
    const sundays = tasksIn(new Calendar([1, 2, 3, 4, 7]), 30)
    const PROJECT = mapTasks(project(3, 60), tasks => [...tasks, ...sundays])
    const of = (plain: Plain): Plain => plain.findings.find((each: Plain) => each.code === 'INPUT_CALENDAR_GUESSED')
    const uses = built.filter(row => !['health.score', 'health.progress-audit'].includes(row.id))
    for (const row of uses) {
      const body = bodyOf(row, PROJECT)
      t.equal(of(reply(row, body)), undefined, `${row.id}: working_days as given`)
      const finding = of(reply(row, { ...body, calendar: undefined }))
      t.ok(finding, row.id)
      t.match(
        finding.description,
        /The request gives no calendar, so durations, lags and floats were taken as (?:working|calendar) days, .*, without holidays\..* in the next best week/,
      )
      t.ok(['info', 'low'].includes(finding.severity))
    }
    const [cpm] = built.filter(row => row.id === 'analysis.cpm')
    const plain = reply(cpm!, { tasks: sundays })
    t.match(of(plain), { severity: 'info', evidence: { work_days: [1, 2, 3, 4, 7], dates_on_days_off: 0 } })
    t.match(of(plain).description, 'as working days, Sunday to Thursday, without holidays')
    t.match(plain.data.calendar, { mode: 'custom', source: 'auto', work_days: [1, 2, 3, 4, 7] })
    t.end()
  },
)

t.test('of the durations that fit their dates none is counted that was not looked at', async t => {
  const work = tasksIn(new Calendar([1, 2, 3, 4, 5]), 20)
  const summaries = tasksIn(new Calendar([1, 2, 3, 4, 5]), 40).map(task => ({
    ...task,
    id: `WBS${task.id}`,
    task_type: 'summary',
  }))
  const choice = guessed([...summaries, ...work] as TaskObject[])
  t.ok(choice.evidenceFor > 0)
  t.equal(choice.evidenceFor, choice.guess?.evidenceCount, 'all of the work fits, and the summaries are no evidence')
})

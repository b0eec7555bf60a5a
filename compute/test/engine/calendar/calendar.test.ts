/** Calendars against counting day by day, the choice between them, anchors and the dates of offsets. */
import t from 'tap'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay, parseDay, weekday } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, ScheduleSetting } from '../../../../shared/contract/schedule/setting.ts'
import { anchorDay } from '../../../engine/calendar/anchor.ts'
import { bestFinish, bestStart } from '../../../engine/calendar/best-dates.ts'
import { Calendar, everyDay, mondayToFriday } from '../../../engine/calendar/calendar.ts'
import { chooseCalendar } from '../../../engine/calendar/choice.ts'
import { anyDayCalendar, dayCalendar } from '../../../engine/calendar/day-calendar.ts'
import { EPSILON_DAYS, snap } from '../../../engine/calendar/snap.ts'
import { Timeline } from '../../../engine/calendar/timeline.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, random } from '../../helpers/random.ts'
import { datesOf, figure, schedule } from '../../helpers/schedule.ts'

const SEED = Number(process.env.SEED ?? 20261123)
const day = (text: string) => parseDay(text)!

t.test('counts of working days are those of counting day by day, with any work days and holidays', async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  for (let n = 0; n < 200; n++) {
    const workDays = [1, 2, 3, 4, 5, 6, 7].filter(() => rnd() < 0.6)
    if (workDays.length === 0) workDays.push(between(rnd, 1, 7))
    const from = between(rnd, -2_000, 2_000)
    const length = 120
    // holidays on days off, before the span, and named twice
    const holidays = Array.from({ length: between(rnd, 0, 40) }, () => from + between(rnd, -20, length))
    const calendar = new Calendar(workDays, [...holidays, ...holidays.slice(0, 3)])
    const isWorking = (d: number) => workDays.includes(weekday(d)) && !holidays.includes(d)
    let count = calendar.indexOf(from)
    for (let d = from; d < from + length; d++) {
      const fail = (what: string) => t.fail(`${what} on ${formatDay(d)}: ${JSON.stringify({ workDays, holidays })}`)
      if (calendar.indexOf(d) !== count) return fail('index')
      if (isWorking(d)) {
        if (calendar.dayOf(count) !== d) return fail('day of index')
        if (calendar.workingDayFrom(d) !== d) return fail('a working day moves')
        count++
      } else {
        let next = d
        while (!isWorking(next)) next++
        if (calendar.workingDayFrom(d) !== next) return fail('next working day')
      }
      const working = Array.from({ length: d - from + 1 }, (_, k) => from + k).filter(isWorking).length
      if (calendar.daysBetween(from, d) !== working) return fail('span')
    }
  }
  t.throws(() => new Calendar([]), /at least one work day/)
})

t.test('the days on which any of several calendars works are those of looking at each day', async t => {
  t.comment(`seed ${SEED}`)
  const rnd = random(SEED)
  const shifts = [[480, 960]] as const
  for (let n = 0; n < 200; n++) {
    const calendars = Array.from({ length: between(rnd, 1, 4) }, (_, k) => {
      const exceptions: CalendarSpec['exceptions'][number][] = []
      for (let from = between(rnd, 0, 20); from < 200; from += between(rnd, 1, 40)) {
        const firstDay = from
        from += between(rnd, 0, 30)
        exceptions.push({ firstDay, lastDay: from++, shifts: rnd() < 0.7 ? [] : shifts })
      }
      const week = Array.from({ length: 7 }, () => (rnd() < 0.5 ? shifts : []))
      return { id: `c${k}`, name: null, minutesPerDay: 480, week, exceptions }
    })
    const setting = { calendars, defaultCalendar: 0 } as unknown as ScheduleSetting
    const indexes = [...calendars.keys()]
    const works = ({ week, exceptions }: CalendarSpec, d: number): boolean => {
      const isOff = exceptions.some(e => e.shifts.length === 0 && e.firstDay <= d && d <= e.lastDay)
      return !isOff && (week.every(each => each.length === 0) || week[weekday(d) - 1]!.length > 0)
    }
    const any = anyDayCalendar(setting, indexes)
    const own = dayCalendar(setting).calendar
    for (let d = -20; d < 260; d++) {
      const said = [any.daysBetween(d, d) > 0, own.daysBetween(d, d) > 0]
      const meant = [calendars.some(spec => works(spec, d)), works(calendars[0]!, d)]
      if (said.join() !== meant.join()) return t.fail(`day ${d} of ${JSON.stringify(calendars)}`)
    }
  }
})

t.test('10,000 holidays and the ends of the range are no trouble', async t => {
  const holidays = Array.from({ length: 10_000 }, (_, n) => n * 3)
  const calendar = new Calendar([1, 2, 3, 4, 5, 6, 7], holidays)
  t.equal(calendar.daysBetween(0, 29_999), 20_000)
  t.equal(calendar.dayOf(calendar.indexOf(28_001)), 28_001)
  for (const each of [everyDay(), mondayToFriday()]) {
    for (const end of [DAY_MIN, DAY_MAX]) {
      const first = each.workingDayFrom(end)
      t.equal(each.dayOf(each.indexOf(first)), first)
    }
  }
  t.equal(mondayToFriday().daysBetween(day('2026-03-09'), day('2026-03-06')), 0, 'reversed by a weekend: nothing')
  t.equal(everyDay().daysBetween(day('2026-03-09'), day('2026-03-06')), -2)
})

t.test('dates map to offsets and back: starts forward, finishes back over days off', async t => {
  // 2026-03-06 is a Friday; the anchor, a Saturday, moves to Monday the 9th
  const timeline = new Timeline(mondayToFriday(), day('2026-03-07'))
  t.equal(formatDay(timeline.anchorDay), '2026-03-09')
  const offsets = (text: string) => [timeline.startOffset(day(text)), timeline.finishOffset(day(text))]
  t.strictSame(offsets('2026-03-09'), [0, 1])
  t.strictSame(offsets('2026-03-13'), [4, 5])
  t.strictSame(offsets('2026-03-14'), [5, 5], 'a Saturday: Monday for a start, Friday for a finish')
  t.strictSame(offsets('2026-03-06'), [-1, 0])
  const days = (offset: number) => [formatDay(timeline.startDay(offset)), formatDay(timeline.finishDay(offset))]
  t.strictSame(days(5), ['2026-03-16', '2026-03-13'])
  t.strictSame(days(4.5), ['2026-03-13', '2026-03-13'])
  t.strictSame(days(-1), ['2026-03-06', '2026-03-05'])
  t.strictSame(days(4.9999999999), ['2026-03-16', '2026-03-13'], 'what lies on the grid of 1e-6 is put on it first')
})

t.test('sums of decimals return to the grid, thirds keep their digits', async t => {
  let sum = 0
  for (let n = 0; n < 1_000; n++) sum = snap(sum + 0.1)
  t.equal(sum, 100)
  t.equal(snap(1 / 3), 1 / 3)
  t.equal(Object.is(snap(-1e-12), 0), true, 'never -0')
  t.ok(Math.abs(snap(0.1 + 0.2) - 0.3) < EPSILON_DAYS / 1e6)
})

const dated = (duration_days: number, planned_start: string, planned_finish: string): TaskObject => ({
  id: `${planned_start} ${duration_days}`,
  duration_days,
  planned_start,
  planned_finish,
})

t.test('auto takes the calendar that most durations fit; a tie, or nothing to go by, is calendar days', async t => {
  const choice = (tasks: TaskObject[], request?: unknown) => {
    const { mode, source, evidenceFor, evidenceAgainst } = chooseCalendar(columnsFromTasks(tasks), request)
    return [mode, source, evidenceFor, evidenceAgainst]
  }
  const working = dated(10, '2026-03-02', '2026-03-13')
  const calendar = dated(12, '2026-03-02', '2026-03-13')
  const short = dated(5, '2026-03-02', '2026-03-06')
  const neither = dated(30, '2026-03-02', '2026-03-13')
  t.strictSame(choice([working, working, calendar, short, neither]), ['working_days', 'auto', 2, 1])
  t.strictSame(choice([working, calendar]), ['calendar_days', 'auto', 1, 1])
  t.strictSame(choice([short]), ['calendar_days', 'auto', 0, 0])
  t.strictSame(choice([dated(9, '2026-03-02', '2026-03-13')]), ['working_days', 'auto', 1, 0], 'within a day')
  t.strictSame(choice([dated(8, '2026-03-02', '2026-03-13')]), ['calendar_days', 'auto', 0, 0])
  const baseline = { id: 'B', duration_days: 10, baseline_start: '2026-03-02', baseline_finish: '2026-03-13' }
  t.strictSame(choice([baseline]), ['working_days', 'auto', 1, 0], 'baseline dates where planned ones are not whole')
  t.strictSame(choice([{ ...baseline, planned_start: '2026-03-02' }]), ['working_days', 'auto', 1, 0])
  t.strictSame(choice([working], 'auto'), ['working_days', 'auto', 1, 0])
  t.strictSame(choice([working], null), ['working_days', 'auto', 1, 0])
  t.strictSame(choice([working], 'calendar_days'), ['calendar_days', 'given', 0, 1])
  t.strictSame(choice([calendar], 'working_days'), ['working_days', 'given', 0, 1])
  t.strictSame(choice([working], { work_days: [5, 1, 2, 3, 4] }), ['custom', 'given', 1, 0])
  const { calendar: custom } = chooseCalendar(columnsFromTasks([]), {
    work_days: [1, 3],
    holidays: ['2026-03-04T00:00:00Z'],
  })
  t.equal(custom.daysBetween(day('2026-03-02'), day('2026-03-09')), 2, 'Monday, no Wednesday, Monday')
})

t.test('the anchor is the earliest start*, else baseline start, else the status day, else none', async t => {
  const status = day('2026-05-01')
  const anchor = (tasks: object[], statusDay = status) =>
    anchorDay(columnsFromTasks(tasks.map((task, i) => ({ id: `${i}`, ...task }))), statusDay)
  const planned = { planned_start: '2026-03-10' }
  t.equal(anchor([planned, { forecast_start: '2026-03-09', planned_start: '2026-01-01' }]), day('2026-03-09'))
  t.equal(
    anchor([{ ...planned, actual_start: '2026-04-01' }]),
    day('2026-04-01'),
    'actual before forecast before planned',
  )
  t.equal(anchor([planned, { task_type: 'summary', planned_start: '2026-01-01' }]), day('2026-03-10'))
  t.equal(anchor([planned, { task_type: 'loe', planned_start: '2026-01-01' }]), day('2026-01-01'))
  t.equal(anchor([{ baseline_start: '2026-02-02' }, { baseline_start: '2026-02-01' }]), day('2026-02-01'))
  t.equal(anchor([{ planned_finish: '2026-02-02' }]), status)
  t.equal(anchor([{}], DAY_ABSENT), DAY_ABSENT)
  const finish = columnsFromTasks([{ id: 'A', planned_finish: '2026-03-01', forecast_finish: '2026-03-02' }])
  t.equal(bestFinish(finish, 0), day('2026-03-02'))
  t.equal(bestStart(finish, 0), DAY_ABSENT)
})

t.test('a custom calendar carries durations, constraints, actuals and late dates over its days off', async t => {
  const calendar = { work_days: [1, 2, 3, 4, 5], holidays: ['2026-03-11'] }
  const s = schedule(
    [
      { id: 'A', duration_days: 4, actual_start: '2026-03-07', actual_finish: '2026-03-15' },
      { id: 'B', planned_start: '2026-03-16', planned_finish: '2026-03-22', predecessors: ['A'] },
      { id: 'C', duration_days: 2, predecessors: ['B'], constraint_type: 'SNET', constraint_date: '2026-03-28' },
      { id: 'D', duration_days: 1, predecessors: ['B'], constraint_type: 'FNLT', constraint_date: '2026-03-29' },
      { id: 'E', duration_days: 6.5, predecessors: ['A'] },
    ],
    { statusDate: '2026-03-14', calendar },
  )
  // started on Saturday 7 = Monday 9, finished on Sunday 15 = Friday 13; the 11th is off
  t.equal(formatDay(s.prepared.timeline!.anchorDay), '2026-03-09')
  t.strictSame(figure(s, 'earlyStart'), { A: 0, B: 4, C: 14, D: 9, E: 4 })
  t.strictSame(figure(s, 'earlyFinish'), { A: 4, B: 9, C: 16, D: 10, E: 10.5 })
  t.strictSame(figure(s, 'totalFloat'), { A: null, B: 4, C: 0, D: 4, E: 5.5 })
  t.strictSame(datesOf(s), {
    A: ['2026-03-07', '2026-03-15', null, null],
    B: ['2026-03-16', '2026-03-20', '2026-03-20', '2026-03-26'],
    C: ['2026-03-30', '2026-03-31', '2026-03-30', '2026-03-31'],
    D: ['2026-03-23', '2026-03-23', '2026-03-27', '2026-03-27'],
    E: ['2026-03-16', '2026-03-24', '2026-03-23', '2026-03-31'],
  })
})

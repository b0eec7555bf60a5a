/** The days of a replay are bounded by what was sent, whatever is sent much of; and an ordinary series is replayed day by day. */
import t from 'tap'
import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { delayAnalyser } from '../../../engine/analysis/delay-analysis/analyser.ts'
import { stepDaysOf } from '../../../engine/analysis/delay-analysis/replay.ts'
import { analyse, inputOf, TODAY } from '../../helpers/analyse.ts'
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { task } from './delay-series.ts'

/** What walks over a schedule at every morning may sum to, in links, tasks or looks at calendars. */
const WALKED_MAX = 25_000_000

interface Sent {
  readonly tasks: TaskObject[]
  readonly from?: string
  readonly until: string
  readonly schedules?: number
  readonly calendars?: readonly object[]
  /** Those between the first and the last are made of these two. */
  readonly isRecreated?: boolean
}

function replayed({ tasks, from = '1900-01-01', until, schedules = 2, calendars, isRecreated }: Sent) {
  const body = { tasks, ...(calendars === undefined ? {} : { calendars }) }
  const columns = inputOf(body).schedules.get('tasks') as ScheduleColumns
  const first = parseDay(from)!
  const last = parseDay(until)!
  const items = Array.from({ length: schedules }, (_, n) => ({
    place: isRecreated && n > 0 && n < schedules - 1 ? `recreated.${n}` : `schedule_history.${n}`,
    columns,
    statusDay: Math.round(first + ((last - first) * n) / (schedules - 1)),
    isBaseline: n === 0,
  }))
  const stepDays = stepDaysOf(items, first)
  return { stepDays, mornings: (last - first) / stepDays }
}

const chains = (count: number, links: number): TaskObject[] =>
  Array.from({ length: count }, (_, i) =>
    task(
      `T${i}`,
      5,
      Array.from({ length: Math.min(i, links) }, (_, k) => `T${i - k - 1}`),
    ),
  )
const linkCount = (tasks: TaskObject[]): number =>
  tasks.reduce((sum, { predecessors }) => sum + (predecessors as unknown[]).length, 0)
const mondays = (count: number): object[] =>
  Array.from({ length: count }, (_, i) => ({ id: `C${i}`, work_week: { monday: [['08:00', '09:00']] } }))
const byClock = (tasks: TaskObject[], calendars: number): TaskObject[] =>
  tasks.map((each, i) => ({ ...each, calendar_id: `C${i % calendars}` }))

t.test('few tasks over six centuries, from some hundred bytes', async t => {
  const { mornings } = replayed({ tasks: chains(3, 1), until: '2500-12-31' })
  t.ok(mornings * 700 <= WALKED_MAX, `${Math.round(mornings)} mornings, which cost as much as 700 links each`)
})

t.test('many links over a century', async t => {
  const tasks = chains(900, 150)
  const { mornings } = replayed({ tasks, until: '2000-12-31' })
  t.ok(mornings * linkCount(tasks) <= 2 * WALKED_MAX, `${Math.round(mornings)} mornings of ${linkCount(tasks)} links`)
})

t.test('many links by the clock', async t => {
  const tasks = byClock(chains(900, 60), 20)
  const { mornings } = replayed({ tasks, until: '1950-12-31', calendars: mondays(20) })
  t.ok(mornings * linkCount(tasks) * 5 <= WALKED_MAX, `${Math.round(mornings)} mornings of ${linkCount(tasks)} links`)
})

t.test('many calendars that rarely work', async t => {
  const tasks = byClock(chains(900, 1), 900)
  const { mornings } = replayed({ tasks, until: '2000-12-31', calendars: mondays(900) })
  t.ok(mornings * 900 * 10 <= WALKED_MAX, `${Math.round(mornings)} mornings of 900 calendars`)
})

t.test('an ordinary series goes day by day', async t => {
  t.equal(replayed({ tasks: chains(1_000, 2), until: '1906-01-01' }).stepDays, 1, 'by days')
  const calendars = mondays(5)
  const own = { tasks: byClock(chains(1_000, 2), 5), calendars }
  t.equal(replayed({ ...own, until: '1902-01-01' }).stepDays, 1, 'two schedules by the clock')
  // what holds the end of a task, or its start from a start, is looked at where nothing was due, too
  const [first, second, ...rest] = own.tasks
  const overlapping = [first!, { ...second!, predecessors: [{ task_id: 'T0', type: 'SS' }] }, ...rest]
  t.equal(replayed({ ...own, tasks: overlapping, until: '1901-04-01' }).stepDays, 1, 'with an overlap')
  t.ok(replayed({ ...own, tasks: overlapping, until: '1902-01-01' }).stepDays > 1)
  t.equal(replayed({ ...own, until: '1905-01-01', schedules: 60 }).stepDays, 1, 'each month of five years by the clock')
})

t.test('updates that were made and not sent give no more days', async t => {
  const sent = { tasks: byClock(chains(900, 1), 5), calendars: mondays(5), until: '1930-12-31' }
  const { stepDays } = replayed(sent)
  t.ok(stepDays > 1, `${stepDays} days a step`)
  t.equal(replayed({ ...sent, schedules: 100, isRecreated: true }).stepDays, stepDays)
  t.ok(replayed({ ...sent, schedules: 100 }).stepDays < stepDays)
})

t.test('the result says how long its steps are', async t => {
  const tasks = chains(3, 1).map(each => ({ ...each, planned_start: '1900-01-03' }))
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    current_schedule: { status_date: '2500-12-31', tasks },
    baseline_schedule: { baseline_date: '1900-01-01', tasks },
    calendar: 'calendar_days',
  })
  t.ok(data.replay_step_days > 1)
  t.equal(data.unexplained_days, 0)
})

t.test('a plan without dates is replayed from where it begins by the actual dates of others', async t => {
  const tasks = chains(3, 1)
  const begun = [{ ...tasks[0]!, actual_start: '1900-01-03' }, ...tasks.slice(1)]
  const { data } = analyse(t, delayAnalyser, DelayAnalysisData, {
    current_schedule: { status_date: '2500-12-31', tasks: begun },
    baseline_schedule: { baseline_date: '1900-01-01', tasks },
    calendar: 'calendar_days',
  })
  t.ok(data.replay_step_days > 1, `${data.replay_step_days} days a step`)
})

/** How often a series asks whether to go on, which it does before every pass: a chain of work in progress that the rest of X holds, each link from start to start. */
function passesOf(chained: number): number {
  const shifts = [['08:00', '16:00']]
  const calendars = [
    { id: 'C', work_week: { monday: shifts, tuesday: shifts, wednesday: shifts, thursday: shifts, friday: shifts } },
  ]
  const begun = { actual_start: '2026-03-02', percent_complete: 10 }
  const tasks = (remaining_duration_days: number): TaskObject[] => [
    task('X', 30, []),
    ...Array.from({ length: chained }, (_, i) =>
      task(`T${i}`, 20, [], {
        predecessors: i === 0 ? ['X'] : [{ task_id: `T${i - 1}`, type: 'SS' }],
        ...begun,
        remaining_duration_days,
      }),
    ),
  ]
  const input = inputOf({
    baseline_schedule: { baseline_date: '2026-03-09', calendars, tasks: tasks(18) },
    current_schedule: { status_date: '2026-03-16', calendars, tasks: tasks(16) },
  })
  let passes = 0
  delayAnalyser(input, { today: TODAY, checkpoint: () => passes++ })
  return passes
}

t.test('a chain of links that others hold is settled in one pass, however long it is', async t => {
  t.equal(passesOf(40), passesOf(5))
})

t.test(
  'very many tasks that delay together are told in some pairs, whose days are those of the pairs that are not',
  async t => {
    const shared = (n: number) => {
      const twins = Array.from({ length: 2 * n }, (_, i) =>
        task(`T${i}`, 5, [], { delay_category: i % 2 === 0 ? 'owner' : 'contractor', planned_start: '2026-03-02' }),
      )
      const tasks = [
        ...twins,
        task(
          'END',
          1,
          twins.map(({ id }) => id as string),
        ),
      ]
      const { data, summary } = analyse(t, delayAnalyser, DelayAnalysisData, {
        baseline_schedule: { baseline_date: '2026-03-02', tasks },
        current_schedule: { status_date: '2026-03-06', tasks },
        calendar: 'calendar_days',
      })
      const [{ concurrency, concurrent_days, attribution }] = data.windows
      const more = Number(/and (\d+) more pairs/.exec(summary)?.[1])
      return { pairs: concurrency.length, more, first: concurrency[0], concurrent_days, tasks: attribution.length }
    }
    t.match(shared(4), { pairs: 16, more: 15, first: { concurrent_days: 0.25 }, concurrent_days: 4, tasks: 8 })
    t.match(shared(20), {
      pairs: 100,
      more: 16 ** 2 - 1,
      first: { concurrent_days: 0.01 },
      concurrent_days: 4,
      tasks: 40,
    })
  },
)

t.test('contract dates of sections are replayed together', async t => {
  const schedule = (day: number) => ({
    status_date: `2026-0${day}-01`,
    tasks: chains(40, 1).map((each, i) =>
      i === 0 ? { ...each, actual_start: '2026-01-01', remaining_duration_days: 5 } : each,
    ),
  })
  const stepsOf = (sections: number, revisedDays = 0): number => {
    let steps = 0
    const [first, second, third] = [1, 2, 3].map(schedule)
    const revised = third!.tasks.map(each => ({ ...each, duration_days: 5 + revisedDays }))
    const sectional_dates = Array.from({ length: sections }, (_, n) => ({
      task_id: `T${20 + n}`,
      completion_date: '2026-06-01',
    }))
    const { snapshot_date, status_date: _, ...rest } = { ...second!, snapshot_date: second!.status_date }
    delayAnalyser(
      inputOf({
        current_schedule: { ...third!, tasks: revised },
        baseline_schedule: { baseline_date: '2026-01-01', tasks: first!.tasks },
        schedule_history: [{ snapshot_date, ...rest }],
        options: { sectional_dates },
      }),
      { today: TODAY, checkpoint: () => void steps++ },
    )
    return steps
  }
  const [none, one, ten] = [0, 1, 10].map(sections => stepsOf(sections))
  t.ok(none! > 59, `${none} steps, one a day at least`)
  t.ok(one! < 2.2 * none!, `${one} with one section`)
  t.ok(ten! < 1.3 * one!, `${ten} with ten`)
})

t.test('what was told in one update and taken back in the next costs the windows beside it, and no other', async t => {
  const stepsOf = (longerIn: readonly number[]): number => {
    let steps = 0
    const schedule = (month: number) => {
      const own = chains(40, 1).map((each, i) => ({
        ...each,
        ...(i === 0 ? { actual_start: '2026-01-01', percent_complete: 10 } : {}),
        ...(i === 30 && longerIn.includes(month) ? { duration_days: 9 } : {}),
      }))
      return { tasks: own }
    }
    const dates = ['2026-01-02', '2026-02-01', '2026-03-01', '2026-04-01', '2026-05-01', '2026-06-01', '2026-07-01']
    const history = dates.slice(0, -1).map((snapshot_date, n) => ({ snapshot_date, ...schedule(n) }))
    const input = inputOf({
      current_schedule: { status_date: dates.at(-1), ...schedule(dates.length - 1) },
      schedule_history: history,
    })
    const result = delayAnalyser(input, { today: TODAY, checkpoint: () => void steps++ })
    t.equal('code' in result, false)
    return steps
  }
  const [none, once, often] = [[], [2], [1, 3, 5]].map(stepsOf)
  t.ok(none! > 180, `${none} steps, one a day at least`)
  t.ok(once! > 1.2 * none! && once! < 1.6 * none!, `${once} for two windows of six`)
  t.ok(often! > 1.8 * none!, `${often} for all`)
})

/** Small projects that are wrong on purpose, each in its own way, so that as many sentences as possible are said. */
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import type { Project } from '../../helpers/every-analysis.ts'

const STATUS = '2026-03-02'
const BASELINE = '2025-12-01'
const EARLIER = '2026-01-05'
const LATER = '2026-02-02'

const projectOf = (
  tasks: readonly TaskObject[],
  more: { readonly baseline?: readonly TaskObject[]; readonly snapshots?: readonly (readonly TaskObject[])[] } = {},
): Project => {
  const { baseline = tasks, snapshots = [tasks, tasks] } = more
  return {
    baseline: { tasks: [...baseline], baseline_date: BASELINE },
    snapshots: snapshots.map((each, n) => ({ tasks: [...each], snapshot_date: n === 0 ? EARLIER : LATER })),
    current: { tasks: [...tasks], status_date: STATUS },
  }
}

/** Late against its constraint, pinned before its links, out of sequence, reversed. */
export const BROKEN_TASKS: readonly TaskObject[] = [
  { id: 'A', name: 'Excavate', duration_days: 10, actual_start: '2026-01-05', percent_complete: 50 },
  { id: 'B', name: 'Blind', duration_days: 2, predecessors: ['A'], actual_start: '2026-01-07', percent_complete: 10 },
  {
    id: 'C',
    name: 'Pour',
    duration_days: 7.3,
    predecessors: ['B', 'Q'],
    constraint_type: 'FNLT',
    constraint_date: '2026-01-16',
  },
  {
    id: 'D',
    name: 'Cure',
    duration_days: 3,
    predecessors: ['C'],
    constraint_type: 'MSO',
    constraint_date: '2026-01-19',
  },
  { id: 'E', name: 'Strip', predecessors: ['D', 'D'], planned_start: '2026-02-10', planned_finish: '2026-02-02' },
]

const dated = (task: TaskObject, start: string, finish: string): TaskObject => ({
  ...task,
  planned_start: start,
  planned_finish: finish,
  baseline_start: start,
  baseline_finish: finish,
})

/** A chain of `count` tasks of a week each, one after the other from the first Monday of 2026 on. */
const chain = (count: number, change: (task: TaskObject, n: number) => TaskObject = task => task): TaskObject[] =>
  Array.from({ length: count }, (_, n) => {
    const monday = new Date(Date.UTC(2026, 0, 5 + 7 * n))
    const friday = new Date(Date.UTC(2026, 0, 9 + 7 * n))
    const [start, finish] = [monday, friday].map(each => each.toISOString().slice(0, 10)) as [string, string]
    const task = { id: `T${n}`, name: `Step ${'abcdefghijklmnopqrstuvwxyz'[n % 26]}`, duration_days: 5 }
    return change(dated({ ...task, predecessors: n === 0 ? [] : [`T${n - 1}`] }, start, finish), n)
  })

const done = (task: TaskObject): TaskObject => ({
  ...task,
  actual_start: task.planned_start as string,
  actual_finish: task.planned_finish as string,
  percent_complete: 100,
})

/** Every anomaly that a status can have, one task each. */
const ANOMALIES: readonly TaskObject[] = chain(26, (task, n) => {
  const faults: readonly Partial<TaskObject>[] = [
    { actual_start: '2026-06-01' },
    { actual_start: '2026-01-12', actual_finish: '2026-06-01', percent_complete: 100 },
    { actual_start: '2026-02-02', actual_finish: '2026-01-05', percent_complete: 100 },
    { actual_finish: '2026-01-30', percent_complete: 100 },
    { actual_start: '2026-01-05', percent_complete: 100 },
    { actual_start: '2026-01-05', actual_finish: '2026-01-30', percent_complete: 40 },
    { percent_complete: 40 },
    { actual_start: '2026-01-05', percent_complete: 0 },
    { task_type: 'milestone', duration_days: 0, percent_complete: 50, actual_start: '2026-01-05' },
    { forecast_start: '2026-01-05', forecast_finish: '2026-01-09' },
    { forecast_start: '2026-05-05', forecast_finish: '2026-04-09' },
    { actual_start: '2026-01-05', percent_complete: 10, forecast_finish: '2026-03-04' },
    {
      actual_start: '2026-01-05',
      percent_complete: 80,
      physical_percent_complete: 20,
      earned_value: 900,
      budgeted_cost: 100,
    },
    { actual_start: '2026-01-05', percent_complete: 50, approval_required: true, approval_status: 'pending' },
    { planned_start: '2026-01-05', planned_finish: '2026-01-01', baseline_finish: null },
    { baseline_start: '2026-01-05', baseline_finish: '2026-01-01' },
    { forecast_start: STATUS, forecast_finish: '2026-03-03' },
  ]
  return { ...task, ...faults[n % faults.length] }
})

/** Bad logic of every kind: leads, lags, SF, SS without FF, dangling ends, a hub, parts that nothing joins, links on summaries. */
const BAD_LOGIC: readonly TaskObject[] = [
  { id: 'S', name: 'Summary', task_type: 'summary', predecessors: ['M'], duration_days: 60 },
  { id: 'M', name: 'Begin', task_type: 'milestone', duration_days: 0, planned_start: STATUS },
  { id: 'L', name: 'Supervise', task_type: 'loe', duration_days: 90, predecessors: ['M SS'] },
  ...'abcdefghijkl'.split('').map(letter => ({
    id: letter.toUpperCase().concat('1'),
    name: `Work ${letter}`,
    duration_days: letter === 'a' ? 60 : 5,
    predecessors: ['M', 'M SS'],
  })),
  {
    id: 'HUB',
    name: 'Hub',
    duration_days: 3,
    predecessors: [...'ABCDEFGHIJ'].map(letter => `${letter}1 FS-2 d`),
    constraint_type: 'MFO',
    constraint_date: '2026-03-30',
  },
  { id: 'SF', name: 'Backwards', duration_days: 4, predecessors: ['HUB SF'] },
  { id: 'LAG', name: 'Waits', duration_days: 1, predecessors: ['HUB FS+20', 'L', 'K1 SS+15'] },
  { id: 'FF', name: 'Dangles', duration_days: 8, predecessors: ['LAG FF'] },
  { id: 'X', name: 'Alone', duration_days: 5, constraint_type: 'SNET' },
  { id: 'Y', name: 'Alone too', duration_days: 5, predecessors: ['X'] },
  {
    id: 'PP',
    name: 'Package',
    task_type: 'planning_package',
    duration_days: 1,
    predecessors: ['FF'],
    percent_complete: 5,
  },
  { id: 'PQ', name: 'Old package', task_type: 'planning_package', duration_days: 9, planned_start: '2026-01-05' },
]

/** One crew for everything, and work that nobody does. */
const CROWDED: readonly TaskObject[] = Array.from({ length: 8 }, (_, n) =>
  dated(
    {
      id: `R${n}`,
      name: `Shift ${'abcdefgh'[n]}`,
      duration_days: 5,
      ...(n % 4 === 3 ? {} : { resource: 'Crew' }),
      predecessors: n > 5 ? ['R0'] : [],
    },
    '2026-03-02',
    '2026-03-06',
  ),
)

/** Owner and contractor delay the same window; one task comes late, one goes, one is replaced by longer work. */
const AS_PLANNED = chain(8)
const delayed = (tasks: readonly TaskObject[], from: number, days: number, category: string | null): TaskObject[] =>
  tasks.map((task, n) =>
    n < from ? task : { ...task, ...(n === from ? { duration_days: 5 + days, delay_category: category } : {}) },
  )
const SNAPSHOT = delayed(
  AS_PLANNED.map((task, n) => (n < 2 ? done(task) : task)),
  3,
  6,
  'owner',
)
const DISRUPTED: readonly TaskObject[] = [
  ...delayed(SNAPSHOT, 4, 9, 'contractor')
    .filter(({ id }) => id !== 'T6')
    .map(task =>
      task.id === 'T7'
        ? { ...task, predecessors: ['N1', 'T5 FS+4'], constraint_type: 'FNLT', constraint_date: '2026-03-13' }
        : task,
    )
    .map(task => (task.id === 'T1' ? { ...task, actual_finish: null, percent_complete: 60 } : task))
    .map(task => (task.id === 'T0' ? { ...task, actual_finish: '2026-01-16', baseline_finish: '2026-02-20' } : task))
    .map(task => (task.id === 'T5' ? { ...task, duration_days: 1 } : task)),
  { id: 'N1', name: 'New work', duration_days: 12, predecessors: ['T5'] },
]

/** Work of a year each, near and long; visibility tasks with a crew; floats that the source put elsewhere. */
const SLOW: readonly TaskObject[] = [
  ...chain(5, (task, n) => ({
    ...task,
    duration_days: 300,
    baseline_duration_days: 300,
    planned_finish: '2031-06-30',
    total_float_days: n % 2 === 0 ? 0 : 90,
  })),
  { id: 'SVT', name: 'SVT handover', task_type: 'schedule_visibility', duration_days: 5, resource: 'Crew' },
]

/** Small tasks years ahead. */
const FAR: readonly TaskObject[] = chain(6).map((task, n) => dated(task, `2028-0${n + 1}-03`, `2028-0${n + 1}-07`))

/** Finishes all on one day, one of them before its predecessor began. */
const STAMPED: readonly TaskObject[] = [
  ...chain(13, task => ({ ...done(task), actual_finish: '2026-02-27' })),
  { id: 'LATE', name: 'Not begun', duration_days: 5 },
  done(
    dated({ id: 'EARLY', name: 'Done early', duration_days: 5, predecessors: ['LATE'] }, '2026-02-02', '2026-02-06'),
  ),
]
const REPORTED_BEFORE = STAMPED.map((task, n) =>
  n < 9 ? { ...task, actual_start: '2026-01-02', actual_finish: '2026-01-05' } : task,
)

/** Two ways to the end, of which the longer one becomes the shorter. */
const fork = (left: number, right: number): TaskObject[] => [
  { id: 'BEGIN', name: 'Begin', duration_days: 1, planned_start: STATUS },
  { id: 'LEFT', name: 'Left way', duration_days: left, predecessors: ['BEGIN'] },
  { id: 'LEFT1', name: 'Left way, middle', duration_days: 2, predecessors: ['LEFT'] },
  { id: 'LEFT2', name: 'Left way, rest', duration_days: 2, predecessors: ['LEFT1'] },
  { id: 'RIGHT', name: 'Right way', duration_days: right, predecessors: ['BEGIN'] },
  { id: 'RIGHT2', name: 'Right way, rest', duration_days: 2, predecessors: ['RIGHT'] },
  { id: 'END', name: 'End', duration_days: 1, predecessors: ['LEFT2', 'RIGHT2'] },
]

/** Two weeks of work each, of which one is stated in calendar days. */
const OTHER_WEEK: readonly TaskObject[] = chain(5).map((task, n) => ({
  ...task,
  duration_days: n === 0 ? 12 : 10,
  planned_finish: new Date(Date.parse(`${task.planned_start}`) + 11 * 86_400_000).toISOString().slice(0, 10),
}))

const withoutLinks = (tasks: readonly TaskObject[]): TaskObject[] => tasks.map(task => ({ ...task, predecessors: [] }))
const bare = (tasks: readonly TaskObject[]): TaskObject[] => tasks.map(({ id, name }) => ({ id, name: name ?? null }))

export const HAND_MADE: Readonly<Record<string, Project>> = {
  broken: projectOf(BROKEN_TASKS),
  anomalies: projectOf(ANOMALIES),
  'bad logic': projectOf(BAD_LOGIC),
  crowded: projectOf(CROWDED),
  disrupted: projectOf(DISRUPTED, { baseline: AS_PLANNED, snapshots: [AS_PLANNED, SNAPSHOT] }),
  recovered: projectOf(
    AS_PLANNED.map((task, n) => (n < 5 ? done(task) : { ...task, duration_days: 2 })),
    {
      baseline: DISRUPTED.filter(({ id }) => id !== 'N1'),
      snapshots: [SNAPSHOT, AS_PLANNED],
    },
  ),
  'years late': projectOf(
    chain(12, task => ({
      ...task,
      baseline_start: '2023-01-02',
      baseline_finish: '2023-01-06',
      total_float_days: -300,
    })),
  ),
  slow: projectOf(SLOW),
  'far ahead': projectOf(FAR),
  stamped: projectOf(STAMPED, { snapshots: [REPORTED_BEFORE, REPORTED_BEFORE] }),
  'another way': projectOf(fork(3, 20), { baseline: fork(20, 3), snapshots: [fork(20, 3), fork(20, 3)] }),
  cycle: projectOf([
    ...chain(4),
    { id: 'P', name: 'Round', predecessors: ['Q'] },
    { id: 'Q', name: 'About', predecessors: ['P'] },
  ]),
  'no links': projectOf(withoutLinks(chain(9))),
  'no dates': projectOf(bare(chain(9))),
  'one task': projectOf(chain(1)),
  'one task without anything': projectOf([{ id: 'ONLY' }]),
  'all done': projectOf(chain(6, done)),
  'no common task': projectOf(chain(4), { baseline: CROWDED, snapshots: [CROWDED, BAD_LOGIC] }),
  'another week': projectOf(OTHER_WEEK),
  'parents of type task': projectOf(
    chain(4, (task, n) => (n === 0 ? { ...task, task_type: 'task' } : { ...task, parent_id: 'T0' })),
  ),
  fractions: projectOf(chain(7, (task, n) => ({ ...task, actual_start: '2026-01-05', percent_complete: n / 10 }))),
}

/** What only analysis/validate takes. */
export const INVALID: readonly object[] = [
  { duration_days: 4 },
  { id: 'A', name: 'First', duration_days: -4, predecessors: ['A', 'B'] },
  { id: 'A', name: 'Second', duration_days: 'five', percent_complete: 130 },
  {
    id: 'B',
    name: 'Third',
    predecessors: ['A', 'A', 'Z', 'C', 'A FS+x'],
    constraint_type: 'SOON',
    constraint_date: '2026-99-01',
  },
  { id: 'C', name: 'Fourth', predecessors: ['B'], constraint_type: 'FNLT', task_type: 'chore', planned_start: 'soon' },
  { id: 'D FS', name: 'Fifth', duration_days: 3, task_type: 'milestone', percent_complete: -5, name2: 1, resources: 7 },
  {
    id: 'D',
    name: 'Sixth',
    duration_days: 9,
    planned_start: '2026-03-02',
    planned_finish: '2026-03-03',
    percent_complete: 100,
  },
  { id: 'E', name: 'Seventh' },
  { id: 'S', name: 'Eighth', task_type: 'summary', predecessors: ['D'] },
]

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday']
const week = (exceptions: readonly object[]) => ({
  calendars: [
    {
      id: 'C',
      name: 'Site',
      hours_per_day: 8,
      work_week: Object.fromEntries(DAYS.map(day => [day, [['08:00', '16:00']]])),
      exceptions,
    },
  ],
  default_calendar_id: 'C',
})

/** Two statuses whose calendars and scheduling options differ, before and after the data date, and whose work is out of sequence. */
export const OTHER_SETTINGS = {
  schedule_history: [
    {
      snapshot_date: '2026-01-08',
      ...week([]),
      tasks: [
        { id: 'A', name: 'Dig', duration_days: 10, actual_start: '2026-01-05', percent_complete: 20 },
        { id: 'B', name: 'Pour', duration_days: 10, predecessors: ['A'] },
      ],
    },
  ],
  current_schedule: {
    status_date: '2026-01-12',
    ...week([{ date: '2026-01-07' }, { date: '2026-01-19', until: '2026-01-20' }]),
    scheduling_options: { progress: 'progress_override' },
    tasks: [
      { id: 'A', name: 'Dig', duration_days: 10, actual_start: '2026-01-05', percent_complete: 30 },
      {
        id: 'B',
        name: 'Pour',
        duration_days: 10,
        predecessors: ['A'],
        actual_start: '2026-01-08',
        percent_complete: 10,
      },
    ],
  },
}

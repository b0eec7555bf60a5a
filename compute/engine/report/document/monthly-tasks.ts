/** Tasks of the critical path as a monthly report names them (dates, float, area of the WBS), and its tables of them. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import { LOOK_AHEAD_WEEKS } from '../../../../shared/contract/report/report-request.ts'
import { formatDay, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { WBS_NAME_SEPARATOR } from '../../../../shared/contract/schedule/fields.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { ACTUAL_MARK, type Block, dateOf, id, number, plain, table, text } from './blocks.ts'
import { type Gathered, numberIn, type Part, type Row, textIn } from './gathered.ts'
import { unitOf } from './say.ts'

export const CPM: AnalysisId = 'analysis.cpm'

const DAYS_PER_WEEK = 7
const AREAS_MAX = 20

export interface Task {
  readonly id: string
  readonly name: string
  /** Levels of the WBS below those that all tasks share; empty = none is given. */
  readonly area: string
  /** As the reply has them; empty = it has none. */
  readonly start: string
  readonly finish: string
  readonly baselineStart: string
  readonly baselineFinish: string
  readonly remaining: number | null
  readonly percent: number | null
  readonly float: number | null
  readonly hasStarted: boolean
  readonly isComplete: boolean
  readonly isMilestone: boolean
  readonly isCritical: boolean
  readonly isOnPath: boolean
}

/** Without summaries, which have no dates. */
export function tasksOf(cpm: Part | undefined): readonly Task[] {
  const details = new Map((cpm?.entries('data.task_details') ?? []).map(({ at, row }) => [at, row]))
  const areaOf = areasOf([...details.values()])
  return (cpm?.entries('data.tasks') ?? []).flatMap(({ at, row }): Task[] => {
    if (row.early_start === null || row.early_start === undefined) return []
    const detail = details.get(at) ?? {}
    const hasStarted = textIn(detail, 'actual_start') !== ''
    const finished = textIn(detail, 'actual_finish') !== ''
    return [
      {
        id: textIn(row, 'id'),
        name: textIn(row, 'name'),
        area: areaOf(detail),
        start: textIn(row, 'early_start_date'),
        finish: textIn(row, 'early_finish_date'),
        baselineStart: textIn(detail, 'baseline_start'),
        baselineFinish: textIn(detail, 'baseline_finish'),
        remaining: remainingOf(detail, hasStarted, finished),
        percent: numberIn(detail, 'percent_complete') ?? null,
        float: numberIn(row, 'total_float_days') ?? null,
        hasStarted,
        isComplete: finished,
        isMilestone: row.early_start === row.early_finish,
        isCritical: row.is_critical === true,
        isOnPath: row.is_on_longest_path === true,
      },
    ]
  })
}

/** As given; of work that has begun nothing else says it. */
function remainingOf(detail: Row, hasStarted: boolean, finished: boolean): number | null {
  if (finished) return 0
  const given = numberIn(detail, 'remaining_duration_days')
  return given ?? (hasStarted ? null : (numberIn(detail, 'duration_days') ?? null))
}

/** Enough to tell where work is, in the column of a page. */
const LEVELS = 2

/** Levels above all tasks, such as the project and its contract, tell no area from another. */
function areasOf(details: readonly Row[]): (detail: Row) => string {
  const hasNames = details.some(detail => textIn(detail, 'wbs_name') !== '')
  const levelsOf = (detail: Row): string[] => {
    const names = textIn(detail, 'wbs_name')
    const code = textIn(detail, 'wbs_code')
    return names !== '' ? names.split(WBS_NAME_SEPARATOR) : code === '' || hasNames ? [code] : code.split('.')
  }
  let shared: readonly string[] | undefined
  for (const detail of details) {
    const levels = levelsOf(detail)
    if (levels[0] === '' || (hasNames && textIn(detail, 'wbs_name') === '')) continue
    const known: readonly string[] = shared ?? levels
    const end = known.findIndex((level, n) => level !== levels[n])
    shared = end < 0 ? known : known.slice(0, end)
  }
  const above = shared?.length ?? 0
  return detail => {
    const levels = levelsOf(detail)
    // what lies at the shared level itself has its name
    const own = levels.slice(Math.min(above, levels.length - 1))
    return own.slice(0, LEVELS).join(hasNames ? ' / ' : '.')
  }
}

const TASK_COLUMNS = (unit: string) => [
  id('ID'),
  plain('Name'),
  plain('WBS'),
  dateOf('Start'),
  dateOf('Finish'),
  number('Remaining days'),
  number('% complete'),
  number(`Total float, ${unit}`),
  plain('State'),
]

const taskRow = (task: Task): Cell[] => [
  task.id,
  task.name,
  task.area,
  task.start + (task.hasStarted ? ACTUAL_MARK : ''),
  task.finish + (task.isComplete ? ACTUAL_MARK : ''),
  task.remaining,
  task.percent,
  task.float,
  task.isOnPath ? 'longest path' : task.isCritical ? 'critical' : '',
]

const ACTUAL = 'A behind a date: actual.'

const floatUnit = (cpm: Part | undefined): string =>
  cpm?.text('data.calendar.mode') === 'task_calendars'
    ? 'days of its calendar'
    : cpm === undefined
      ? 'days'
      : unitOf(cpm)

const taskTable = (sheet: string, caption: string, cpm: Part | undefined, tasks: readonly Task[]) =>
  table(sheet, `${caption} ${ACTUAL}`, TASK_COLUMNS(floatUnit(cpm)), tasks.map(taskRow))

const byStart = (tasks: readonly Task[]): Task[] =>
  tasks.toSorted((a, b) => order(a.start, b.start) || order(a.finish, b.finish) || order(a.id, b.id))

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function pathBlocks(cpm: Part | undefined, tasks: readonly Task[]): Block[] {
  const path = byStart(tasks.filter(({ isOnPath, isComplete }) => isOnPath && !isComplete))
  if (path.length === 0) return [text('No open task is on the longest path.')]
  return [
    text(
      'The longest path is the chain of driving links to the project finish: a day lost on it is a day of the finish.',
    ),
    taskTable('Longest path', 'Open tasks on the longest path, by start.', cpm, path),
  ]
}

export function lookAheadBlocks(report: Gathered, cpm: Part | undefined, tasks: readonly Task[]): Block[] {
  const date = cpm?.text('data.data_date.date')
  const day = date === undefined ? undefined : parseDay(date)
  if (day === undefined)
    return [text('The schedule has no data date, so nothing can be looked ahead from it.', 'limit')]
  const weeks = report.own.number('data.layout.look_ahead_weeks') ?? LOOK_AHEAD_WEEKS
  const until = formatDay(day + weeks * DAYS_PER_WEEK)
  const ahead = byStart(
    tasks.filter(({ isComplete, hasStarted, start }) => !isComplete && start !== '' && (hasStarted || start <= until)),
  )
  return [
    text(`Tasks in progress, and those that begin by ${until}: ${weeks} weeks from the data date, ${date}.`),
    taskTable('Look-ahead', `${ahead.length} tasks, by start.`, cpm, ahead),
  ]
}

export function milestoneBlocks(cpm: Part | undefined, tasks: readonly Task[]): Block[] {
  const milestones = byStart(tasks.filter(({ isMilestone }) => isMilestone))
  if (milestones.length === 0) return [text('The schedule has no milestone.')]
  return [taskTable('Milestones', 'Milestones, by date.', cpm, milestones)]
}

/** Open work with little float, by area: where the next critical path may come from. */
export function nearCritical(cpm: Part | undefined, tasks: readonly Task[]): Block[] {
  const limit = cpm?.number('data.near_critical_days')
  if (cpm === undefined || limit === undefined) return []
  const areas = new Map<string, { count: number; least: number }>()
  for (const { float, isComplete, isCritical, area } of tasks) {
    if (isComplete || isCritical || float === null || float <= 0 || float > limit) continue
    const known = areas.get(area)
    if (known === undefined) areas.set(area, { count: 1, least: float })
    else {
      known.count++
      known.least = Math.min(known.least, float)
    }
  }
  if (areas.size === 0) return [text(`No open task has a total float above 0 and up to ${limit} ${floatUnit(cpm)}.`)]
  const rows = [...areas].sort(([a, one], [b, other]) => one.least - other.least || order(a, b))
  return [
    table(
      'Near critical',
      `Open tasks with a total float above 0 and up to ${limit} ${floatUnit(cpm)}, by area of the WBS, least float first.`,
      [plain('Area'), number('Tasks'), number('Least float')],
      rows.slice(0, AREAS_MAX).map(([area, { count, least }]) => [area || 'no WBS', count, least]),
      rows.length,
    ),
  ]
}

/** All tasks stand in the workbook; on paper the tables above are the excerpt. */
export const activityBlocks = (cpm: Part | undefined, tasks: readonly Task[]): Block[] =>
  tasks.length === 0 ? [] : [{ ...taskTable('Activities', 'Activities.', cpm, tasks), isOfBookAlone: true }]

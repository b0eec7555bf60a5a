/** From the reply of the critical path to columns, in the worker: the long lists of objects never reach the page. */
import { MINUTES_PER_DAY, minutesOf } from './moment.ts'
import type { CpmData, CpmTask, LinkDetail, TaskDetail } from './replies.ts'
import { CRITICAL, KINDS, type Links, ON_LONGEST_PATH, positions, RELATIONS, type Schedule } from './schedule.ts'

/** A column with an entry for each row: `from` of typed arrays makes a list of the rows first. */
function filled<Row, Column extends { [at: number]: number }>(
  column: Column,
  rows: readonly Row[],
  of: (row: Row) => number | null | undefined,
): Column {
  for (let i = 0; i < rows.length; i++) column[i] = of(rows[i]!) ?? Number.NaN
  return column
}
const numbers = <Row>(rows: readonly Row[], of: (row: Row) => number | null | undefined): Float64Array =>
  filled(new Float64Array(rows.length), rows, of)
const indices = <Row>(rows: readonly Row[], of: (row: Row) => number): Int32Array =>
  filled(new Int32Array(rows.length), rows, of)
const bytes = <Row>(rows: readonly Row[], of: (row: Row) => number): Uint8Array =>
  filled(new Uint8Array(rows.length), rows, of)

function linkColumns(details: readonly LinkDetail[], indexOf: ReadonlyMap<string, number>, count: number): Links {
  const predecessor = indices(details, link => indexOf.get(link.predecessor)!)
  const successor = indices(details, link => indexOf.get(link.successor)!)
  const into = positions(successor, count)
  const out = positions(predecessor, count)
  return {
    predecessor,
    successor,
    type: bytes(details, link => RELATIONS.indexOf(link.type as (typeof RELATIONS)[number])),
    lagDays: numbers(details, link => link.lag_days),
    floatDays: numbers(details, link => link.relationship_float_days),
    isDriving: bytes(details, link => (link.is_driving ? 1 : 0)),
    intoStart: into.start,
    into: into.at,
    outStart: out.start,
    out: out.at,
  }
}

/** The whole duration of what has not begun; of work under way what the file says, or the part that its per cent leave. */
function remainingOf(detail: TaskDetail): number {
  const { duration_days: days, remaining_duration_days: given, percent_complete: percent } = detail
  const state = stateOf(detail)
  if (state !== 1) return state === 2 ? 0 : days
  return given ?? days * (1 - (percent ?? 0) / 100)
}

const actualsOf = ({ actual_start: start, actual_finish: finish }: TaskDetail): number =>
  finish !== null ? 2 : start !== null ? 1 : 0

const stateOf = (detail: TaskDetail): number => {
  if (detail.actual_finish !== null || detail.percent_complete === 100) return 2
  return detail.actual_start !== null || (detail.percent_complete ?? 0) > 0 ? 1 : 0
}

/** Between the levels of a wbs_name (shared/contract/schedule/fields.ts). */
const SEPARATOR = ' > '

/** Codes by index with the names of their levels, and for each task the index of its own; -1 = none. */
function wbsColumns(details: readonly TaskDetail[]): Pick<Schedule, 'wbs' | 'wbsCodes' | 'wbsNames'> {
  const indexOf = new Map<string, number>()
  const names: string[][] = []
  const wbs = indices(details, ({ wbs_code: code, wbs_name: name }) => {
    if (code === null) return -1
    let index = indexOf.get(code)
    if (index === undefined) {
      index = indexOf.size
      indexOf.set(code, index)
      names.push(name === null ? [] : name.split(SEPARATOR))
    }
    return index
  })
  return { wbs, wbsCodes: [...indexOf.keys()], wbsNames: names }
}

/** format: of the file, in whose tool's words constraints are shown. */
export function scheduleOf(data: CpmData, format?: string): Schedule {
  const { tasks, task_details: details } = data
  const indexOf = new Map(tasks.map(({ id }, i) => [id, i]))
  const isUndated = data.project_start_date === null
  const dates = (text: (task: CpmTask) => string | null, offset: (task: CpmTask) => number | null, isFinish: boolean) =>
    numbers(tasks, task =>
      isUndated ? (offset(task) ?? Number.NaN) * MINUTES_PER_DAY : minutesOf(text(task), isFinish),
    )
  const given = (text: (detail: TaskDetail) => string | null, isFinish: boolean) =>
    numbers(details, detail => minutesOf(text(detail), isFinish))
  const start = dates(
    task => task.early_start_date,
    task => task.early_start,
    false,
  )
  const hasTimes = tasks.some(task => (task.early_start_date?.length ?? 0) > 10)
  const finish = dates(
    task => task.early_finish_date,
    task => task.early_finish,
    true,
  )
  // a moment without duration lies on one day, which has no end of its own
  if (!hasTimes)
    tasks.forEach((task, i) => {
      if (task.early_start !== null && task.early_start === task.early_finish) finish[i] = start[i]!
    })
  const shown = (text: (task: CpmTask) => string | null, end: Float64Array) =>
    isUndated ? end : numbers(tasks, task => minutesOf(text(task)))
  const lateFinish = dates(
    task => task.late_finish_date,
    task => task.late_finish,
    true,
  )
  return {
    taskCount: tasks.length,
    hasTimes,
    isUndated,
    ids: tasks.map(({ id }) => id),
    names: tasks.map(({ name }) => name ?? ''),
    kind: bytes(details, ({ task_type: type }) => Math.max(0, KINDS.indexOf(type as (typeof KINDS)[number]))),
    ...wbsColumns(details),
    parent: indices(details, ({ parent_id: id }) => (id === null ? -1 : (indexOf.get(id) ?? -1))),
    start,
    finish,
    lateStart: dates(
      task => task.late_start_date,
      task => task.late_start,
      false,
    ),
    lateFinish,
    finishDate: shown(task => task.early_finish_date, finish),
    lateFinishDate: shown(task => task.late_finish_date, lateFinish),
    baselineStart: given(detail => detail.baseline_start, false),
    baselineFinish: given(detail => detail.baseline_finish, true),
    durationDays: numbers(details, detail => detail.duration_days),
    remainingDays: numbers(details, remainingOf),
    totalFloatDays: numbers(tasks, task => task.total_float_days),
    freeFloatDays: numbers(tasks, task => task.free_float_days),
    dragDays: numbers(tasks, task => task.drag_working_days ?? task.drag_days),
    percent: numbers(details, detail => detail.percent_complete),
    state: bytes(details, stateOf),
    actuals: bytes(details, actualsOf),
    marks: bytes(tasks, task => (task.is_critical ? CRITICAL : 0) | (task.is_on_longest_path ? ON_LONGEST_PATH : 0)),
    driver: tasks.map(task => task.driver),
    constraint: details.map(({ constraint_type: type, constraint_date: date }) =>
      type === null ? null : [type, date ?? ''].join(' ').trim(),
    ),
    tool: /^(?:ms_project|mpp)/.test(format ?? '') ? 'ms_project' : 'p6',
    calendar: details.map(detail => detail.calendar_id),
    links: linkColumns(data.network_details.links, indexOf, tasks.length),
    dataDate: isUndated ? Number.NaN : minutesOf(data.data_date.date),
  }
}

/**
 * The input of one analysis out of that of a report: what its own call would have been sent. Members that it does not take are left out, its
 * options are those under its id and the contract dates of all, and the one schedule stands where the analysis reads it: in `tasks`, or in `current_schedule`.
 */
import type { AnalysisId, AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { OF_CONTRACT } from '../../../shared/contract/report/report-request.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { withSettings } from '../../../shared/contract/schedule/settings-of-input.ts'
import { addSchemaFaults } from '../../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { hasPlanBeside, withPlanBeside } from '../analysis/checks/sent-baseline.ts'
import { planOf, type Shape } from '../read/body-plan.ts'
import { tooFewItems } from '../read/schedule-list.ts'
import type { AnalysisInput } from '../result/result.ts'
import { addRangeFaults, sayMissingDate } from './report-faults.ts'

type Members = Record<string, unknown>

const TASKS = 'tasks'
const CURRENT = 'current_schedule'
const BASELINE = 'baseline_schedule'
const OPTIONS = 'options'
const STATUS_DATE = 'status_date'

/** Options of a report where the request says nothing else: what its charts are drawn from. */
const USUAL_OPTIONS: Readonly<Partial<Record<AnalysisId, Members>>> = { 'analysis.cpm': { include_curves: true } }
/** A monthly report names the area and the progress of tasks as well. */
const MONTHLY_OPTIONS: typeof USUAL_OPTIONS = { 'analysis.cpm': { include_curves: true, include_task_details: true } }

const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null

const membersOf = (shape: Shape | undefined): ReadonlyMap<string, Shape> => shape?.members ?? new Map()

/** Where the schedule stands in a report and where the analysis reads it: the first part of the paths of its lists. */
interface Move {
  readonly from: string
  readonly to: string
}

/** Task lists of the analysis lie below these members. */
const isRead = (path: string, root: Shape): boolean => membersOf(root).has(path.split('.')[0]!)

function renamed(path: string, { from, to }: Move): string {
  if (from === to) return path
  if (path === from || path.startsWith(`${from}.`)) {
    const rest = path.slice(from.length)
    // the schedule itself: "tasks", or "current_schedule.tasks"
    return from === TASKS ? `${to}.${TASKS}${rest}` : rest.slice(1)
  }
  return path
}

/** Members of the schedule and of the request, as the analysis takes them. */
function paramsOf({ params }: AnalysisInput, row: AnalysisRow, move: Move): Members {
  const root = planOf(row.request).root
  const known = membersOf(root)
  const { [CURRENT]: current, [OPTIONS]: options, ...sent } = params as Members
  const ofSchedule = move.from === CURRENT && isMembers(current) ? current : {}
  const all: Members = { ...sent, ...ofSchedule }
  const made: Members = {}
  for (const name of known.keys()) if (all[name] !== undefined && name !== CURRENT) made[name] = all[name]
  if (move.to === CURRENT) {
    const inSchedule: Members = {}
    for (const name of membersOf(known.get(CURRENT)).keys()) if (all[name] !== undefined) inSchedule[name] = all[name]
    made[CURRENT] = inSchedule
  }
  const own = isMembers(options) ? options[row.id] : undefined
  const usual = (params.kind === 'monthly' ? MONTHLY_OPTIONS : USUAL_OPTIONS)[row.id]
  const contract = contractOf(options, membersOf(known.get(OPTIONS)))
  if (isMembers(own) || usual !== undefined || contract !== undefined)
    made[OPTIONS] = { ...usual, ...contract, ...(isMembers(own) ? own : {}) }
  return withStatusDate(made, known)
}

/** Of the contract dates of the report those that the analysis takes; undefined: none. */
function contractOf(options: unknown, taken: ReadonlyMap<string, Shape>): Members | undefined {
  const contract = isMembers(options) ? options[OF_CONTRACT] : undefined
  if (!isMembers(contract)) return undefined
  const own = Object.entries(contract).filter(([name, value]) => taken.has(name) && value !== null)
  return own.length === 0 ? undefined : Object.fromEntries(own)
}

/** An analysis that has the status date among its options gets that of the schedule, as it does with a project file. */
function withStatusDate(params: Members, known: ReadonlyMap<string, Shape>): Members {
  const date = params[STATUS_DATE]
  if (typeof date !== 'string' || !membersOf(known.get(OPTIONS)).has(STATUS_DATE)) return params
  const options = params[OPTIONS]
  const given = isMembers(options) ? options : {}
  return given[STATUS_DATE] === undefined ? { ...params, [OPTIONS]: { ...given, [STATUS_DATE]: date } } : params
}

/** Schedules by the paths of the analysis, without what was made of the members of the report. */
function schedulesOf(input: AnalysisInput, row: AnalysisRow, move: Move): Map<string, ScheduleColumns> {
  const { root } = planOf(row.request)
  const found = new Map<string, ScheduleColumns>()
  for (const [path, columns] of input.schedules) {
    const to = renamed(path, move)
    const planned = path === pathOf(move) && takesPlan(input, row) ? withPlanBeside(input, columns) : columns
    // an object of its own: what one analysis notes of a schedule is no matter of the others
    if (isRead(to, root)) found.set(to, { ...planned, setting: undefined })
  }
  return found
}

const pathOf = ({ from }: Move): string => (from === TASKS ? TASKS : `${from}.${TASKS}`)

/**
 * Whether tasks get the dates of the baseline beside them: P6 keeps a baseline as a project of its own, so that scores of an update would know none, though
 * it was sent. Not in an analysis that reads baselines itself, or the updates one after another.
 */
export function takesPlan(input: AnalysisInput, row: AnalysisRow): boolean {
  const { root } = planOf(row.request)
  const move = moveOf(input, root)
  const columns = input.schedules.get(pathOf(move))
  return (
    columns !== undefined &&
    (row.id.startsWith('health.') || row.id === 'analysis.cpm') &&
    !membersOf(root).has(BASELINE) &&
    hasPlanBeside(input, columns)
  )
}

/** Lists that are too short, as the reader says it. */
function addLengthFaults(root: Shape, schedules: ReadonlyMap<string, ScheduleColumns>, faults: ValidationFaults): void {
  for (const [path, { taskCount }] of schedules) {
    const place = path.split('.').map(step => (/^\d+$/.test(step) ? Number(step) : step))
    let shape: Shape | undefined = root
    for (const step of place) shape = typeof step === 'number' ? shape?.items : membersOf(shape).get(step)
    const least = shape?.listItemsMin ?? 0
    if (taskCount < least) faults.add(place, 'length', tooFewItems(TASKS, least, taskCount))
  }
}

const moveOf = (input: AnalysisInput, root: Shape): Move => ({
  from: input.schedules.has(`${CURRENT}.${TASKS}`) ? CURRENT : TASKS,
  to: membersOf(root).has(CURRENT) ? CURRENT : TASKS,
})

export function derivedInput(input: AnalysisInput, row: AnalysisRow): AnalysisInput | Refusal {
  const { root, validator } = planOf(row.request)
  const move = moveOf(input, root)
  const params = paramsOf(input, row, move)
  const raw = schedulesOf(input, row, move)
  const faults = new ValidationFaults(['body'])
  addLengthFaults(root, raw, faults)
  addSchemaFaults(validator, params, faults)
  if (row.input === 'strict') for (const [path, columns] of raw) addRangeFaults(path, columns, faults)
  if (faults.count > 0) {
    const isFile = input.imports?.some(({ path }) => path.startsWith(move.from)) === true
    const said = sayMissingDate(faults.faults, row, move.from === TASKS ? '' : move.from, isFile)
    return { code: 'validation', details: {}, faults: said, faultCount: faults.count }
  }
  // calendars were checked when the report was read
  const schedules = withSettings(params, raw, () => {})
  const counts = [...schedules.values()].map(({ taskCount }) => taskCount)
  const isOfIt = (place: string): boolean => !isOfOther(place, input, root, move)
  const imports = input.imports
    ?.filter(({ path }) => isOfIt(path))
    .map(each => ({ ...each, path: renamed(each.path, move) }))
  return {
    params,
    schedules,
    ignoredFields: input.ignoredFields
      .filter(isOfIt)
      .map(place => renamed(place, move))
      .sort(),
    meantFields: Object.fromEntries(
      Object.entries(input.meantFields)
        .filter(([place]) => isOfIt(place))
        .map(([place, meant]) => [renamed(place, move), meant]),
    ),
    taskCount: counts.reduce((sum, count) => sum + count, 0),
    taskCountLargest: Math.max(0, ...counts),
    ...(imports !== undefined && imports.length > 0 && { imports }),
  }
}

/** A place in a schedule that the analysis does not read. */
function isOfOther(place: string, { schedules }: AnalysisInput, root: Shape, move: Move): boolean {
  const first = place.split('.')[0]!
  const isSchedule = [...schedules.keys()].some(path => path.split('.')[0] === first)
  return isSchedule && !isRead(renamed(place, move), root)
}

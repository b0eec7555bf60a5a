/**
 * What the tests over all fourteen analyses share: a body per row, made of its own containers from one generated project
 * (baseline, two snapshots, the current status), and the reply as a client reads it: through reader, analyser and writer.
 */
import { type HistoryStatus, makeSchedule, scheduleHistory } from '../../../loadtest/schedules.ts'
import { type AnalysisRow, analyses } from '../../../shared/contract/analysis/analyses.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { APPROVAL_STATUSES, DELAY_CATEGORIES } from '../../../shared/contract/schedule/fields.ts'
import { schemaFaults } from '../../../shared/test/compiled-schema.ts'
import { analysers } from '../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../engine/read/read-request.ts'
import { type AnalysisResult, isRefusal } from '../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../engine/write/envelope.ts'
import { type Plain, TODAY } from './analyse.ts'
import type { TaskObject } from './columns-from-tasks.ts'

export type { Plain } from './analyse.ts'

export const built: readonly AnalysisRow[] = analyses.filter(row => row.pending !== true)

/** A request body, read and written member by member. */
export type Body = Plain

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly type?: string
}

const schemaOf = (row: AnalysisRow): Required<Pick<Schema, 'properties'>> & Schema => row.request as never

/** Schemas of the options of a row by their name; those of an object of options stand under a dotted name. */
export function optionSchemas(row: AnalysisRow): Readonly<Record<string, Schema>> {
  const options = schemaOf(row).properties.options?.properties ?? {}
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, schema]) =>
      schema.properties === undefined
        ? [[name, schema]]
        : Object.entries(schema.properties).map(([inner, each]) => [`${name}.${inner}`, each]),
    ),
  )
}

/** Members of the body beside the tasks and the options, by name; true: the row refuses a body without. */
export function containersOf(row: AnalysisRow): Readonly<Record<string, boolean>> {
  const { properties, required = [] } = schemaOf(row)
  const names = Object.keys(properties).filter(name => name !== 'tasks' && name !== 'options')
  return Object.fromEntries(names.map(name => [name, required.includes(name)]))
}

/** A project of some hundred tasks with every field in use, and what containers hold beside schedules. */
export interface Project {
  readonly baseline: { readonly tasks: TaskObject[]; readonly baseline_date: string }
  readonly snapshots: readonly { readonly tasks: TaskObject[]; readonly snapshot_date: string }[]
  readonly current: { readonly tasks: TaskObject[]; readonly status_date: string }
}

/** Faults of many kinds, some in a hundred tasks each, so that no single field holds all there is to find. */
function withFaults(task: TaskObject, i: number): TaskObject {
  const isComplete = typeof task.actual_finish === 'string'
  const isWaiting = typeof task.actual_start !== 'string'
  if (i % 31 === 3 && isComplete) return { ...task, actual_start: '2020-06-01', planned_start: '2020-06-01' }
  if (i % 37 === 5 && isComplete) return { ...task, actual_finish: null }
  if (i % 29 === 7 && !isComplete) return { ...task, baseline_finish: '2031-05-01', baseline_duration_days: null }
  if (i % 31 === 9) return { ...task, planned_start: task.planned_finish, planned_finish: '2020-01-06' }
  if (i % 23 === 11 && isWaiting) return { ...task, percent_complete: 30 }
  if (i % 43 === 13 && !isComplete) return { ...task, predecessors: null }
  if (i % 19 === 15 && !isWaiting) return { ...task, earned_value: 9_000_000 }
  return task
}

/** Work in progress with a day more to do than its percent complete leaves. */
function withRemaining(task: TaskObject): TaskObject {
  const { duration_days, percent_complete, actual_start, actual_finish } = task
  if (typeof actual_start !== 'string' || typeof actual_finish === 'string' || !duration_days) return task
  const left = (duration_days * (100 - ((percent_complete as number | null) ?? 0))) / 100
  return { ...task, remaining_duration_days: Math.round(left) + 1 }
}

export function project(seed: number, taskCount: number): Project {
  const { baseline, snapshots, current } = scheduleHistory(seed, taskCount, 3)
  // over the generator, which gives the rarest fields to a few tasks or none
  const tasksOf = (status: Pick<HistoryStatus, 'taskCount' | 'task'>): TaskObject[] =>
    Array.from({ length: status.taskCount }, (_, i) => ({
      delay_category: DELAY_CATEGORIES[i % 9] ?? null,
      ...(i % 4 === 1 ? withRemaining(status.task(i) as TaskObject) : (status.task(i) as TaskObject)),
      ...(i % 50 === 7 ? { approval_required: true, approval_status: APPROVAL_STATUSES[1] } : {}),
    }))
  return {
    baseline: { tasks: tasksOf(baseline), baseline_date: baseline.statusDate },
    snapshots: snapshots.map(each => ({
      tasks: tasksOf(each),
      snapshot_date: each.statusDate,
      planned_value_total: each.plannedValueTotal,
      earned_value_total: each.earnedValueTotal,
      actual_cost_total: each.actualCostTotal,
      budget_at_completion: each.budgetAtCompletion,
    })),
    current: { tasks: tasksOf(current).map(withFaults), status_date: current.statusDate },
  }
}

/** A schedule with the faults a generator can put in, as every status of a project whose tasks differ by seed. */
export function faulty(seed: number, taskCount: number): Project {
  const defects = {
    openEnds: 0.03,
    danglingIds: 0.01,
    leads: 0.05,
    hardConstraints: 0.03,
    badDates: 0.01,
    outOfSequence: 0.05,
  }
  const at = (statusShare: number) => {
    const { statusDate, ...schedule } = makeSchedule({ seed, taskCount, defects, statusShare })
    return { tasks: schedule.tasks() as TaskObject[], statusDate }
  }
  const [baseline, snapshot, current] = [at(0), at(0.3), at(0.6)]
  return {
    baseline: { tasks: baseline.tasks, baseline_date: baseline.statusDate },
    snapshots: [{ tasks: snapshot.tasks, snapshot_date: snapshot.statusDate }],
    current: { tasks: current.tasks, status_date: current.statusDate },
  }
}

/** Every list of tasks of a project through `change`. */
export const mapTasks = (from: Project, change: (tasks: TaskObject[]) => TaskObject[]): Project => ({
  baseline: { ...from.baseline, tasks: change(from.baseline.tasks) },
  snapshots: from.snapshots.map(each => ({ ...each, tasks: change(each.tasks) })),
  current: { ...from.current, tasks: change(from.current.tasks) },
})

/** The body of a row with every container it knows, and every block asked for. */
export function bodyOf(row: AnalysisRow, { baseline, snapshots, current }: Project): Body {
  const { tasks, status_date } = current
  const [first, last] = [tasks[0]!.id, tasks.at(-1)!.id]
  // whatever the order of the tasks
  const [least] = tasks.map(({ id }) => id).sort()
  const values: Record<string, unknown> = {
    tasks,
    status_date,
    calendar: 'working_days',
    current_schedule: current,
    baseline_schedule: baseline,
    schedule_history: snapshots,
    target_finish_date: '2030-01-31',
    must_finish_by: null,
    calendars: null,
    time_zone: null,
    category_mapping: null,
    resources: null,
    default_calendar_id: null,
    project_start: null,
    scheduling_options: null,
    leveling_options: null,
    start_task_ids: [first],
    finish_task_ids: [last],
    scope: 'schedule_only',
    changes: null,
    alternatives: [{ name: 'Shorter', changes: [{ task_id: least, duration_days: 1 }] }],
    search: { limits: { max_steps: 4 } },
    // one before any status, one before the last; neither adds a task, which would have no name of its own
    delay_events: ['2000-01-03', snapshots[0]!.snapshot_date].map((started, n) => ({
      id: `E${n + 1}`,
      party: 'owner',
      started,
      task_ids: [least],
      fragnet: [{ task_id: least, duration_days: 60 }],
    })),
    resource_availability: [{ resource: 'Crew 1', capacity_per_day: 2 }],
    own_catalogue: {
      id: 'house',
      version: '1',
      checks: [{ id: 'OWN-1', metric: ['total_float_days > 44'], limit: '<= 5 %' }],
    },
    mapping: { procurement: { constant: 'N' } },
    answers: { 'GAO-8.1': 'yes' },
    task_priorities: [{ task_id: least, priority: 900 }],
  }
  const known = Object.keys(schemaOf(row).properties).filter(name => name !== 'options')
  const unknown = known.filter(name => !(name in values))
  if (unknown.length > 0) throw new Error(`a body of ${row.id} needs a value for ${unknown}`)
  const flags = Object.keys(optionSchemas(row)).filter(name => name.startsWith('include_'))
  const narrows = (name: string) => name === 'include_critical_path_only'
  return {
    ...Object.fromEntries(known.map(name => [name, values[name]])),
    options: {
      ...Object.fromEntries(flags.map(name => [name, !narrows(name)])),
      ...('status_date' in optionSchemas(row) ? { status_date } : {}),
      // else the one check of own_catalogue would be all
      ...('catalogue' in optionSchemas(row) ? { catalogue: 'dcma-14' } : {}),
    },
  }
}

const FACTS = { taskCount: 0, inputSha256: '0'.repeat(64), ignoredFields: [] }
const REPLY = { endpoint: '/', requestId: '', processingTimeMs: 0 }

function analysed(row: AnalysisRow, body: Uint8Array): AnalysisResult | Refusal {
  const input = readRequest(row, body, 'application/json', NO_LIMITS)
  return 'schedules' in input ? analysers[row.id](input, { today: TODAY }) : input
}

function written(result: AnalysisResult): Buffer {
  const { chunks } = writeEnvelope(result, FACTS, 'application/json')
  return Buffer.concat([...chunks, spliceTail('application/json', REPLY)])
}

/** The bytes of the answer to the bytes of a body; throws on a refusal and on what no writer takes. */
export function answer(row: AnalysisRow, body: Uint8Array): Buffer {
  const result = analysed(row, body)
  if (isRefusal(result)) throw new Error(`${row.id} refuses: ${JSON.stringify(result)}`)
  return written(result)
}

/** Why a body is refused by the reader or the analysis; undefined: it is not. */
export function refusalOf(row: AnalysisRow, body: Body): Refusal | undefined {
  const result = analysed(row, Buffer.from(JSON.stringify(body)))
  return isRefusal(result) ? result : undefined
}

/** The reply as a client would read it. */
export const reply = (row: AnalysisRow, body: Body): Plain =>
  JSON.parse(answer(row, Buffer.from(JSON.stringify(body))).toString())

/** The same, or undefined where the body is refused. */
export function replyUnlessRefused(row: AnalysisRow, body: Body): Plain | undefined {
  const result = analysed(row, Buffer.from(JSON.stringify(body)))
  return isRefusal(result) ? undefined : JSON.parse(written(result).toString())
}

/** What is wrong with a reply; undefined: nothing. */
export function faultOf(row: AnalysisRow, { status, score, grade, data }: Plain): string | undefined {
  const faults = schemaFaults(row.data, data, 2)
  if (faults.length > 0) return JSON.stringify(faults)
  if (score === undefined || score === null) return (grade ?? null) === null ? undefined : `grade ${grade} of no score`
  if (!(score >= 0 && score <= 100)) return `score ${score}`
  if (status === 'critical' && grade === 'A') return `status critical beside grade A, score ${score}`
  return typeof grade === 'string' ? undefined : `score ${score} without a grade`
}

/** Every object of a reply that has a status of its own: checks, components, sub-metrics, whatever they are called. */
export function checksOf(plain: Plain): Plain[] {
  const found: Plain[] = []
  const rest: unknown[] = [plain.data]
  while (rest.length > 0) {
    const value = rest.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && 'status' in value && 'message' in value) found.push(value)
    rest.push(...Object.values(value))
  }
  return found
}

/** How a check is called in its own analysis. */
export const nameOf = (check: Plain): string => check.code ?? check.component ?? check.sub_metric ?? check.name

/**
 * One project at several statuses, for the comparisons: the baseline, earlier snapshots, the current status. Between two
 * statuses work goes on, a few estimates grow, a few links are dropped, a few changes are added as new tasks.
 */
import type { LinkColumns } from '../../shared/contract/schedule/columns.ts'
import { type BodyPart, bodyChunks, type DatedSource } from './body.ts'
import { integerOf, stream } from './draws.ts'
import { FINISH_ROW, roleIndex, START_ROW } from './layout.ts'
import { finishText, makePlan, ORDINARY, type Plan, startText, workdayText } from './plan.ts'
import { makeStatus, makeTruth, type Status, type Truth } from './status.ts'
import { idOf, TaskMaker, type TaskObject } from './task.ts'

export interface HistoryStatus extends DatedSource {
  readonly plannedValueTotal: number
  readonly earnedValueTotal: number
  readonly actualCostTotal: number
  readonly budgetAtCompletion: number
}

export interface ScheduleHistory {
  readonly baseline: DatedSource
  /** In order of their dates. */
  readonly snapshots: readonly HistoryStatus[]
  readonly current: HistoryStatus
}

/** Share of not yet started work whose estimate grows at some status, and by how much. */
const GROWN = { share: 0.03, factor: 1.25 }
/** Share of links dropped at some status. */
const DROPPED_SHARE = 0.02
/** New tasks per status, as a share of the tasks. */
const ADDED_SHARE = 0.002
/** The last status lies here between the plan's start and finish. */
const CURRENT_SHARE = 0.6

/** `statusCount` statuses after the baseline, the current one included. */
export function scheduleHistory(seed: number, taskCount: number, statusCount: number): ScheduleHistory {
  if (!Number.isSafeInteger(statusCount) || statusCount < 1)
    throw new RangeError(`statusCount must be a positive integer, got ${statusCount}`)
  const plan = makePlan(seed, taskCount, ORDINARY)
  const truth = makeTruth(plan, 0)
  const dataDates = Array.from({ length: statusCount }, (_, k) =>
    Math.round((plan.lengthDays * CURRENT_SHARE * (k + 1)) / statusCount),
  )
  const revisions = revisionsOf(plan, truth, dataDates)
  const added: Added[] = []
  const statuses = dataDates.map((dataDate, k) => {
    const status = makeStatus(plan, truth, dataDate, revisions.durations(k), revisions.links(k))
    added.push(...additions(plan, status, k))
    return historyStatus(plan, status, [...added])
  })
  const baseline = new TaskMaker(plan, makeStatus(plan, truth, 0), 0)
  return {
    baseline: { seed, taskCount, statusDate: workdayText(0), task: row => baseline.task(row) },
    snapshots: statuses.slice(0, -1),
    current: statuses.at(-1)!,
  }
}

/** What a status has revised of the plan; a revision made at one status stays in the later ones. */
interface Revisions {
  durations(status: number): Float64Array
  links(status: number): LinkColumns
}

function revisionsOf(plan: Plan, truth: Truth, dataDates: readonly number[]): Revisions {
  const grows = stream(plan.seed, 'history/grows')
  const drops = stream(plan.seed, 'history/drops')
  const work = roleIndex('work')
  /** A draw below the share names the status that revises; only work not started by then is revised. */
  const isRevised = (row: number, draw: number, share: number, status: number): boolean => {
    if (draw >= share || plan.role[row] !== work) return false
    const since = Math.floor((draw / share) * dataDates.length)
    return since <= status && truth.start[row] >= dataDates[since]
  }
  return {
    durations(status) {
      const durationDays = plan.durationDays.slice()
      for (let row = 0; row < plan.taskCount; row++)
        if (isRevised(row, grows(row), GROWN.share, status))
          durationDays[row] = Math.ceil(durationDays[row] * GROWN.factor)
      return durationDays
    },
    links(status) {
      const { links } = plan
      const start = new Uint32Array(plan.taskCount + 1)
      const kept: number[] = []
      for (let row = 0; row < plan.taskCount; row++) {
        for (let link = links.start[row]; link < links.start[row + 1]; link++) {
          const isFirst = link === links.start[row]
          if (isFirst || !isRevised(row, drops(link), DROPPED_SHARE, status)) kept.push(link)
        }
        start[row + 1] = kept.length
      }
      return {
        start,
        task: Int32Array.from(kept, link => links.task[link]),
        type: Uint8Array.from(kept, link => links.type[link]),
        lagDays: Float64Array.from(kept, link => links.lagDays[link]),
      }
    },
  }
}

interface Added {
  readonly id: string
  readonly predecessorRow: number
  readonly durationDays: number
}

function additions(plan: Plan, status: Status, k: number): Added[] {
  const place = stream(plan.seed, `history/added/${k}`)
  const days = stream(plan.seed, `history/added days/${k}`)
  return Array.from({ length: Math.ceil(plan.taskCount * ADDED_SHARE) }, (_, i) => {
    const row = integerOf(place(i), START_ROW, plan.taskCount - 1)
    const durationDays = integerOf(days(i), 2, 10)
    const isBeforeEnd = status.finish[row] + durationDays <= status.finish[FINISH_ROW]
    const isWork = plan.role[row] === roleIndex('work')
    return { id: `CHG-${k + 1}-${i + 1}`, predecessorRow: isWork && isBeforeEnd ? row : START_ROW, durationDays }
  })
}

function historyStatus(plan: Plan, status: Status, added: readonly Added[]): HistoryStatus {
  const maker = new TaskMaker(plan, status, 0)
  const addedTask = ({ id, predecessorRow, durationDays }: Added): TaskObject => {
    const from = Math.max(status.dataDate, Math.ceil(status.finish[predecessorRow]))
    return {
      id,
      name: `Change ${id.slice(4)}`,
      task_type: 'task',
      duration_days: durationDays,
      predecessors: [idOf(plan, predecessorRow)],
      percent_complete: 0,
      forecast_start: startText(from),
      forecast_finish: finishText(from + durationDays),
    }
  }
  const task = (index: number): TaskObject => {
    if (index >= plan.taskCount) return addedTask(added[index - plan.taskCount])
    const made = maker.task(index)
    if (index === FINISH_ROW) made.predecessors = [...(made.predecessors ?? []), ...added.map(one => one.id)]
    return made
  }
  let planned = 0
  let earned = 0
  let budget = 0
  for (let row = 0; row < plan.taskCount; row++) {
    const made = maker.task(row)
    const cost = Number(made.budgeted_cost ?? 0)
    const span = plan.finish[row] - plan.start[row]
    budget += cost
    earned += Number(made.earned_value ?? 0)
    if (span > 0) planned += cost * Math.min(1, Math.max(0, (status.dataDate - plan.start[row]) / span))
  }
  const cents = (amount: number): number => Math.round(amount * 100) / 100
  return {
    seed: plan.seed,
    taskCount: plan.taskCount + added.length,
    statusDate: workdayText(status.dataDate),
    task,
    plannedValueTotal: cents(planned),
    earnedValueTotal: cents(earned),
    actualCostTotal: cents(earned * 1.06),
    budgetAtCompletion: cents(budget),
  }
}

/** The body of a comparison: current_schedule, baseline_schedule unless left out, schedule_history when there is one. */
export function* comparisonChunks(
  history: ScheduleHistory,
  options: { readonly withBaseline?: boolean; readonly members?: Readonly<Record<string, unknown>> } = {},
): Generator<Buffer> {
  const { baseline, snapshots, current } = history
  const parts: BodyPart[] = [`{"current_schedule":{"status_date":"${current.statusDate}","tasks":[`, current, ']}']
  if (options.withBaseline !== false)
    parts.push(`,"baseline_schedule":{"baseline_date":"${baseline.statusDate}","tasks":[`, baseline, ']}')
  snapshots.forEach((snapshot, i) => {
    const totals = JSON.stringify({
      snapshot_date: snapshot.statusDate,
      planned_value_total: snapshot.plannedValueTotal,
      earned_value_total: snapshot.earnedValueTotal,
      actual_cost_total: snapshot.actualCostTotal,
      budget_at_completion: snapshot.budgetAtCompletion,
    })
    parts.push(i === 0 ? ',"schedule_history":[' : ',', `${totals.slice(0, -1)},"tasks":[`, snapshot, ']}')
  })
  if (snapshots.length > 0) parts.push(']')
  for (const [name, value] of Object.entries(options.members ?? {}))
    parts.push(`,${JSON.stringify(name)}:${JSON.stringify(value)}`)
  parts.push('}')
  yield* bodyChunks(parts)
}

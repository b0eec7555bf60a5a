/**
 * The network of a tolerant row (logic-audit, dcma-14-point, dcma-decm, planning-horizon, schedule-risk-index): CPM run
 * once and shared by the checks, or, when the links form a cycle, no CPM and the gate that names the cycle and caps the
 * score (/docs/methods#faulty-input). Live links and terminals are there either way.
 */

import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { bestFinish, bestStart } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { taskCalendars, workCalendars } from '../clock/calendars.ts'
import { momentAt } from '../clock/input.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { cycleText } from '../graph/cycle-text.ts'
import { type CycleReport, findCycles } from '../graph/cycles.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { FS } from '../passes/relation.ts'
import { durationsBy, remainingOf } from '../population/durations.ts'
import { type LiveLinks, liveLinks } from '../population/live-links.ts'
import { incompleteDiscreteTasks, incompleteTasks } from '../population/populations.ts'
import { IN_PROGRESS } from '../population/progress.ts'
import type { TaskStates } from '../population/task-states.ts'
import { type Terminals, terminalsOf } from '../population/terminals.ts'
import { type TotalFloats, totalFloats } from '../population/total-floats.ts'
import { plural } from '../wording/numbers.ts'
import { allHitsWhere, hitsOf } from './findings.ts'
import { GATE_ROWS } from './gate-rows.ts'
import { type Gate, gateOf } from './gates.ts'

/** By how much dates of whole days may be shorter than the work in them. */
const LEEWAY_DAYS = 1

/** One run of the critical-path method. */
export interface CpmRun {
  readonly network: Network
  readonly prepared: Preparation
  readonly result: CpmResult
}

export interface NetworkContext {
  /** undefined = the links form a cycle: what needs CPM is skipped (needsCpm of engine/check/needs.ts). */
  readonly cpm: CpmRun | undefined
  /** The cycle gate, or none. */
  readonly gates: readonly Gate[]
  readonly live: LiveLinks
  readonly terminals: Terminals
}

/** mustFinishDay: day number of must_finish_by, DAY_ABSENT = none. */
export function networkContext(
  tasks: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  mustFinishDay: number = DAY_ABSENT,
): NetworkContext {
  const { columns } = tasks
  const live = liveLinks(tasks)
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) {
    const report = findCycles(columns.taskCount, columns.links)
    const text = cycleText(report, columns.id)
    return {
      cpm: undefined,
      gates: [cycleGate(text, report)],
      live,
      terminals: terminalsOf(tasks, live),
    }
  }
  const network = buildNetwork(columns, order)
  const prepared = prepare(columns, network, { calendar: choice.calendar, statusDay, mustFinishDay })
  const result = computeCpm(prepared.input)
  return {
    cpm: { network, prepared, result },
    gates: [],
    live,
    terminals: terminalsOf(tasks, live, result),
  }
}

const cycleGate = (text: string, { taskCount, cycles }: CycleReport): Gate =>
  gateOf(GATE_ROWS.cycle, {
    description: `The dependencies of ${plural(taskCount, 'task')} form a cycle: ${text}. Checks that need the critical path were skipped.`,
    hits: { ...hitsOf(Uint32Array.from(new Set(cycles.flatMap(cycle => [...cycle]))).sort()), count: taskCount },
  })

/**
 * TF* for the analyses that otherwise need no network (health/score, progress-audit): what the schedule supplies, else, where its tasks have
 * calendars, what the critical-path method computes. Some formats of project files carry no float, and the verdict on a schedule must not depend on
 * the format of its file. Without calendars nothing is computed here but for a schedule with a baseline whose dates may be too early.
 */
interface WholeFloats {
  readonly floats: TotalFloats
  /** undefined where nothing had to be computed, or where the links form a cycle. */
  readonly cpm: CpmRun | undefined
  readonly ends: EndsOfWork
}

export function wholeFloats(
  tasks: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  mustFinishDay: number,
): WholeFloats {
  const { columns } = tasks
  const { marks } = incompleteTasks(tasks)
  // a float without a date does not tell which task is last
  const isWanting = (i: number): boolean =>
    marks[i] === 1 && (Number.isNaN(columns.totalFloatDays[i]) || bestFinish(columns, i) === DAY_ABSENT)
  const isComputed = columns.setting !== undefined && allHitsWhere(columns.taskCount, isWanting).count > 0
  const isLater = mayEndLater(tasks, choice, statusDay)
  const { cpm } = isComputed || isLater ? networkContext(tasks, choice, statusDay, mustFinishDay) : { cpm: undefined }
  const floats = totalFloats(columns, isComputed ? cpm?.result.totalFloat : undefined, marks)
  return { floats, cpm: isComputed ? cpm : undefined, ends: isLater ? endsIn(tasks, cpm, floats) : asReported(floats) }
}

/** What decides whether a job can be finished by its dates. */
export interface EndsOfWork {
  /** Where the critical path has open work that ends later than its own dates; DAY_ABSENT: those count. */
  readonly early: EarlyFinishDay
  readonly floatDays: Float64Array
}

const asReported = ({ days }: TotalFloats): EndsOfWork => ({ early: () => DAY_ABSENT, floatDays: days })

/** Of an analysis that has run the critical-path method. */
export const endsOfWork = (
  tasks: TaskStates,
  choice: CalendarChoice,
  statusDay: number,
  cpm: CpmRun | undefined,
  floats: TotalFloats,
): EndsOfWork => (mayEndLater(tasks, choice, statusDay) ? endsIn(tasks, cpm, floats) : asReported(floats))

/**
 * Supplied floats that belong to earlier dates than the network has (it was changed and not computed again) are no measure of it: where its open work
 * ends later than all own dates, the computed dates and floats count.
 */
function endsIn(tasks: TaskStates, cpm: CpmRun | undefined, floats: TotalFloats): EndsOfWork {
  if (cpm === undefined) return asReported(floats)
  const { columns } = tasks
  const open = incompleteDiscreteTasks(tasks).marks
  const early = earlyFinishDay(cpm)
  let [own, computed] = [DAY_ABSENT, DAY_ABSENT]
  for (let i = 0; i < columns.taskCount; i++) {
    if (open[i] === 0) continue
    own = Math.max(own, bestFinish(columns, i))
    computed = Math.max(computed, early(i))
  }
  return own !== DAY_ABSENT && computed > own ? { early, floatDays: cpm.result.totalFloat } : asReported(floats)
}

/**
 * Whether open work may end later than its own dates say: it has none, or less of them than is left of begun work; where tasks have calendars, too, they
 * are over, shorter than the work, or begin before what it waits for ends. Dates that were computed by a tool are none of that; entered and not
 * computed again they are. Asked where dates or floats decide something: with a baseline or supplied floats.
 */
function mayEndLater(tasks: TaskStates, { calendar }: CalendarChoice, statusDay: number): boolean {
  const { columns, state } = tasks
  const { setting, links, baselineFinish, totalFloatDays, remainingDurationDays } = columns
  if (!baselineFinish.some(day => day !== DAY_ABSENT) && !totalFloatDays.some(days => !Number.isNaN(days))) return false
  const open = incompleteDiscreteTasks(tasks).marks
  const lengthOf = durationsBy(columns, calendar)
  const calendars =
    setting === undefined ? undefined : { list: workCalendars(setting), of: taskCalendars(columns, setting) }
  const daysIn = (i: number, from: number, to: number): number => {
    if (calendars === undefined) return calendar.daysBetween(from, to)
    const own = calendars.list[calendars.of[i]]
    return own.workBetween(from * MINUTES_PER_DAY, (to + 1) * MINUTES_PER_DAY) / own.minutesPerDay
  }
  for (let i = 0; i < columns.taskCount; i++) {
    if (open[i] === 0) continue
    const start = bestStart(columns, i)
    const finish = bestFinish(columns, i)
    if (finish === DAY_ABSENT) {
      if (calendars !== undefined || baselineFinish[i] === DAY_ABSENT) return true
      continue
    }
    const isBegun = state[i] === IN_PROGRESS
    if (calendars === undefined && !(isBegun && remainingDurationDays[i] >= 0)) continue
    if (finish < statusDay) return true
    const left = isBegun ? remainingOf(columns, i, lengthOf(i)) : lengthOf(i)
    const from = isBegun ? Math.max(statusDay, start) : start
    if (from !== DAY_ABSENT && left > daysIn(i, from, finish) + LEEWAY_DAYS) return true
    if (isBegun || start === DAY_ABSENT) continue
    for (let l = links.start[i]; l < links.start[i + 1]; l++) {
      const isAfter = links.type[l] === FS && links.lagDays[l] >= 0
      if (isAfter && open[links.task[l]] === 1 && bestFinish(columns, links.task[l]) > start) return true
    }
  }
  return false
}

/** Early finish of a task, DAY_ABSENT = none. */
export type EarlyFinishDay = (task: number) => number

/** What a run of the critical-path method gives for it; none where the links form a cycle, or without an anchor. */
export function earlyFinishDay(cpm: CpmRun | undefined): EarlyFinishDay {
  const timeline = cpm?.prepared.timeline
  if (cpm === undefined || timeline === undefined) return () => DAY_ABSENT
  const { earlyFinish } = cpm.result
  const { clock } = cpm.prepared.input
  if (clock === undefined) return i => timeline.finishDay(earlyFinish[i])
  return i =>
    Number.isNaN(earlyFinish[i]) ? DAY_ABSENT : Math.ceil(momentAt(clock, earlyFinish[i]) / MINUTES_PER_DAY) - 1
}

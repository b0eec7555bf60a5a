/**
 * The network of a tolerant row (logic-audit, dcma-14-point, dcma-decm, planning-horizon, schedule-risk-index): CPM run
 * once and shared by the checks, or, when the links form a cycle, no CPM and the gate that names the cycle and caps the
 * score (/docs/methods#faulty-input). Live links and terminals are there either way.
 */

import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { bestFinish } from '../calendar/best-dates.ts'
import type { CalendarChoice } from '../calendar/choice.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { cycleText } from '../graph/cycle-text.ts'
import { type CycleReport, findCycles } from '../graph/cycles.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { type LiveLinks, liveLinks } from '../population/live-links.ts'
import { incompleteTasks } from '../population/populations.ts'
import type { TaskStates } from '../population/task-states.ts'
import { type Terminals, terminalsOf } from '../population/terminals.ts'
import { type TotalFloats, totalFloats } from '../population/total-floats.ts'
import { plural } from '../wording/numbers.ts'
import { allHitsWhere, hitsOf } from './findings.ts'
import { GATE_ROWS } from './gate-rows.ts'
import { type Gate, gateOf } from './gates.ts'

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
 * the format of its file. Without calendars nothing is computed here.
 */
interface WholeFloats {
  readonly floats: TotalFloats
  /** undefined where nothing had to be computed, or where the links form a cycle. */
  readonly cpm: CpmRun | undefined
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
  const { cpm } = isComputed ? networkContext(tasks, choice, statusDay, mustFinishDay) : { cpm: undefined }
  return { floats: totalFloats(columns, cpm?.result.totalFloat, marks), cpm }
}

/** The critical-path method by the clock: cpm.ts in moments. */
import { EPSILON_DAYS, snap } from '../calendar/snap.ts'
import { type ClockedInput, calendarOf, criticalMinutesOf, momentsOf, offsetAt } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { forward } from '../passes/p6-forward.ts'
import { reverse } from '../passes/p6-reverse.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import { floatsByClock } from './clocked-floats.ts'
import { clockedCpmByKernel } from './clocked-kernel.ts'
import { lateOffsets, writeOffsets } from './clocked-passes.ts'
import { ResultP6Plan } from './clocked-result.ts'
import type { CpmResult } from './cpm.ts'
import { earlyDates } from './forward.ts'
import type { CpmInput } from './input.ts'
import { longestPath } from './longest-path.ts'

export function computeCpmByClock(input: CpmInput & ClockedInput): CpmResult {
  if (input.clock.rules.rules === 'ms_project') return cpmByMsProject(input)
  return clockedCpmByKernel(input) ?? cpmByP6(input)
}

/** What is short, finds no memory or works by its resources. */
function cpmByP6(input: ClockedInput): CpmResult {
  const { order, taskCount } = input.network
  const moments = momentsOf(taskCount)
  const plan = new ResultP6Plan(input, moments)
  forward(plan, 0, order.length, true)
  plan.turn(rulesOf(input).projectFinish(input, moments))
  const early = earlyDates(taskCount)
  writeOffsets(input, moments, early)
  reverse(plan, order.length, 0)
  return plan.result(early)
}

function cpmByMsProject(input: CpmInput & ClockedInput): CpmResult {
  const { clock, network, state, reportedStart, reportedFinish } = input
  const { taskCount, order } = network
  const rules = rulesOf(input)
  const moments = momentsOf(taskCount)
  rules.forward(input, moments)
  const finish = rules.projectFinish(input, moments)
  const late = lateOffsets(input, rules.backward(input, moments, finish))
  const { shown, ...float } = floatsByClock(input, moments, finish)
  const early = earlyDates(taskCount)
  writeOffsets(input, moments, early)
  const through = rules.holdersThrough?.(input, moments)
  const onLongestPath = longestPath(input, early, offsetAt(clock, finish), float.linkMarks, through)
  const earlyStart = new Float64Array(taskCount).fill(Number.NaN)
  const earlyFinish = new Float64Array(taskCount).fill(Number.NaN)
  const critical = new Uint8Array(taskCount)
  const { criticalBy } = clock.rules
  const criticalMinutes = criticalMinutesOf(clock)
  for (const i of order) {
    earlyStart[i] = state[i] === NOT_STARTED ? offsetAt(clock, shown.start[i]) : reportedStart[i]
    earlyFinish[i] = state[i] === COMPLETE ? reportedFinish[i] : offsetAt(clock, shown.finish[i])
    if (shown.finish[i] !== moments.finish[i]) {
      const calendar = calendarOf(clock, i)
      const spent = calendar.workBetween(moments.finish[i], shown.finish[i]) / calendar.minutesPerDay
      late.totalFloat[i] = snap(late.totalFloat[i] - spent)
    }
    if (float.freeFloat[i] > late.totalFloat[i]) float.freeFloat[i] = Math.max(0, late.totalFloat[i])
    const isCritical =
      criticalBy === 'longest_path'
        ? onLongestPath[i] === 1 && state[i] !== COMPLETE
        : (late.totalFloat[i] - EPSILON_DAYS) * calendarOf(clock, i).minutesPerDay <= criticalMinutes
    if (isCritical) critical[i] = 1
  }
  return {
    projectFinish: offsetAt(clock, finish),
    earlyStart,
    earlyFinish,
    ...late,
    ...float,
    early,
    onLongestPath,
    critical,
  }
}

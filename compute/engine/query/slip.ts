/** The effect of a slip of one task: the passes run again with it, so that calendars, constraints and other paths count. */
import { EPSILON_DAYS, OFFSET_DECIMALS } from '../calendar/snap.ts'
import { calendarOf, momentAt, offsetAt } from '../clock/input.ts'
import { type CpmInput, withRemaining } from '../cpm/input.ts'
import { FNET, SNET } from '../kind/constraint-types.ts'
import { COMPLETE, NOT_STARTED } from '../population/progress.ts'
import type { PlainMap } from '../summary/plain.ts'
import { roundHalfAway } from '../wording/numbers.ts'
import { type ComputedSchedule, finishText, type Recomputed, recompute } from './computed-schedule.ts'
import { factsOf } from './task-facts.ts'

/** Tasks that a slip reaches and that are listed. */
const MOVED_SHOWN_MAX = 5

/** What a slip is. */
const LATER = 'it starts later'
const LONGER = 'it takes longer'

/** Moved by days of the calendar of the task; offsets. */
function movedDays({ prepared: { input } }: ComputedSchedule, task: number, offset: number, days: number): number {
  const { clock } = input
  if (clock === undefined) return offset + days
  const calendar = calendarOf(clock, task)
  return offsetAt(clock, calendar.moved(momentAt(clock, offset), Math.round(days * calendar.minutesPerDay)))
}

/** A task with an expected finish is expected as much later; without one the network as it is. */
function expectedLater(schedule: ComputedSchedule, input: CpmInput, task: number, days: number): CpmInput {
  const { clock } = input
  const moments = clock?.tasks.expectedFinish
  if (clock === undefined || moments === undefined || !clock.rules.useExpectedFinish || Number.isNaN(moments[task]))
    return input
  const expectedFinish = moments.slice()
  expectedFinish[task] = momentAt(clock, movedDays(schedule, task, schedule.result.earlyFinish[task], days))
  return { ...input, clock: { ...clock, tasks: { ...clock.tasks, expectedFinish } } }
}

/** The network in which the task, not started, starts so many days of its calendar later than computed. */
function startedLater(schedule: ComputedSchedule, task: number, days: number): CpmInput {
  const { input, durationDays } = schedule.prepared
  const [constraint, constraintOffset] = [input.constraint.slice(), input.constraintOffset.slice()]
  // a point stands at the end of the day before, as it did
  constraint[task] = durationDays[task] === 0 ? FNET : SNET
  constraintOffset[task] = movedDays(schedule, task, schedule.result.earlyStart[task], days)
  return expectedLater(schedule, { ...input, constraint, constraintOffset }, task, days)
}

/** The network in which what is left of the task takes so many days of its calendar longer. */
function takenLonger(schedule: ComputedSchedule, task: number, days: number): CpmInput {
  const { input } = schedule.prepared
  const expected = expectedLater(schedule, input, task, days)
  return expected === input ? withRemaining(input, [[task, input.remainingDays[task] + days]]) : expected
}

interface Slip extends Recomputed {
  readonly means: typeof LATER | typeof LONGER
}

/** Work that stands where it was put by hand has no start that moves: it takes longer. */
function slipped(schedule: ComputedSchedule, task: number, days: number): Slip {
  const { prepared, result } = schedule
  if (prepared.input.state[task] === NOT_STARTED) {
    const again = recompute(schedule, startedLater(schedule, task, days))
    if (days === 0 || again.result.earlyStart[task] > result.earlyStart[task]) return { ...again, means: LATER }
  }
  return { ...recompute(schedule, takenLonger(schedule, task, days)), means: LONGER }
}

/** Only work that is left can slip. */
export const canSlip = ({ prepared, network }: ComputedSchedule, task: number): boolean =>
  network.takesPart[task] === 1 && prepared.input.state[task] !== COMPLETE

/** finish_moves_days: days that the finish of the project moves, in the days of offsets. */
export function slipOf(schedule: ComputedSchedule, task: number, days: number): PlainMap {
  const { result, days: dates, offsetBasis } = schedule
  const { means, ...again } = slipped(schedule, task, days)
  const moved = (i: number): number => again.result.earlyFinish[i] - result.earlyFinish[i]
  const tasks: number[] = []
  for (const i of schedule.network.order) if (i !== task && moved(i) > EPSILON_DAYS) tasks.push(i)
  const shown = tasks.toSorted((a, b) => again.result.totalFloat[a] - again.result.totalFloat[b] || a - b)
  const facts = factsOf(schedule, ['id', 'name', 'finish'])
  return {
    slip_days: days,
    slip_means: means,
    finish_moves_days: roundHalfAway(again.result.projectFinish - result.projectFinish, OFFSET_DECIMALS),
    finish_moves_unit: `${offsetBasis} days`,
    finish_before: finishText(dates),
    finish_after: again.finish,
    tasks_moved: tasks.length,
    first_moved: shown.slice(0, MOVED_SHOWN_MAX).map(i => ({
      ...facts(i),
      moves_days: roundHalfAway(moved(i), OFFSET_DECIMALS),
    })),
  }
}

/** The movement of the finish as one number, for many tasks. */
export function finishMovesDays(schedule: ComputedSchedule, task: number, days: number): number {
  return slipOf(schedule, task, days).finish_moves_days as number
}

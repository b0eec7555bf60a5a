/** Points 12 and 13: does the critical path carry a delay to the end, and how much float is there for what remains. */

import type { FLOAT_BASES } from '../../../../../shared/analysis/dcma-14-point/data.ts'
import { DAY_ABSENT } from '../../../../../shared/schedule/columns.ts'
import { textAt } from '../../../../../shared/schedule/text.ts'
import { scheduledFinish } from '../../../calendar/best-dates.ts'
import { OFFSET_DECIMALS } from '../../../calendar/snap.ts'
import { pathLengthAdvice } from '../../../check/advice.ts'
import type { CheckOutcome } from '../../../check/check.ts'
import { pathLengthIndex } from '../../../check/execution.ts'
import { hitsOf, NO_HITS } from '../../../check/findings.ts'
import { needsCpm } from '../../../check/needs.ts'
import type { CpmRun } from '../../../check/network-context.ts'
import { atLeast, bySize } from '../../../check/severity.ts'
import { cite, published } from '../../../check/source.ts'
import { basisOf } from '../../../check/worst.ts'
import { calendarOf, isByClock, momentAt } from '../../../clock/input.ts'
import { isPin } from '../../../cpm/constraint.ts'
import { type CpmResult, computeCpm, tasksByDate } from '../../../cpm/cpm.ts'
import { LINK_DRIVING } from '../../../cpm/float.ts'
import { earlyDates, forward } from '../../../cpm/forward.ts'
import { type CpmInput, withoutConstraint, withRemaining } from '../../../cpm/input.ts'
import type { Network } from '../../../graph/network.ts'
import { zeros } from '../../../ids/short-arrays.ts'
import { fromFinish } from '../../../kind/relation-types.ts'
import { COMPLETE } from '../../../population/progress.ts'
import { isComplete } from '../../../population/task-states.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { type DayBasis, inDays } from '../../../wording/days.ts'
import { RATIO_DECIMALS, roundHalfAway } from '../../../wording/round.ts'
import { taskText } from '../../../wording/tasks.ts'
import { WORDS } from '../words.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'

const spoken = (basis: FloatBasis): string => basis.replaceAll('_', ' ')

const SOURCE = published(cite('pam', 'section 4'))

/** Days that point 12 delays the critical path by, and how far the end may miss them. */
const DELAY_DAYS = 600
const DELAY_TOLERANCE_DAYS = 1

/** On the grid of offsets, for printing. */
const offsetDays = (days: number): number => roundHalfAway(days, OFFSET_DECIMALS)

const outcome = (numerator: number, denominator: number, value: number | null, message: string): CheckOutcome => ({
  numerator,
  denominator,
  value,
  message,
  hits: NO_HITS,
})

const pathTest = {
  code: pointCode(12),
  title: WORDS.pathTest.title,
  severity: atLeast('high'),
  population: WORDS.pathTest.population,
  formula: WORDS.pathTest.formula(DELAY_DAYS),
  unit: 'days',
  basis: basisOf,
  threshold: DELAY_TOLERANCE_DAYS,
  operator: '<=',
  source: SOURCE,
  needs: [needsCpm],
  advice: {
    title: WORDS.pathTest.adviceTitle,
    description: WORDS.pathTest.adviceDescription,
  },
  run: context => {
    const { columns, t14, network } = context
    const { terminal } = network.terminals
    if (network.live.count === 0 && t14.count > 1) {
      const message = WORDS.pathTest.noNetwork(t14.count)
      return outcome(0, DELAY_DAYS, DELAY_DAYS, message)
    }
    const run = terminal === NO_TASK ? undefined : delayRun(context, network.cpm!, terminal)
    if (run === undefined) return outcome(0, DELAY_DAYS, null, WORDS.pathTest.nothingOpen)
    const { delayed, movedDays } = run
    const [first, last] = [textAt(columns.id, delayed), textAt(columns.id, terminal)]
    return {
      ...outcome(
        movedDays,
        DELAY_DAYS,
        Math.abs(DELAY_DAYS - movedDays),
        WORDS.pathTest.moved(
          inDays(DELAY_DAYS, basisOf(context)),
          taskText(columns, delayed),
          taskText(columns, terminal),
          inDays(movedDays, basisOf(context)),
        ),
      ),
      hits: hitsOf(Uint32Array.of(...new Set([delayed, terminal]))),
      evidence: {
        delayed_task: first,
        terminal_task: last,
        pin_lifted: isPin(network.cpm!.prepared.input.constraint[terminal]),
      },
    }
  },
} as const satisfies Dcma14Row

/** Both runs without a pin of the terminal; undefined = the longest path has no incomplete task. */
function delayRun({ tasks, columns }: Dcma14Context, { prepared, result }: CpmRun, terminal: number) {
  const isPinned = isPin(prepared.input.constraint[terminal])
  const input = isPinned ? withoutConstraint(prepared.input, terminal) : prepared.input
  const base = isPinned ? computeCpm(input) : result
  const startDriven = drivingByStart(input.network, base)
  const isOpen = (i: number): boolean => input.state[i] !== COMPLETE && !isComplete(tasks, i)
  const delayed = tasksByDate(base.onLongestPath, base).find(i => isOpen(i) && startDriven[i] === 0)
  if (delayed === undefined) return undefined
  const early = earlyDates(columns.taskCount)
  forward(withRemaining(input, [[delayed, input.remainingDays[delayed] + DELAY_DAYS]]), early)
  return { delayed, movedDays: offsetDays(spanIn(input, delayed)(base.early.finish[terminal], early.finish[terminal])) }
}

/** Days between two offsets; by the clock working days of the calendar of that task, as its duration and float are. */
function spanIn(input: CpmInput, task: number): (from: number, to: number) => number {
  if (!isByClock(input)) return (from, to) => to - from
  const { clock } = input
  const calendar = calendarOf(clock, task)
  return (from, to) => calendar.workBetween(momentAt(clock, from), momentAt(clock, to)) / calendar.minutesPerDay
}

/** 1 = drives its successors on the longest path by its start alone (SS, SF). Length taskCount. */
function drivingByStart(
  { taskCount, start, task, type }: Network,
  { onLongestPath, linkMarks }: CpmResult,
): Uint8Array {
  const byStart = zeros(Uint8Array, taskCount)
  const byFinish = zeros(Uint8Array, taskCount)
  for (let s = 0; s < taskCount; s++) {
    if (onLongestPath[s] === 0) continue
    for (let k = start[s]; k < start[s + 1]; k++) {
      if ((linkMarks[k] & LINK_DRIVING) === 0) continue
      const drives = fromFinish(type[k]) ? byFinish : byStart
      drives[task[k]] = 1
    }
  }
  return byStart.map((drives, i) => (byFinish[i] === 1 ? 0 : drives))
}

type FloatBasis = (typeof FLOAT_BASES)[number]

interface PathLength {
  /** CPL: days from the data date to the project finish; where tasks have calendars, working days of that of the last task. */
  readonly pathDays: number
  /** TFc in the same days. */
  readonly floatDays: number
  readonly basis: FloatBasis
  /** CPLI; null when nothing remains, or when the float says nothing but itself (computed_float). */
  readonly index: number | null
  /** TFCI: (days worked + TFc) / days worked; null likewise, and before the first day. */
  readonly forecastIndex: number | null
}

/** undefined without CPM, and when nothing is incomplete. */
export function pathLengthOf({ columns, targetDay, choice, network }: Dcma14Context): PathLength | undefined {
  const { terminal } = network.terminals
  if (network.cpm === undefined || terminal === NO_TASK) return undefined
  const { prepared, result } = network.cpm
  const { dataDate, floor } = prepared.input
  const daysBetween = spanIn(prepared.input, terminal)
  const pathDays = daysBetween(dataDate, result.projectFinish)
  const measure = (): readonly [FloatBasis, number] => {
    if (targetDay !== DAY_ABSENT && prepared.timeline !== undefined) {
      return ['target_finish_date', daysBetween(result.projectFinish, prepared.timeline.finishOffset(targetDay))]
    }
    const supplied = columns.totalFloatDays[terminal]
    if (!Number.isNaN(supplied)) return ['supplied_float', supplied]
    const [planned, forecast] = [columns.baselineFinish[terminal], scheduledFinish(columns, terminal)]
    if (planned !== DAY_ABSENT && forecast !== DAY_ABSENT) {
      const days =
        isByClock(prepared.input) && prepared.timeline !== undefined
          ? daysBetween(prepared.timeline.finishOffset(forecast), prepared.timeline.finishOffset(planned))
          : choice.calendar.indexOf(planned + 1) - choice.calendar.indexOf(forecast + 1)
      return ['baseline_finish', days]
    }
    return ['computed_float', result.totalFloat[terminal]]
  }
  const [basis, floatDays] = measure()
  const isVacuous = basis === 'computed_float'
  return {
    pathDays,
    floatDays,
    basis,
    index: isVacuous ? null : pathLengthIndex(pathDays, floatDays),
    forecastIndex: isVacuous ? null : pathLengthIndex(daysBetween(floor, dataDate), floatDays),
  }
}

const pathLength = {
  code: pointCode(13),
  title: WORDS.pathLength.title,
  severity: bySize,
  population: WORDS.pathLength.population,
  formula: WORDS.pathLength.formula,
  unit: 'ratio',
  threshold: 0.95,
  operator: '>=',
  source: SOURCE,
  needs: [needsCpm],
  advice: ({ numerator, denominator, evidence }) => {
    const { basis, day_basis } = evidence as { readonly basis: FloatBasis; readonly day_basis: DayBasis }
    return pathLengthAdvice(denominator - numerator, day_basis, spoken(basis))
  },
  run: context => {
    const found = pathLengthOf(context)
    if (found === undefined) return outcome(0, 0, null, 'Nothing is incomplete.')
    const { pathDays, floatDays, basis, index, forecastIndex } = found
    const isVacuous = basis === 'computed_float'
    const basisWord = basisOf(context)
    const figures = WORDS.pathLength.figures(
      inDays(pathDays, basisWord),
      taskText(context.columns, context.network.terminals.terminal),
      inDays(floatDays, basisWord),
    )
    const message = isVacuous ? WORDS.pathLength.message : `${figures} (measured by ${spoken(basis)}).`
    return {
      ...outcome(
        isVacuous ? 0 : offsetDays(pathDays + floatDays),
        offsetDays(pathDays),
        index,
        pathDays > 0 ? message : 'No day remains.',
      ),
      hits: hitsOf(Uint32Array.of(context.network.terminals.terminal)),
      evidence: {
        basis,
        vacuous: isVacuous,
        day_basis: basisWord,
        tfci: forecastIndex === null ? null : roundHalfAway(forecastIndex, RATIO_DECIMALS),
      },
    }
  },
} as const satisfies Dcma14Row

export const PATH_POINTS = [pathTest, pathLength] as const satisfies readonly Dcma14Row[]

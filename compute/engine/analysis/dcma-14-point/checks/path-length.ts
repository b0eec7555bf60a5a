/**
 * Point 13: how much float there is for what remains. Length and float are of one source: of the computed schedule, or where the float is one that
 * the schedule states, of the finish that it states beside it. What the other source gives is told.
 */

import type { FLOAT_BASES } from '../../../../../shared/contract/analysis/dcma-14-point/data.ts'
import { DAY_ABSENT } from '../../../../../shared/contract/schedule/columns.ts'
import { scheduledFinish } from '../../../calendar/best-dates.ts'
import { EPSILON_DAYS } from '../../../calendar/snap.ts'
import type { Timeline } from '../../../calendar/timeline.ts'
import type { Advice } from '../../../check/check.ts'
import { bySize } from '../../../check/check.ts'
import { hitsOf } from '../../../check/findings.ts'
import { needsCpm } from '../../../check/needs.ts'
import { cite, published } from '../../../check/source.ts'
import { basisOf, constraintText } from '../../../check/worst.ts'
import { computeCpm } from '../../../cpm/cpm.ts'
import { isFinishType, isHardConstraint } from '../../../kind/constraint-types.ts'
import { pathLengthIndex } from '../../../metrics/execution.ts'
import { NO_TASK } from '../../../population/terminals.ts'
import { type DayBasis, dateText, inDays } from '../../../wording/days.ts'
import { INDEX_DECIMALS, RATIO_DECIMALS, roundHalfAway } from '../../../wording/numbers.ts'
import { taskText } from '../../../wording/tasks.ts'
import { type Dcma14Context, type Dcma14Row, pointCode } from './context.ts'
import { offsetDays, outcome, released, spanIn } from './path-test.ts'

type FloatBasis = (typeof FLOAT_BASES)[number]

const spoken = (basis: FloatBasis): string => basis.replaceAll('_', ' ')

/** A length and the float at its end, of one source. */
interface Measured {
  /** CPL: days from the data date to the project finish; where tasks have calendars, working days of that of the last task. */
  readonly pathDays: number
  /** TFc in the same days. */
  readonly floatDays: number
  /** The length ends at the finish that the schedule states, not at the computed one. */
  readonly isStated?: true
  /** True where an end has a constraint, and the finish that the project must have comes before its date. */
  readonly isByMustFinish?: boolean
}

interface PathLength extends Measured {
  readonly basis: FloatBasis
  /** CPLI; null when nothing remains, or when the float says nothing but itself (computed_float). */
  readonly index: number | null
  /** TFCI: (days worked + TFc) / days worked; null likewise, and before the first day. */
  readonly forecastIndex: number | null
  /** The index by the dates that the schedule states, where they give another one; null: they do not. */
  readonly stated: (Measured & { readonly index: number }) | null
}

/** undefined without CPM, and when nothing is incomplete. */
export function pathLengthOf(context: Dcma14Context): PathLength | undefined {
  const { network, columns, targetDay } = context
  const { terminal } = network.terminals
  if (network.cpm === undefined || terminal === NO_TASK) return undefined
  const { prepared, result } = network.cpm
  const { input, timeline } = prepared
  const { dataDate, floor } = input
  const daysBetween = spanIn(input, terminal)
  const computed = daysBetween(dataDate, result.projectFinish)
  const [basis, { pathDays, floatDays, isStated, isByMustFinish }] = ((): readonly [FloatBasis, Measured] => {
    if (targetDay !== DAY_ABSENT && timeline !== undefined) {
      return [
        'target_finish_date',
        { pathDays: computed, floatDays: daysBetween(result.projectFinish, timeline.finishOffset(targetDay)) },
      ]
    }
    if (hasLateDate(context)) return ['late_date', againstLateDate(context, computed)]
    const supplied = columns.totalFloatDays[terminal]
    // with calendars the last finish bounds its own float, whoever computed it
    const isOwn = columns.setting !== undefined && Math.abs(supplied) <= EPSILON_DAYS
    if (!Number.isNaN(supplied) && !isOwn) {
      const length = statedLength(context, timeline)
      return length === undefined
        ? ['supplied_float', { pathDays: computed, floatDays: supplied }]
        : ['supplied_float', { pathDays: length, floatDays: supplied, isStated: true }]
    }
    const planned = columns.baselineFinish[terminal]
    if (planned !== DAY_ABSENT && timeline !== undefined) {
      return [
        'baseline_finish',
        { pathDays: computed, floatDays: daysBetween(result.projectFinish, timeline.finishOffset(planned)) },
      ]
    }
    return ['computed_float', { pathDays: computed, floatDays: result.totalFloat[terminal] }]
  })()
  const isVacuous = basis === 'computed_float'
  const index = isVacuous ? null : pathLengthIndex(pathDays, floatDays)
  return {
    pathDays,
    floatDays,
    ...(isStated ? { isStated } : {}),
    basis,
    isByMustFinish: isByMustFinish === true,
    index,
    forecastIndex: isVacuous ? null : pathLengthIndex(daysBetween(floor, dataDate), floatDays),
    stated: basis === 'baseline_finish' ? indexByStatedDates(context, timeline, index) : null,
  }
}

/** Whether a date bounds the end from behind: a late constraint, a deadline, an external date, the finish that the project must have. */
function hasLateDate({ network, columns }: Dcma14Context): boolean {
  const { terminal } = network.terminals
  const { input } = network.cpm!.prepared
  const tasks = input.clock?.tasks
  const isGiven = (moments: Float64Array | undefined): boolean =>
    moments !== undefined && !Number.isNaN(moments[terminal])
  return (
    !Number.isNaN(input.mustFinish) ||
    isHardConstraint(input.constraint[terminal]) ||
    isHardConstraint(tasks?.secondaryConstraint?.[terminal] ?? 0) ||
    isGiven(tasks?.externalLateFinish) ||
    (columns.setting?.rules.rules === 'ms_project' && isGiven(tasks?.deadline))
  )
}

/**
 * From where the end lies by its logic alone to the date that it has to meet, the earlier of its constraint and the required finish. A constraint that
 * also holds the early dates, and a date later than the last finish, are then no float that the schedule makes itself.
 */
function againstLateDate({ network }: Dcma14Context, computed: number): Measured {
  const { terminal } = network.terminals
  const { prepared, result } = network.cpm!
  const { input } = prepared
  const code = input.constraint[terminal]
  if (!isHardConstraint(code)) return { pathDays: computed, floatDays: result.totalFloat[terminal] }
  const { early } = computeCpm(released(input, terminal))
  const between = spanIn(input, terminal)
  const reached = isFinishType(code) ? early.finish[terminal] : early.start[terminal]
  const finish = early.finish[terminal]
  const toMustFinish = Number.isNaN(input.mustFinish) ? Number.POSITIVE_INFINITY : between(finish, input.mustFinish)
  const toConstraint = between(reached, input.constraintOffset[terminal])
  return {
    pathDays: between(input.dataDate, finish),
    floatDays: Math.min(toConstraint, toMustFinish),
    isByMustFinish: toMustFinish < toConstraint,
  }
}

/** Days from the data date to the finish that the schedule states for its last task; undefined without one, or where it lies behind the data date. */
function statedLength({ network, columns }: Dcma14Context, timeline: Timeline | undefined): number | undefined {
  const { terminal } = network.terminals
  const finish = scheduledFinish(columns, terminal)
  if (finish === DAY_ABSENT || timeline === undefined) return undefined
  const { input } = network.cpm!.prepared
  const days = spanIn(input, terminal)(input.dataDate, timeline.finishOffset(finish))
  return days > 0 ? days : undefined
}

function indexByStatedDates(context: Dcma14Context, timeline: Timeline | undefined, computedIndex: number | null) {
  const { columns, network } = context
  const { terminal } = network.terminals
  const pathDays = statedLength(context, timeline)
  if (pathDays === undefined) return null
  const at = (day: number): number => timeline!.finishOffset(day)
  const between = spanIn(network.cpm!.prepared.input, terminal)
  const [from, to] = [at(scheduledFinish(columns, terminal)), at(columns.baselineFinish[terminal])]
  const floatDays = between(from, to)
  const index = pathLengthIndex(pathDays, floatDays)
  const shown = (value: number): number => roundHalfAway(value, INDEX_DECIMALS)
  return index === null || shown(index) === shown(computedIndex ?? 0) ? null : { pathDays, floatDays, index }
}

/** The day to which the length counts, in words; nothing where the schedule has no dates, or where the end is taken off its constraint for the count. */
function endText({ columns, network }: Dcma14Context, { isStated, basis }: PathLength): string {
  const { terminal } = network.terminals
  const { prepared, result } = network.cpm!
  if (isStated) return `, stated for ${dateText(scheduledFinish(columns, terminal))}`
  const isReleased = basis === 'late_date' && isHardConstraint(prepared.input.constraint[terminal])
  if (prepared.timeline === undefined || isReleased) return ''
  return `, computed for ${dateText(prepared.timeline.finishDay(result.projectFinish))}`
}

/** What the float is measured against, in words. */
function measuredBy(context: Dcma14Context, { basis, isByMustFinish = false }: PathLength): string {
  if (basis !== 'late_date') return spoken(basis)
  const { columns, network } = context
  const { terminal } = network.terminals
  const { input, timeline } = network.cpm!.prepared
  if (isHardConstraint(columns.constraintType[terminal]) && !isByMustFinish) return constraintText(columns, terminal)
  return Number.isNaN(input.mustFinish) || timeline === undefined
    ? 'the late date that the end has'
    : `the required finish ${dateText(timeline.finishDay(input.mustFinish))}`
}

/** `measure`: by what the float was measured, in words: analysis/cpm has its own. */
const pathLengthAdvice = (days: number, basis: DayBasis, measure: string): Advice => ({
  title: 'Recover the end date',
  description: `Gain ${inDays(days, basis)} (measured by ${measure}) on the critical path, most of it on its longest tasks, or agree a finish that much later.`,
})

export const pathLength = {
  code: pointCode(13),
  title: 'Critical path length index',
  severity: bySize,
  population: 'The critical path from the data date to the project finish, and the float of its last task.',
  formula:
    'CPLI = (CPL + TFc) / CPL; CPL = days from the data date to the project finish; TFc against target_finish_date, else a late date of the end (a constraint, must_finish_by), else the supplied float of the last task, then with the length to the finish stated beside it, else its baseline finish.',
  unit: 'ratio',
  threshold: 0.95,
  operator: '>=',
  source: published(cite('pam', 'section 4')),
  needs: [needsCpm],
  advice: ({ numerator, denominator, evidence }) => {
    const { measured_by, day_basis } = evidence as { readonly measured_by: string; readonly day_basis: DayBasis }
    return pathLengthAdvice(denominator - numerator, day_basis, measured_by)
  },
  run: context => {
    const found = pathLengthOf(context)
    if (found === undefined) return outcome(0, 0, null, 'Nothing is incomplete.')
    const { pathDays, floatDays, basis, index, forecastIndex, stated } = found
    const isVacuous = basis === 'computed_float'
    const days = basisOf(context)
    const measured = measuredBy(context, found)
    const task = taskText(context.columns, context.network.terminals.terminal)
    const figures = `${inDays(pathDays, days)} remain to the end, ${task}${endText(context, found)}, with a float of ${inDays(floatDays, days)} (measured by ${measured}).`
    const other =
      stated === null
        ? ''
        : ` The dates that the schedule states give the index ${roundHalfAway(stated.index, INDEX_DECIMALS)}: ${inDays(stated.pathDays, days)} with a float of ${inDays(stated.floatDays, days)}.`
    const message = isVacuous
      ? 'The end has no target, no late date and no baseline, so its float is 0 by construction: send target_finish_date.'
      : `${figures}${other}`
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
        measured_by: measured,
        vacuous: isVacuous,
        day_basis: days,
        tfci: forecastIndex === null ? null : roundHalfAway(forecastIndex, RATIO_DECIMALS),
        cpli_by_stated_dates: stated === null ? null : roundHalfAway(stated.index, RATIO_DECIMALS),
      },
    }
  },
} as const satisfies Dcma14Row

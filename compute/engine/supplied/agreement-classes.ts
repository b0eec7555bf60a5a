/**
 * Why a stored value differs from the computed one, by what the file itself stores beside it. A value follows from those of its neighbours: predecessors for
 * early dates, successors and the project finish for late ones. Where they agree and the value does not, it is held against what they allow.
 */
import type { AGREEMENT_FIELDS } from '../../../shared/contract/analysis/cpm/data.ts'
import type { AGREEMENT_CLASSES } from '../../../shared/contract/analysis/cpm/words.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { type ClockInput, calendarOf, linksHold, type Moments, momentAt } from '../clock/input.ts'
import { rulesOf } from '../clock/rules.ts'
import { momentsOfDates, startByLinksAt } from '../cpm/clocked-passes.ts'
import type { CpmResult } from '../cpm/cpm.ts'
import type { CpmInput } from '../cpm/input.ts'
import { IN_PROGRESS } from '../population/progress.ts'
import { lackingDays } from './days-bounded.ts'

export type AgreementClass = (typeof AGREEMENT_CLASSES)[number]
type Field = (typeof AGREEMENT_FIELDS)[number]

/** Moments that the file stores, the computed one where it has none; length taskCount. */
interface StoredMoments {
  readonly early: Moments
  readonly late: Moments
}

interface ClassContext {
  readonly columns: ScheduleColumns
  readonly input: CpmInput & { readonly clock: ClockInput }
  readonly result: CpmResult
  readonly stored: StoredMoments
  /** The latest finish that the stored dates of what follows it leave each task, and its own constraint. */
  readonly latest: Float64Array
  /** 1 = a predecessor (early) or successor (late) differs. */
  readonly followsEarly: Uint8Array
  readonly followsLate: Uint8Array
  readonly differs: (field: Field, i: number) => boolean
}

/** Code of "true" in the column. */
const BY_HAND = 2

/** The class of a value of task i that differs. */
export function classOf(context: ClassContext, i: number, field: Field): AgreementClass {
  const { differs } = context
  const isEarly = differs('early_start', i) || differs('early_finish', i)
  const isLate = differs('late_start', i) || differs('late_finish', i)
  const own = circumstance(context, i)
  if (own !== undefined) return own
  if (field === 'early_start' || field === 'early_finish') return classOfEarly(context, i)
  if (field === 'total_float_days' && !isLate) return isEarly ? classOfEarly(context, i) : classOfFloat(context, i)
  return classOfLate(context, i)
}

/** What a task has of its own that a tool may read in its own way. */
function circumstance({ columns, input, differs }: ClassContext, i: number): AgreementClass | undefined {
  const { tasks } = input.clock
  if (columns.manuallyScheduled[i] === BY_HAND) return 'manual'
  if (lackingDays(input, i) > 0) return 'changed_duration'
  const isEarly = differs('early_start', i) || differs('early_finish', i)
  if (isEarly && input.state[i] === IN_PROGRESS && !Number.isNaN(tasks.resume?.[i] ?? Number.NaN)) return 'resume'
  if (!Number.isNaN((isEarly ? tasks.externalEarlyStart : tasks.externalLateFinish)?.[i] ?? Number.NaN))
    return 'external'
  return undefined
}

function classOfEarly({ input, stored, followsEarly }: ClassContext, i: number): AgreementClass {
  if (followsEarly[i] === 1) return 'follows_from_another'
  const rules = rulesOf(input)
  const allowed = Math.max(rules.startByDates(input, i), startByLinksAt(input, stored.early, i))
  const bound = rules.startByConstraint(input, i, allowed)
  const calendar = calendarOf(input.clock, i)
  const after = calendar.workBetween(bound, stored.early.start[i])
  if (after < 0) return 'contradicts_file_logic'
  return after > 0 ? 'held_in_file' : 'unexplained'
}

/** For each task; `storedFinish`: the latest early finish that the file stores, NaN = none. */
export function latestByStored(
  input: ClassContext['input'],
  result: CpmResult,
  late: Moments,
  storedFinish: number,
): Float64Array {
  const { clock, network } = input
  const rules = rulesOf(input)
  const early = momentsOfDates(input, result.early)
  const goal = Number.isNaN(input.mustFinish) ? storedFinish : momentAt(clock, input.mustFinish)
  const latest = new Float64Array(network.taskCount).fill(Number.isNaN(goal) ? Number.POSITIVE_INFINITY : goal)
  for (const s of network.order) {
    latest[s] = Math.min(latest[s], rules.finishByConstraint(input, early, s))
    if (Number.isNaN(late.finish[s]) || !linksHold(input, s)) continue
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      const p = network.task[k]
      latest[p] = Math.min(latest[p], rules.finishByLink(input, early, s, k, late.start[s], late.finish[s]))
    }
  }
  return latest
}

function classOfLate(context: ClassContext, i: number): AgreementClass {
  if (context.followsLate[i] === 1) return 'follows_from_another'
  return isApartFrom(context, i) ? 'contradicts_file_logic' : 'unexplained'
}

/** Dates agree and the float does not: it contradicts them, or what the successors leave. */
function classOfFloat(context: ClassContext, i: number): AgreementClass {
  const { columns, input, stored, result } = context
  const calendar = calendarOf(input.clock, i)
  const byDates = calendar.workBetween(stored.early.finish[i], stored.late.finish[i]) / calendar.minutesPerDay
  if (Math.abs(byDates - columns.totalFloatDays[i]) > FLOAT_TOLERANCE_DAYS) return 'contradicts_file_logic'
  const bound = context.latest[i]
  const left = calendar.workBetween(momentAt(input.clock, result.earlyFinish[i]), bound) / calendar.minutesPerDay
  return Math.abs(left - columns.totalFloatDays[i]) > FLOAT_TOLERANCE_DAYS ? 'contradicts_file_logic' : 'unexplained'
}

const FLOAT_TOLERANCE_DAYS = 0.02

const isApartFrom = ({ input, stored, latest }: ClassContext, i: number): boolean =>
  Number.isFinite(latest[i]) && calendarOf(input.clock, i).workBetween(stored.late.finish[i], latest[i]) !== 0

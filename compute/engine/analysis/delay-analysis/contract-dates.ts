/**
 * The dates that the contract sets (/docs/methods/delay-analysis#contract-dates), for every method that follows a finish: what is left until them, who used
 * it, and what the days after them come to. A day of delay is a date that the finish passed: so all of it is counted in whole dates, each once, and the sums
 * are exact. Whose the days are each method knows by its own account (contract-accounts.ts).
 */
import { FLOAT_OWNERS, HOLDERS, type Holder, ROUNDINGS } from '../../../../shared/contract/endpoint/contract-dates.ts'
import type { ValidationFault } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { dateOrNull, dayOf } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { inDays } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { type ConcurrencyPolicy, type Entitled, entitledBy, type OffMeasure } from './account.ts'
import type { ContractSeries } from './contract-accounts.ts'
import { roundDays, roundedParts } from './show.ts'

type FloatOwner = (typeof FLOAT_OWNERS)[number]

/** A date of the contract. */
export interface ContractDate {
  /** undefined = the finish that the analysis follows. */
  readonly taskId: string | undefined
  readonly section: string | undefined
  readonly completionDay: number
  /** Undefined = no rate is given. */
  readonly damagesPerDay: number | undefined
}

export interface ContractRules {
  readonly floatOwner: FloatOwner
  readonly concurrency: ConcurrencyPolicy
}

/** Members of `options`, as every request has them that contract dates are held against. */
interface ContractOptions {
  readonly completion_date?: string | null
  readonly damages_per_day?: number | null
  readonly float_owner?: FloatOwner | null
  readonly concurrency?: ConcurrencyPolicy | null
  readonly sectional_dates?:
    | readonly {
        readonly task_id?: string | null
        readonly completion_date?: string | null
        readonly name?: string | null
        readonly damages_per_day?: number | null
      }[]
    | null
}

export const contractRules = ({ float_owner, concurrency }: ContractOptions): ContractRules => ({
  floatOwner: float_owner ?? 'project',
  concurrency: concurrency ?? 'literal',
})

/** The contract date of the finish that is followed, if there is one. */
export function wholeDate({ completion_date, damages_per_day }: ContractOptions, taskId?: string): ContractDate[] {
  const completionDay = dayOf(completion_date)
  if (completionDay === DAY_ABSENT) return []
  return [{ taskId, section: undefined, completionDay, damagesPerDay: damages_per_day ?? undefined }]
}

/** The contract dates of sections, in the order of the request. */
export const sectionDates = ({ sectional_dates }: ContractOptions): (ContractDate & { readonly taskId: string })[] =>
  (sectional_dates ?? []).map(({ task_id, completion_date, name, damages_per_day }) => ({
    taskId: task_id!,
    section: name ?? undefined,
    completionDay: dayOf(completion_date),
    damagesPerDay: damages_per_day ?? undefined,
  }))

/** The fault of a section whose task a schedule does not have; n: of the section in the request. */
export const unknownSection = (n: number, { taskId }: ContractDate, place: string): ValidationFault => ({
  loc: ['body', 'options', 'sectional_dates', n, 'task_id'],
  msg: notInNetwork(taskId, place),
  type: 'unknown',
})

/** Of a task that a request names and one of its schedules, at place, does not have. */
export const notInNetwork = (taskId: string | undefined, place: string): string =>
  `must be a task of every schedule that takes part in the critical path, ${taskId} is none of ${place}`

/** What the days after a date come to. */
interface Verdict {
  readonly extensionDays: number
  readonly liquidatedDays: number
  readonly openDays: number
}

type HolderDays = Readonly<Record<Holder, number>>

interface Days {
  /** Before the end of the contract date, and after it. */
  readonly used: HolderDays
  readonly late: HolderDays
}

/** Exact, and in whole days. */
interface Verdicts {
  readonly owner: FloatOwner
  readonly exact: Verdict
  readonly whole: Verdict
}

/** One contract date in figures; `shown` is what the result has of it. */
export interface Completion {
  readonly lateDays: number
  readonly verdict: Verdicts
  readonly shown: { readonly [member: string]: ResultValue }
}

export function completionOf(
  { taskId, section, completionDay, damagesPerDay }: ContractDate,
  { finishes, account, beside, dateAt, planDay }: ContractSeries,
  { floatOwner, concurrency }: ContractRules,
): Completion {
  const [first, last] = [finishes[0].day, finishes.at(-1)!.day]
  const lateDays = Math.max(0, last - completionDay)
  const plannedLateDays = Math.max(0, Math.min(planDay, first, last) - completionDay) || 0
  // where the plan has no finish, nothing says whose the days are up to the first that is known
  const known = finishes.find(({ day }) => !Number.isNaN(day))?.day ?? Number.NaN
  const unexplainedDays = (Math.max(0, Math.min(known, last) - completionDay) || 0) - plannedLateDays
  const measure = measures(completionDay, dateAt)
  const entries = account.standing()
  const windows = finishes.slice(1).map((_, k): Days => {
    const own = entries.filter(({ window }) => window === k)
    const by = (days: OffMeasure): HolderDays =>
      holdersOf(entitledBy(own, concurrency, beside, days, undefined, account.scale))
    return { used: by(measure.used), late: by(measure.late) }
  })
  const all: Days = { used: sumOf(windows.map(({ used }) => used)), late: sumOf(windows.map(({ late }) => late)) }
  const whole = { used: wholeDays(groupsOf(all.used)), late: wholeDays(groupsOf(all.late)) }
  const given = { plannedLateDays, unexplainedDays, lateDays }
  const verdicts = FLOAT_OWNERS.map((owner): Verdicts => {
    const of = (used: Groups, late: Groups): Verdict => verdictOf(owner, used, late, completionDay - first, given)
    return {
      owner,
      exact: of(groupsOf(all.used), groupsOf(all.late)),
      whole: of(whole.used.groups, whole.late.groups),
    }
  })
  const verdict = verdicts.find(({ owner }) => owner === floatOwner)!
  const shownVerdict = (each: Verdicts) => showVerdict(each, completionDay, damagesPerDay)
  return {
    lateDays,
    verdict,
    shown: {
      id: taskId ?? null,
      section: section ?? null,
      completion_date: dateOrNull(completionDay),
      finish_date: dateOfNumber(last),
      margin_start_calendar_days: daysOrNull(completionDay - first),
      margin_calendar_days: daysOrNull(completionDay - last),
      late_calendar_days: daysOrNull(lateDays),
      planned_late_calendar_days: plannedLateDays,
      unexplained_late_calendar_days: unexplainedDays,
      ...showDays(all),
      ...shownVerdict(verdict),
      rounding: roundingOf(whole.used, whole.late),
      by_float_owner: verdicts.map(each => ({ float_owner: each.owner, ...shownVerdict(each) })),
      updates: finishes.map(({ place, dataDate, day, marginTo }) => ({
        schedule: place,
        data_date: dataDate,
        finish_date: dateOfNumber(day),
        margin_days: daysOrNull(marginTo(completionDay)),
        margin_calendar_days: daysOrNull(completionDay - day),
      })),
      windows: windows.map((days, k) => ({ from: finishes[k].place, to: finishes[k + 1].place, ...showDays(days) })),
    },
  }
}

/** The member of a result; null without contract dates. */
export const showContractDates = (
  completions: readonly Completion[],
  { floatOwner, concurrency }: ContractRules,
): ResultValue =>
  completions.length === 0
    ? null
    : { float_owner: floatOwner, concurrency, completions: completions.map(({ shown }) => shown) }

/** Dates that a movement passes before the end of the contract date, and after it. */
function measures(completionDay: number, dateAt: (level: number) => number) {
  const used: OffMeasure = (from, to, offFrom, offTo) =>
    Math.max(0, Math.min(dateAt(to) + offTo, completionDay) - dateAt(from) - offFrom)
  const late: OffMeasure = (from, to, offFrom, offTo) =>
    Math.max(0, dateAt(to) + offTo - Math.max(dateAt(from) + offFrom, completionDay))
  return { used, late }
}

/** Rounded so that they sum to whole dates. */
function holdersOf({ compensable, nonExcusable, concurrent, excusableOnly, unattributed }: Entitled): HolderDays {
  const neutral = Math.max(0, excusableOnly - concurrent)
  const [owner, contractor, both, nobodys, open] = roundedParts([
    compensable,
    nonExcusable,
    concurrent,
    neutral,
    unattributed,
  ])
  return { owner, contractor, concurrent: both, neutral: nobodys, unattributed: open }
}

const sumOf = (list: readonly HolderDays[]): HolderDays =>
  Object.fromEntries(
    HOLDERS.map(holder => [holder, roundDays(list.reduce((sum, days) => sum + days[holder], 0))]),
  ) as HolderDays

/**
 * project, first_come: the terminal float is there for whoever needs it first, so only excusable days after the date extend it, and the others
 * after it are liquidated. contractor: it is the contractor's, so every excusable day that stands extends the date, and the contractor's own days
 * use the float first.
 */
function verdictOf(
  owner: FloatOwner,
  used: Groups,
  late: Groups,
  marginDays: number,
  {
    plannedLateDays,
    unexplainedDays,
    lateDays,
  }: { readonly plannedLateDays: number; readonly unexplainedDays: number; readonly lateDays: number },
): Verdict {
  if (owner !== 'contractor')
    return {
      extensionDays: late.excusable,
      liquidatedDays: late.contractor + plannedLateDays,
      openDays: late.open + unexplainedDays,
    }
  const extensionDays = used.excusable + late.excusable
  const float = Math.max(0, marginDays) || 0
  const left = Math.max(0, lateDays - extensionDays) || 0
  const liquidatedDays = Math.min(left, Math.max(0, used.contractor + late.contractor - float) + plannedLateDays)
  return { extensionDays, liquidatedDays, openDays: left - liquidatedDays }
}

/** Days by what they come to; in the order in which equal parts of a day become whole: in doubt no damages are taken for it. */
interface Groups {
  readonly excusable: number
  readonly open: number
  readonly contractor: number
}

const groupsOf = ({ owner, concurrent, neutral, unattributed, contractor }: HolderDays): Groups => ({
  excusable: owner + concurrent + neutral,
  open: unattributed,
  contractor,
})

interface WholeDays {
  readonly groups: Groups
  readonly rounding: (typeof ROUNDINGS)[number]
}

/** Far above the grid of printed days, which parts of a day are rounded to, and below any share of a day that somebody holds. */
const REMAINDER_DAYS_MIN = 1e-4

/** A contract counts dates. So parts of days become whole ones that sum to the same dates: what is over goes to the largest remainders. */
function wholeDays(exact: Groups): WholeDays {
  const names = ['excusable', 'open', 'contractor'] as const
  const parts = names.map(name => {
    const whole = Math.floor(exact[name] + REMAINDER_DAYS_MIN)
    return { name, whole, rest: Math.max(0, exact[name] - whole) }
  })
  const sum = Math.round(names.reduce((all, name) => all + exact[name], 0))
  const over = sum - parts.reduce((all, { whole }) => all + whole, 0)
  const compared = (a: number, b: number): number => (Math.abs(a - b) < REMAINDER_DAYS_MIN ? 0 : b - a)
  const largestFirst = [...parts].sort((a, b) => compared(a.rest, b.rest))
  const [last, next] = [largestFirst[over - 1], largestFirst[over]]
  const isTied = over > 0 && last !== undefined && next !== undefined && compared(last.rest, next.rest) === 0
  const groups = Object.fromEntries(
    largestFirst.map(({ name, whole }, n) => [name, whole + (n < over ? 1 : 0)]),
  ) as unknown as Groups
  return { groups, rounding: over <= 0 ? 'none' : isTied ? 'equal_remainders' : 'largest_remainder' }
}

/** The one that says most. */
const roundingOf = (...all: readonly WholeDays[]): WholeDays['rounding'] =>
  ROUNDINGS[Math.max(...all.map(({ rounding }) => ROUNDINGS.indexOf(rounding)))]!

function showVerdict({ exact, whole }: Verdicts, completionDay: number, rate: number | undefined) {
  return {
    extension_calendar_days: whole.extensionDays,
    extended_completion_date: dateOfNumber(completionDay + whole.extensionDays),
    liquidated_calendar_days: whole.liquidatedDays,
    open_calendar_days: whole.openDays,
    exact_extension_calendar_days: roundDays(exact.extensionDays),
    exact_liquidated_calendar_days: roundDays(exact.liquidatedDays),
    exact_open_calendar_days: roundDays(exact.openDays),
    liquidated_damages: rate === undefined ? null : roundDays(whole.liquidatedDays * rate),
  }
}

function showDays({ used, late }: Days) {
  const shown = (days: HolderDays) =>
    Object.fromEntries(HOLDERS.map(holder => [`${holder}_calendar_days`, days[holder]])) as Record<
      `${Holder}_calendar_days`,
      number
    >
  return { margin_used: shown(used), late: shown(late) }
}

/** Contract dates that the summary names. */
const NAMED_MAX = 3

/** `finishName`: what is held against the dates, which need not have been reached: a forecast, or a model. */
export function contractTexts(
  completions: readonly Completion[],
  { floatOwner }: ContractRules,
  finishName = 'the finish',
): string[] {
  const named = completions.slice(0, NAMED_MAX).map(({ lateDays, verdict, shown }) => {
    const of = shown.id === null ? '' : ` of ${shown.section ?? shown.id}`
    const start = `Contract date ${shown.completion_date}${of}: `
    if (Number.isNaN(lateDays)) return `${start}${finishName} is not known.`
    const finish = `${start}${finishName}, ${shown.finish_date},`
    if (lateDays === 0) return `${finish} is ${inDays(Number(shown.margin_calendar_days), 'calendar')} before it.`
    const parts = ({ extensionDays, liquidatedDays, openDays }: Verdict): number[] =>
      [extensionDays, liquidatedDays, openDays].map(roundDays)
    const [extend, liquidated, open] = parts(verdict.whole)
    const rounded = shown.rounding === 'none' ? '' : `; to whole days from ${parts(verdict.exact).join(', ')}`
    return `${finish} is ${inDays(lateDays, 'calendar')} after it; ${extend} extend it, ${liquidated} are liquidated, ${open} stay open (float: ${floatOwner}${rounded}).`
  })
  const more = completions.length - named.length
  return [...named, ...(more > 0 ? [`${plural(more, 'more contract date')}.`] : [])]
}

/** The contract dates of a method whose project finish is the one that is followed; seriesAt: of the n-th of them. */
export function contractOf(options: ContractOptions, finishName?: string) {
  const rules = contractRules(options)
  const dates: readonly ContractDate[] = [...wholeDate(options), ...sectionDates(options)]
  return {
    dates,
    /** What the result has of them, and the sentences of the summary. */
    against(seriesAt: (n: number) => ContractSeries) {
      const completions = dates.map((date, n) => completionOf(date, seriesAt(n), rules))
      return { shown: showContractDates(completions, rules), texts: contractTexts(completions, rules, finishName) }
    },
  }
}

const daysOrNull = (days: number): number | null => (Number.isNaN(days) ? null : roundDays(days))
const dateOfNumber = (day: number): string | null => (Number.isNaN(day) ? null : dateOrNull(day))

/**
 * The dates that the contract sets (/docs/methods/delay-analysis#contract-dates): what is left until them, who used it, and what the days after
 * them come to. A day of delay is a date that the finish passed: so all of it is counted in whole dates, each once, and the sums are exact.
 */
import { FLOAT_OWNERS, HOLDERS, type Holder } from '../../../../shared/contract/endpoint/contract-dates.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { inDays } from '../../wording/days.ts'
import { plural } from '../../wording/numbers.ts'
import { Account, bitOf, type ConcurrencyPolicy, type Entitled, entitledBy, type OffMeasure } from './account.ts'
import { finishDates } from './calendar-days.ts'
import type { DelayOutcome } from './outcome.ts'
import { NO_SIDE } from './parties.ts'
import { roundDays, roundedParts } from './show.ts'

export type FloatOwner = (typeof FLOAT_OWNERS)[number]

/** A date of the contract, and the windows of the finish that is held against it. */
export interface ContractDate {
  /** undefined = the finish that the analysis follows. */
  readonly taskId: string | undefined
  readonly section: string | undefined
  readonly completionDay: number
  /** Undefined = no rate is given. */
  readonly damagesPerDay: number | undefined
  readonly outcome: DelayOutcome
}

export interface ContractRules {
  readonly calendar: Calendar
  readonly anchorDay: number
  readonly floatOwner: FloatOwner
  readonly concurrency: ConcurrencyPolicy
}

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

/** One contract date in figures; `shown` is what the result has of it. */
export interface Completion {
  readonly lateDays: number
  readonly verdict: Verdict
  readonly shown: { readonly [member: string]: ResultValue }
}

export function completionOf(of: ContractDate, rules: ContractRules): Completion {
  const { outcome, completionDay, damagesPerDay } = of
  const { calendar, anchorDay, floatOwner, concurrency } = rules
  const { finishes, beside } = outcome
  const dateAt = finishDates(calendar, anchorDay)
  // by dates alone a finish may be on a day off
  const dates = finishes.map(({ day, offset, offDays }) =>
    outcome.mode === 'network' ? dateAt(offset) + offDays : day === DAY_ABSENT ? Number.NaN : day,
  )
  const [first, last] = [dates[0], dates.at(-1)!]
  const lateDays = Math.max(0, last - completionDay)
  const plannedLateDays = Math.max(0, Math.min(first, last) - completionDay) || 0
  const account = outcome.account ?? accountOfDates(dates)
  const measure = measures(completionDay, outcome.account === undefined ? day => day : dateAt)
  const entries = account.standing()
  const windows = finishes.slice(1).map((_, k): Days => {
    const own = entries.filter(({ window }) => window === k)
    const by = (days: OffMeasure): HolderDays =>
      holdersOf(entitledBy(own, concurrency, beside, days, undefined, account.scale))
    return { used: by(measure.used), late: by(measure.late) }
  })
  const all: Days = { used: sumOf(windows.map(({ used }) => used)), late: sumOf(windows.map(({ late }) => late)) }
  const verdicts = FLOAT_OWNERS.map(owner => ({
    owner,
    verdict: verdictOf(owner, all, completionDay - first, plannedLateDays, lateDays),
  }))
  const { verdict } = verdicts.find(({ owner }) => owner === floatOwner)!
  const shownVerdict = (given: Verdict) => showVerdict(given, completionDay, damagesPerDay)
  const end = new Timeline(calendar, anchorDay).finishOffset(completionDay)
  return {
    lateDays,
    verdict,
    shown: {
      id: of.taskId ?? null,
      section: of.section ?? null,
      completion_date: dateOrNull(completionDay),
      finish_date: dateOfNumber(last),
      margin_start_calendar_days: daysOrNull(completionDay - first),
      margin_calendar_days: daysOrNull(completionDay - last),
      late_calendar_days: daysOrNull(lateDays),
      planned_late_calendar_days: plannedLateDays,
      ...showDays(all),
      ...shownVerdict(verdict),
      by_float_owner: verdicts.map(({ owner, verdict }) => ({ float_owner: owner, ...shownVerdict(verdict) })),
      updates: outcome.statuses.map((status, k) => ({
        schedule: finishes[k].place,
        data_date: (status as { readonly data_date: string | null }).data_date,
        finish_date: dateOfNumber(dates[k]),
        margin_days: daysOrNull(end - finishes[k].offset),
        margin_calendar_days: daysOrNull(completionDay - dates[k]),
      })),
      windows: windows.map((days, k) => ({ from: finishes[k].place, to: finishes[k + 1].place, ...showDays(days) })),
    },
  }
}

/** Without links nobody is found for any day. */
function accountOfDates(dates: readonly number[]): Account {
  const known = dates.find(date => !Number.isNaN(date)) ?? 0
  const account = new Account(Number.isNaN(dates[0]) ? Number.POSITIVE_INFINITY : known)
  dates.forEach((date, k) => {
    if (k > 0 && !Number.isNaN(date)) account.move(date, bitOf(NO_SIDE), k - 1)
  })
  return account
}

/** Dates that a movement passes before the end of the contract date, and after it. */
function measures(completionDay: number, dateAt: (offset: number) => number) {
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
  { used, late }: Days,
  marginDays: number,
  plannedLateDays: number,
  lateDays: number,
): Verdict {
  const excusable = ({ owner, concurrent, neutral }: HolderDays): number => owner + concurrent + neutral
  if (owner !== 'contractor')
    return {
      extensionDays: excusable(late),
      liquidatedDays: late.contractor + plannedLateDays,
      openDays: late.unattributed,
    }
  const extensionDays = excusable(used) + excusable(late)
  const float = Math.max(0, marginDays) || 0
  const left = Math.max(0, lateDays - extensionDays) || 0
  const liquidatedDays = Math.min(left, Math.max(0, used.contractor + late.contractor - float) + plannedLateDays)
  return { extensionDays, liquidatedDays, openDays: left - liquidatedDays }
}

function showVerdict(
  { extensionDays, liquidatedDays, openDays }: Verdict,
  completionDay: number,
  rate: number | undefined,
) {
  const liquidated = roundDays(liquidatedDays)
  return {
    extension_calendar_days: roundDays(extensionDays),
    extended_completion_date: dateOfNumber(completionDay + Math.floor(roundDays(extensionDays))),
    liquidated_calendar_days: liquidated,
    open_calendar_days: roundDays(openDays),
    liquidated_damages: rate === undefined ? null : roundDays(liquidated * rate),
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

export function contractTexts(completions: readonly Completion[], floatOwner: FloatOwner): string[] {
  const named = completions.slice(0, NAMED_MAX).map(({ lateDays, verdict, shown }) => {
    const of = shown.id === null ? '' : ` of ${shown.section ?? shown.id}`
    const start = `Contract date ${shown.completion_date}${of}: `
    if (Number.isNaN(lateDays)) return `${start}the finish is not known.`
    if (lateDays === 0) return `${start}kept, ${inDays(Number(shown.margin_calendar_days), 'calendar')} before it.`
    const { extensionDays, liquidatedDays, openDays } = verdict
    const [extend, liquidated, open] = [extensionDays, liquidatedDays, openDays].map(roundDays)
    return `${start}finished ${inDays(lateDays, 'calendar')} late; ${extend} extend it, ${liquidated} are liquidated, ${open} stay open (float: ${floatOwner}).`
  })
  const more = completions.length - named.length
  return [...named, ...(more > 0 ? [`${plural(more, 'more contract date')}.`] : [])]
}

const daysOrNull = (days: number): number | null => (Number.isNaN(days) ? null : roundDays(days))
const dateOfNumber = (day: number): string | null => (Number.isNaN(day) ? null : dateOrNull(day))

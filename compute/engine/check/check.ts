/**
 * The row of a check, and its result on a schedule. Every family of checks (validate, DCMA, DECM, audits) is a list of such rows; `GET
 * /api/v1/catalogue` prints them. Each family has its own type Context with what it reads.
 */

import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { CheckOperator, CheckStatus, CheckUnit } from '../../../shared/contract/endpoint/data/check-data.ts'
import { checkPath } from '../../../shared/contract/endpoint/method-pages.ts'
import { SEVERITIES } from '../../../shared/contract/envelope.ts'
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Finding, ResultValue, Severity } from '../result/result.ts'
import type { DayBasis } from '../wording/days.ts'
import {
  figureBeside,
  INDEX_DECIMALS,
  plural,
  RATIO_DECIMALS,
  roundHalfAway,
  SCORE_DECIMALS,
} from '../wording/numbers.ts'
import { type Limit, limitText, shareText } from '../wording/shares.ts'
import { allTaskIds, concerned, type FindingWords, findingOf, type Hits, worstOf } from './findings.ts'
import type { Source } from './source.ts'

/** What a check cannot do without; missing: the check is skipped with the message. */
export interface Need<Context> {
  /** What is missing, as a sentence. */
  readonly message: string
  readonly isMet: (context: Context) => boolean
}

/** What run() found. numerator of denominator members of the population break the rule, or are counted by it. */
export interface CheckOutcome {
  readonly numerator: number
  readonly denominator: number
  /** The figure that is compared with the threshold; null: it has none here, which makes the check not applicable. */
  readonly value: number | null
  /** What was found, in one sentence with its figures. */
  readonly message: string
  readonly hits: Hits
  /** Context that ids do not give. */
  readonly evidence?: ResultValue
}

/** What a severity rule may read of the row: its bound. */
type Bound = Pick<CheckRow<never>, 'threshold' | 'operator'>
type GradedSeverity = (outcome: CheckOutcome, bound: Bound) => Severity

/** How grave a failure is: the same always, or by what was found (/docs/methods#severities). */
type SeverityRule = Severity | GradedSeverity

/** What to do about a failed check. */
export interface Advice {
  readonly title: string
  readonly description: string
}

/** One of the things that may lie behind a hit, and what to do then: "3 tasks <found>: <action>." with their names. */
export interface Cause<Context> {
  /** Behind the number of tasks: ["is", "are"] and the rest of the sentence. */
  readonly found: readonly [one: string, many: string]
  readonly action: string
  /** Among several causes the first that holds for a task is taken; absent: it holds for all that are left. */
  readonly holds?: (context: Context, task: number) => boolean
}

/** What to do where that depends on what lies behind each hit. */
export interface CausedAdvice<Context> {
  readonly title: string
  readonly causes: readonly Cause<Context>[]
}

export type RowAdvice<Context> = Advice | ((outcome: CheckOutcome) => Advice | undefined) | CausedAdvice<Context>

/** What a row says of the worst of its hits, and how bad one of them is (worst.ts). */
export interface WorstRule<Context> {
  /** undefined: nothing is said. */
  readonly describe: (context: Context, outcome: CheckOutcome) => string | undefined
  /** The largest is the worst; absent: one is as bad as another. */
  readonly size?: (context: Context, task: number) => number
}

/** What the value of a row is called: "Risk 45 of 100", "Logic density 2.7 links per task". */
export interface FigureWords {
  readonly name: string
  /** Behind the value, and behind its limit. */
  readonly unit?: string
}

export interface CheckRow<Context> {
  readonly code: string
  readonly title: string
  readonly severity: SeverityRule
  /** What is counted over, in words. */
  readonly population: string
  /** How `value` comes about, in words. */
  readonly formula: string
  readonly unit: CheckUnit
  /** The check passes while `value operator threshold` holds; null: it only informs. */
  readonly threshold: number | null
  readonly operator: CheckOperator | null
  /** Where the rule is from. */
  readonly source: Source
  readonly needs: readonly Need<Context>[]
  /** What it counts, where its unit does not say so ("link" of a share of links): [one, many]. */
  readonly noun?: readonly [one: string, many: string]
  /** What its value is called, where it is no count and no share of what is counted; absent: the title of the row says it. */
  readonly figure?: FigureWords
  /** Which days a row of the unit days counts. */
  readonly basis?: (context: Context) => DayBasis
  /** Its population says nothing of the size of a fault (dates that the analysis does not read), so no share is given. */
  readonly isSizeless?: true
  readonly worst?: WorstRule<Context>
  /** By what was found where the causes differ; absent where there is nothing to do. */
  readonly advice?: RowAdvice<Context>
  readonly run: (context: Context) => CheckOutcome
}

/** A row whose code the compiler knows letter by letter. */
export type Coded<Row, Code extends string> = Row & { readonly code: Code }

/** A check that was run, or not: `outcome` is undefined when it was skipped. */
export interface CheckResult<Row extends CheckRow<never> = CheckRow<never>> {
  readonly row: Row
  readonly status: CheckStatus
  /** Set for a failed check, and for one that only informs and found something; else null. */
  readonly severity: Severity | null
  readonly message: string
  /** The worst of what it found, for its finding. */
  readonly worst?: string
  /** How bad a hit is; absent: one is as bad as another. */
  readonly sizeOf?: (task: number) => number
  /** The hits by what lies behind them, the causes in the order of the row. */
  readonly causes?: readonly FoundCause[]
  readonly outcome: CheckOutcome | undefined
}

interface FoundCause extends Pick<Cause<never>, 'found' | 'action'> {
  readonly tasks: readonly number[]
}

/** Thresholds compare unrounded values with this tolerance (/docs/methods#scores). */
export const THRESHOLD_TOLERANCE = 1e-9

const HOLDS: Readonly<Record<CheckOperator, (value: number, threshold: number) => boolean>> = {
  '<=': (value, threshold) => value <= threshold + THRESHOLD_TOLERANCE,
  '>=': (value, threshold) => value >= threshold - THRESHOLD_TOLERANCE,
}

export function runCheck<Context, Row extends CheckRow<Context>>(row: Row, context: Context): CheckResult<Row> {
  const unmet = row.needs.find(need => !need.isMet(context))
  if (unmet !== undefined) {
    return { row, status: 'skipped', severity: null, message: unmet.message, outcome: undefined }
  }
  const outcome = row.run(context)
  const status = statusOf(row, outcome)
  const isFound = status === 'fail' || (status === 'info' && outcome.numerator > 0)
  const severity = isFound ? (typeof row.severity === 'string' ? row.severity : row.severity(outcome, row)) : null
  const found = isFound ? whatWasFound(row, context, outcome) : {}
  const size = sizeText(row, outcome, row.basis?.(context))
  const message = size === undefined ? outcome.message : `${outcome.message} ${size}`
  return { row, status, severity, message, outcome, ...found }
}

function whatWasFound<Context>(
  { worst: rule, advice }: CheckRow<Context>,
  context: Context,
  outcome: CheckOutcome,
): Pick<CheckResult, 'worst' | 'sizeOf' | 'causes'> {
  const worst = rule?.describe(context, outcome)
  const size = rule?.size
  return {
    ...(worst === undefined ? {} : { worst }),
    ...(size === undefined ? {} : { sizeOf: (task: number) => size(context, task) }),
    ...(advice === undefined || !('causes' in advice) ? {} : { causes: foundCauses(advice.causes, context, outcome) }),
  }
}

function foundCauses<Context>(
  causes: readonly Cause<Context>[],
  context: Context,
  { hits }: CheckOutcome,
): FoundCause[] {
  const found = causes.map(({ found, action }) => ({ found, action, tasks: [] as number[] }))
  for (const task of concerned(hits).from) {
    const at = causes.findIndex(({ holds }) => holds === undefined || holds(context, task))
    if (at >= 0) found[at].tasks.push(task)
  }
  return found.filter(({ tasks }) => tasks.length > 0)
}

/** What a row counts that names nothing. */
const NOUN_OF_UNIT: Readonly<Record<CheckUnit, readonly [one: string, many: string]>> = {
  tasks: ['task', 'tasks'],
  links: ['link', 'links'],
  values: ['value', 'values'],
  components: ['part', 'parts'],
  percent: ['task', 'tasks'],
  ratio: ['task', 'tasks'],
  days: ['day', 'days'],
}

/** "7 of 88 links, 8 %, limit 5 %.", "2 of 88 tasks, 2.3 %, limit 0 tasks.", "Baseline execution index 0.91, at least 0.95."; a row that only informs has no limit. */
function sizeText(row: CheckRow<never>, outcome: CheckOutcome, basis: DayBasis | undefined): string | undefined {
  const { unit, threshold, operator, isSizeless } = row
  const { value, numerator, denominator } = outcome
  if (value === null || denominator === 0 || isSizeless) return undefined
  const bound = threshold === null || operator === null ? undefined : { operator, value: threshold }
  const within = (text: string, of?: Limit['unit']): string =>
    bound === undefined ? `${text}.` : `${text}, ${limitText({ ...bound, ...(of === undefined ? {} : { unit: of }) })}.`
  const noun = row.noun ?? (basis === undefined ? NOUN_OF_UNIT[unit] : ([`${basis} day`, `${basis} days`] as const))
  const isShare = unit === 'percent' && Math.abs(value - (100 * numerator) / denominator) <= THRESHOLD_TOLERANCE
  if (row.figure === undefined && isShare) return `${shareText(numerator, denominator, noun, bound)}.`
  if (unit === 'days') return within(`${plural(value, ...noun)} off`, noun)
  if (unit !== 'percent' && unit !== 'ratio') return within(shareText(numerator, denominator, noun), noun)
  const { name, unit: behind = unit === 'ratio' ? '' : '%' } = row.figure ?? { name: row.title }
  const gap = behind === '' ? '' : ` ${behind}`
  const decimals = unit === 'ratio' ? INDEX_DECIMALS : undefined
  const shown =
    bound === undefined ? roundHalfAway(value, decimals ?? SCORE_DECIMALS) : figureBeside(value, bound.value, decimals)
  return within(`${name} ${shown}${gap}`, gap)
}

function statusOf(row: CheckRow<never>, { value }: CheckOutcome): CheckStatus {
  if (value === null) return 'not_applicable'
  if (row.threshold === null || row.operator === null) return 'info'
  return HOLDS[row.operator](value, row.threshold) ? 'pass' : 'fail'
}

const DECIMALS: Readonly<Record<CheckUnit, number>> = {
  tasks: 0,
  links: 0,
  values: 0,
  components: 0,
  percent: SCORE_DECIMALS,
  ratio: RATIO_DECIMALS,
  days: SCORE_DECIMALS,
}

/** The check as it stands in `data`. withDetails adds the tasks and the evidence. */
export function showCheck(
  analysis: AnalysisId,
  { row, status, severity, message, outcome }: CheckResult,
  ids: TextColumn,
  withDetails: boolean,
): { readonly [name: string]: ResultValue | undefined } {
  const value = outcome?.value ?? null
  return {
    code: row.code,
    title: row.title,
    status,
    numerator: outcome?.numerator ?? null,
    denominator: outcome?.denominator ?? null,
    value: value === null ? null : roundHalfAway(value, DECIMALS[row.unit]),
    unit: row.unit,
    threshold: row.threshold,
    operator: row.operator,
    severity,
    message,
    population: row.population,
    method_url: checkPath(analysis, row.code),
    task_ids: withDetails && outcome !== undefined ? allTaskIds(outcome.hits, ids) : undefined,
    evidence: withDetails ? outcome?.evidence : undefined,
  }
}

/** The finding of a check that failed or informs of something; undefined when there is nothing to say. */
export function findingOfCheck(
  { row, severity, message, worst, sizeOf, outcome }: CheckResult,
  ids: TextColumn,
): Finding | undefined {
  if (severity === null || outcome === undefined) return undefined
  const words: FindingWords = {
    code: row.code,
    severity,
    title: row.title,
    description: worst === undefined ? message : `${message} ${worst}`,
  }
  return findingOf(words, outcome.hits, ids, outcome.evidence, () => worstOf(outcome.hits, ids, sizeOf))
}

/** A figure over its threshold is medium up to twice, high up to four times of it. */
const RATIO_MEDIUM_MAX = 2
const RATIO_HIGH_MAX = 4
/** For what should not be there at all the share of the denominator decides. */
const RATE_MEDIUM_MAX = 0.02
const RATE_HIGH_MAX = 0.1
/** For a figure below its threshold the missing share of the threshold decides. */
const BELOW_MEDIUM_MAX = 0.05
const BELOW_HIGH_MAX = 0.15
const TOLERANCE = 1e-9

const grade = (figure: number, mediumMax: number, highMax: number): Severity => {
  if (figure <= mediumMax + TOLERANCE) return 'medium'
  return figure <= highMax + TOLERANCE ? 'high' : 'critical'
}

/** Share of the denominator; whatever is counted over nothing is all of it. */
const rateOf = ({ numerator, denominator }: CheckOutcome): number => (denominator === 0 ? 1 : numerator / denominator)

/** Where nothing is tolerated: by numerator / denominator. */
export const byRate: GradedSeverity = outcome => grade(rateOf(outcome), RATE_MEDIUM_MAX, RATE_HIGH_MAX)

/**
 * The rule that fits the row: "at least" checks by how far they fall short, "at most" checks by how often they
 * exceed a threshold above 0, and by rate where the threshold is 0.
 */
export const bySize: GradedSeverity = (outcome, { threshold, operator }) => {
  const value = outcome.value ?? 0
  const bound = threshold ?? 0
  if (bound === 0) return byRate(outcome, { threshold, operator })
  if (operator === '>=') return grade((bound - value) / bound, BELOW_MEDIUM_MAX, BELOW_HIGH_MAX)
  return grade(value / bound, RATIO_MEDIUM_MAX, RATIO_HIGH_MAX)
}

/** The same, and never below `floor`. */
export const atLeast =
  (floor: Severity, rule: GradedSeverity = bySize): GradedSeverity =>
  (outcome, bound) => {
    const found = rule(outcome, bound)
    return SEVERITIES.indexOf(found) < SEVERITIES.indexOf(floor) ? found : floor
  }

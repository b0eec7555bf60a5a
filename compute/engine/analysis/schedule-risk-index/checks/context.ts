/** What the five sub-metrics of the risk index read, and the row of a sub-metric (/docs/methods/schedule-risk-index). */

import type { SUB_METRICS } from '../../../../../shared/contract/analysis/schedule-risk-index/request.ts'
import type { ScheduleColumns } from '../../../../../shared/contract/schedule/columns.ts'
import type { CalendarChoice } from '../../../calendar/choice.ts'
import type { Cause, CheckOutcome, Coded, Need } from '../../../check/check.ts'
import type { ComponentRow } from '../../../check/components.ts'
import { allHitsWhere } from '../../../check/findings.ts'
import { type NetworkContext, networkContext } from '../../../check/network-context.ts'
import { ofThisService } from '../../../check/source.ts'
import { SCORE_MAX } from '../../../check/verdict.ts'
import { worstTask } from '../../../check/worst.ts'
import { type Durations, durationsOf } from '../../../population/durations.ts'
import { dcma14Tasks, type Population } from '../../../population/populations.ts'
import type { TaskStates } from '../../../population/task-states.ts'
import type { ResultValue, Severity } from '../../../result/result.ts'
import { roundScore } from '../../../wording/numbers.ts'

export type SubMetric = (typeof SUB_METRICS)[number]

interface RiskRequest {
  readonly statusDay: number
  readonly mustFinishDay: number
  /** Float up to which a task counts as near-critical (options.near_critical_float_threshold). */
  readonly nearCriticalDays: number
  /** earned_value is read (options.include_ev_validation). */
  readonly withEarnedValue: boolean
}

export interface RiskContext extends RiskRequest {
  readonly columns: ScheduleColumns
  readonly tasks: TaskStates
  readonly choice: CalendarChoice
  readonly durations: Durations
  readonly t14: Population
  readonly network: NetworkContext
  /** What the sub-metrics have measured so far: the drivers and the advice need more than an outcome has. */
  readonly measures: Map<SubMetric, Measure>
}

export const riskContext = (tasks: TaskStates, choice: CalendarChoice, request: RiskRequest): RiskContext => ({
  ...request,
  columns: tasks.columns,
  tasks,
  choice,
  durations: durationsOf(tasks.columns, choice.calendar),
  t14: dcma14Tasks(tasks),
  network: networkContext(tasks, choice, request.statusDay, request.mustFinishDay),
  measures: new Map(),
})

/** What a sub-metric found. */
export interface Measure {
  /** 0 (none) to RISK_MAX, unrounded; null = nothing to measure. */
  readonly risk: number | null
  /**
   * Faults of task i, each as heavy as it weighs in the risk; a task's share of their sum is its share of the risk.
   * Length taskCount, 0 = none.
   */
  readonly faults: Float64Array
  /** Why task i has faults, in words with their figures. */
  readonly reasonsOf: (task: number) => readonly string[]
  /** Among tasks with equal faults the larger rank is the worse, 0 to 1; absent: they are equally bad. */
  readonly rankOf?: (task: number) => number
  /** Which of the causes of the row is behind a fault of task i, the first of them. */
  readonly causeOf: (task: number) => string
  readonly numerator: number
  readonly denominator: number
  readonly message: string
  /** What it had to do without, if anything. */
  readonly degraded?: string
  /** Inputs, numerators and counts, for options.include_sub_metric_details. */
  readonly details: { readonly [name: string]: ResultValue }
}

export interface RiskRow extends ComponentRow<RiskContext> {
  readonly component: SubMetric
}

export const RISK_MAX = 100

/** By the rounded risk: below `below` the band holds. */
const RISK_BANDS = [
  { band: 'low', below: 20, severity: 'info' },
  { band: 'moderate', below: 40, severity: 'low' },
  { band: 'elevated', below: 60, severity: 'medium' },
  { band: 'high', below: 80, severity: 'high' },
  { band: 'critical', below: Number.POSITIVE_INFINITY, severity: 'critical' },
] as const satisfies readonly { band: string; below: number; severity: Severity }[]

export const bandOf = (risk: number) => RISK_BANDS.find(({ below }) => roundScore(risk) < below)!

type Words<Name extends string> = Pick<
  RiskRow,
  'code' | 'component' | 'title' | 'population' | 'formula' | 'weight'
> & {
  readonly needs?: readonly Need<RiskContext>[]
  readonly measure: (context: RiskContext) => Measure & { readonly causeOf: (task: number) => Name }
  /** Title of the advice, and the causes by name. */
  readonly remedy: string
  readonly causes: Readonly<Record<Name, Pick<Cause<RiskContext>, 'found' | 'action'>>>
}

/** Faults differ if they are apart by more than this. */
const RANK_SHARE = 1e-3

const SOURCE = ofThisService(
  'Tools publish scores of schedule quality; no public document has a composite formula for risk, so sub-metrics, terms and weights are ours.',
)

export const riskRow = <const Code extends string, Name extends string>({
  measure,
  remedy,
  causes,
  ...words
}: Coded<Words<Name>, Code>): Coded<RiskRow, Code> => ({
  needs: [],
  ...words,
  worst: worstTask<RiskContext>(
    ({ measures }, i) => {
      const { faults, rankOf } = measures.get(words.component)!
      return faults[i] + RANK_SHARE * (rankOf?.(i) ?? 0)
    },
    ({ measures }, i) => measures.get(words.component)!.reasonsOf(i).join(', '),
  ),
  advice: {
    title: remedy,
    causes: Object.entries<Pick<Cause<RiskContext>, 'found' | 'action'>>(causes).map(([name, cause]) => ({
      ...cause,
      holds: ({ measures }, i) => measures.get(words.component)!.causeOf(i) === name,
    })),
  },
  severity: ({ value }) => bandOf(value ?? 0).severity,
  unit: 'percent',
  figure: { name: 'Risk', unit: `of ${RISK_MAX}` },
  // a risk has no bound of its own: the bands say how grave it is
  threshold: null,
  operator: null,
  zero: RISK_MAX,
  curve: risk => SCORE_MAX - risk,
  source: SOURCE,
  run: context => {
    const measured = measure(context)
    context.measures.set(words.component, measured)
    return outcomeOf(measured)
  },
})

const outcomeOf = ({ risk, faults, numerator, denominator, message, details }: Measure): CheckOutcome => ({
  numerator,
  denominator,
  value: risk,
  message,
  hits: allHitsWhere(faults.length, i => faults[i] > 0),
  evidence: details,
})

/** A term of a risk: a share that counts in full from `full` on; null over an empty population. */
export const fullFrom = (count: number, of: number, full: number): number | null =>
  of === 0 ? null : Math.min(1, count / of / full)

/** Weighted mean of the terms that have a value, 0 to 1; null when none has. */
export function weightedMean(
  terms: readonly { readonly weight: number; readonly value: number | null }[],
): number | null {
  const known = terms.filter(({ value }) => value !== null)
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  return weights === 0 ? null : known.reduce((sum, { weight, value }) => sum + weight * value!, 0) / weights
}

/** The form of a check in every catalogue, built in or a customer's own, and its reading: conditions and limits are understood before anything is counted. */
import type { Counted, ScheduleOf } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import type { CheckOperator } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { cut } from '../../../../shared/contract/schedule/text.ts'
import { type Condition, ConditionFault, decimal, readCondition, tokensOf } from './condition.ts'
import { isMeasure } from './measures.ts'
import type { CheckSpec } from './rows/spec.ts'

export interface Limit {
  readonly operator: CheckOperator
  readonly value: number
  /** In percent of the population. */
  readonly isShare: boolean
}

/** A check that was understood. */
export interface ReadCheck {
  readonly spec: CheckSpec
  readonly counts: Counted
  readonly schedule: ScheduleOf
  readonly population: readonly Condition[]
  readonly metric: readonly Condition[]
  /** Code of a check of the service whose figure it takes. */
  readonly measure: string | undefined
  readonly limit: Limit | undefined
}

/** Where in a check the fault is, and what it is. */
type ReportCheckFault = (place: readonly (string | number)[], words: string) => void

export function readCheck(spec: CheckSpec, report: ReportCheckFault): ReadCheck {
  const counts = spec.counts ?? 'tasks'
  const metric = spec.metric ?? []
  const measure = metric.length === 1 && isMeasure(metric[0]) ? metric[0] : undefined
  if (measure !== undefined && (spec.population?.length ?? 0) > 0)
    report(['population'], `has no effect: ${measure} has a population of its own`)
  const conditions = (member: 'population' | 'metric', texts: readonly string[]): Condition[] =>
    texts.flatMap((text, n) => {
      try {
        return [readCondition(counts, text)]
      } catch (error) {
        if (!(error instanceof ConditionFault)) throw error
        report([member, n], `${JSON.stringify(cut(text))} ${error.message}`)
        return []
      }
    })
  return {
    spec,
    counts,
    schedule: spec.schedule ?? 'current',
    population: conditions('population', spec.population ?? []),
    metric: measure === undefined ? conditions('metric', metric) : [],
    measure,
    limit: spec.limit === undefined ? undefined : readLimit(spec.limit, report),
  }
}

const OPERATORS: Readonly<Record<string, CheckOperator>> = { '<=': '<=', '>=': '>=', '=': '<=' }

/** "<= 5 %", ">= 1", "= 0" (as <= 0). */
function readLimit(text: string, report: ReportCheckFault): Limit | undefined {
  const words = 'takes <= or >= and a number, with % for a share of up to 100: "<= 5 %", ">= 1", "= 0"'
  let tokens: readonly string[]
  try {
    tokens = tokensOf(text).map(token => token.text)
  } catch {
    tokens = []
  }
  const [sign, number = '', ...unit] = tokens
  const isJoined = number.endsWith('%')
  const value = decimal(isJoined ? number.slice(0, -1) : number) ?? Number.NaN
  const operator = Object.hasOwn(OPERATORS, sign ?? '') ? OPERATORS[sign!] : undefined
  const isShare = isJoined || unit[0] === '%'
  const isFaulty =
    operator === undefined ||
    !(value >= 0 && value <= (isShare ? 100 : Number.MAX_VALUE)) ||
    unit.length > (isJoined ? 0 : 1) ||
    (unit.length === 1 && unit[0] !== '%') ||
    (sign === '=' && value !== 0)
  if (!isFaulty) return { operator: operator!, value, isShare }
  report(['limit'], `${JSON.stringify(cut(text))} is no limit: it ${words}`)
  return undefined
}

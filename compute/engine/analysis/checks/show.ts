/** What the result shows of each check, and of the practices that they belong to. */
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { concerned } from '../../check/findings.ts'
import { worstFirst } from '../../ids/id-order.ts'
import { References, type ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import type { Measured } from './fields/measured.ts'
import { measureOf } from './measures.ts'
import { CHARACTERISTICS, PRACTICES, practiceOf } from './rows/practices.ts'
import type { Catalogue } from './rows/spec.ts'
import type { RunResult } from './run.ts'

/** Tasks that stand in a check without include_details. */
const FIRST_TASKS = 10
const VALUE_DECIMALS = 3

interface Shown {
  readonly current: Measured
  readonly baseline: Measured | undefined
  readonly withDetails: boolean
}

const STATUS_OF_KIND = { needs: 'cannot', asked: 'asked', withdrawn: 'withdrawn', measured: 'skipped' } as const

const REQUIRES = 'requires '

export function showCatalogueCheck(
  of: RunResult,
  catalogue: Catalogue,
  shown: Shown,
): { readonly [name: string]: ResultValue | undefined } {
  const { check, kind, result, message, answer } = of
  const { spec, measure } = check
  const outcome = result?.outcome
  const status = result?.status ?? STATUS_OF_KIND[kind]
  const isMissing = status === 'skipped' || status === 'cannot'
  const value = outcome?.value ?? null
  return {
    code: spec.id,
    title: spec.title,
    version: catalogue.version,
    source: spec.source ?? catalogue.source,
    tier: spec.tier ?? null,
    status,
    numerator: outcome?.numerator ?? null,
    denominator: outcome?.denominator ?? null,
    value: value === null ? null : roundHalfAway(value, VALUE_DECIMALS),
    unit: result === undefined ? null : result.row.unit,
    threshold: result?.row.threshold ?? null,
    operator: result?.row.operator ?? null,
    severity: result?.severity ?? null,
    message,
    population: result === undefined ? null : of.population,
    metric: measure === undefined ? check.metric.map(({ text }) => text).join('; ') || null : measureText(measure),
    needs: isMissing && message.startsWith(REQUIRES) ? message.slice(REQUIRES.length) : null,
    reading: spec.reading ?? null,
    answer,
    task_ids: tasksOf(of, shown),
    baseline_task_ids: baselineTasksOf(of, shown),
    evidence: shown.withDetails ? outcome?.evidence : undefined,
  }
}

const measureText = (code: string): string => `${code} of ${measureOf(code).analysis}`

function tasksOf({ result }: RunResult, { current: { columns }, withDetails }: Shown): References {
  const hits = result?.outcome?.hits
  const { from } = hits === undefined ? { from: new Uint32Array(0) } : concerned(hits)
  return new References(
    withDetails ? Uint32Array.from(from) : Uint32Array.from(worstFirst(columns.id, from, undefined, FIRST_TASKS)),
    columns.id,
  )
}

function baselineTasksOf({ baselineTasks }: RunResult, { baseline, withDetails }: Shown): string[] {
  if (baselineTasks === undefined || baseline === undefined) return []
  const { id } = baseline.columns
  const first = withDetails ? [...baselineTasks] : worstFirst(id, baselineTasks, undefined, FIRST_TASKS)
  return [...first].map(i => textAt(id, i))
}

/** From the share of sub-questions that are met, in the words of the scale: about half is partially met. */
const STEPS = [
  { least: 1, step: 5 },
  { least: 0.75, step: 4 },
  { least: 0.4, step: 3 },
  { least: 0.15, step: 2 },
] as const
const STEP_LEAST = 1

interface PracticeResult {
  readonly code: string
  readonly title: string
  readonly characteristic: string
  readonly measured: number
  readonly met: number
  readonly asked: number
  readonly answered: number
  readonly proposed_step: number | null
  readonly is_open: boolean
}

const ANSWER_WORTH = { yes: 1, partly: 0.5, no: 0 } as const

export function practicesOf({ id }: Catalogue, results: readonly RunResult[]): PracticeResult[] {
  if (id !== 'gao') return []
  return PRACTICES.map(practice => {
    const own = results.filter(({ check }) => practiceOf(check.spec.id) === practice.id)
    const decided = own.filter(({ result }) => result?.status === 'pass' || result?.status === 'fail')
    const met = decided.filter(({ result }) => result!.status === 'pass').length
    const asked = own.filter(({ kind }) => kind === 'asked')
    const answers = asked.flatMap(({ answer }) => (answer === null ? [] : [ANSWER_WORTH[answer]]))
    const sum = answers.reduce<number>((total, worth) => total + worth, met)
    const count = decided.length + answers.length
    const share = sum / count
    // risk analysis is no matter of a file at all
    const isProposed = count > 0 && !(practice.isAsked && answers.length === 0)
    return {
      code: practice.id,
      title: practice.title,
      characteristic: practice.characteristic,
      measured: decided.length,
      met,
      asked: asked.length,
      answered: answers.length,
      proposed_step: isProposed ? (STEPS.find(({ least }) => share >= least)?.step ?? STEP_LEAST) : null,
      is_open: answers.length < asked.length,
    }
  })
}

const STEP_WORDS = ['not met', 'minimally met', 'partially met', 'substantially met', 'fully met']

export function characteristicsOf(practices: readonly PracticeResult[]) {
  if (practices.length === 0) return []
  return CHARACTERISTICS.map(title => {
    const steps = practices.filter(({ characteristic }) => characteristic === title).map(each => each.proposed_step)
    const known = steps.filter(step => step !== null)
    const score = known.length < steps.length ? null : known.reduce((sum, step) => sum + step, 0) / known.length
    // 1.5 begins the second step, 4.5 the fifth
    return {
      title,
      score: score === null ? null : roundHalfAway(score, 2),
      step: score === null ? null : STEP_WORDS[Math.floor(score + 0.5) - 1],
    }
  })
}

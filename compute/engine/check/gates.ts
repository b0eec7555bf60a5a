/**
 * Gates that apply to a schedule (rows: gate-rows.ts), and the score under them. Rounding and grade come after the caps. Cycle gate:
 * engine/check/network-context.ts; gate of a late job: engine/check/beyond-dates.ts.
 */

import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Finding, ResultValue } from '../result/result.ts'
import { figureBeside, plural, roundScore } from '../wording/numbers.ts'
import { listed } from '../wording/tasks.ts'
import type { Advice } from './check.ts'
import { findingOf, type Hits, NO_HITS } from './findings.ts'
import { EVALUATED_SHARE_LEAST, EVALUATED_SHARE_MIN, GATE_ROWS, type GateRow } from './gate-rows.ts'
import { gradeOf } from './verdict.ts'

export interface Gate extends Pick<GateRow, 'code' | 'title' | 'severity' | 'scoreMax' | 'reason' | 'advice'> {
  /** What was found; the sentence about the cap is added. */
  readonly description: string
  readonly hits: Hits
  readonly evidence?: { readonly [name: string]: ResultValue }
  /** Codes of the findings that it is made of: it goes when they go. */
  readonly earnedBy?: readonly string[]
}

/** A gate of that row, with what was found. */
export const gateOf = (
  row: GateRow,
  found: Pick<Gate, 'description' | 'hits' | 'evidence' | 'earnedBy'> & {
    readonly title?: string
    readonly advice?: Advice
  },
): Gate => ({ ...row, ...found })

/** The gate when no live link exists and the population has more than one task; else none. */
export const noLinkGate = (liveLinkCount: number, populationCount: number): Gate[] =>
  liveLinkCount > 0 || populationCount <= 1
    ? []
    : [
        gateOf(GATE_ROWS.noLinks, {
          description: `None of ${plural(populationCount, 'task')} is linked with another.`,
          hits: { ...NO_HITS, count: populationCount },
        }),
      ]

/** How much of a method was run: checks, and their weight. Checks that the request leaves out are in neither. */
export interface Coverage {
  readonly evaluated: number
  /** Those that lack data. The rest of those not evaluated found nothing in the schedule that they apply to. */
  readonly skipped: number
  readonly total: number
  readonly evaluatedWeight: number
  readonly totalWeight: number
}

/** The gate when too little of the method could be run. */
export function coverageGate({ evaluated, skipped, total, evaluatedWeight, totalWeight }: Coverage): Gate[] {
  // a result of nothing has no score anyway
  if (evaluatedWeight === 0 || totalWeight === 0) return []
  const share = evaluatedWeight / totalWeight
  if (share >= EVALUATED_SHARE_MIN) return []
  const isTooFew = share < EVALUATED_SHARE_LEAST
  const percent = figureBeside(100 * share, 100 * (isTooFew ? EVALUATED_SHARE_LEAST : EVALUATED_SHARE_MIN))
  const need = isTooFew
    ? `a score needs at least ${100 * EVALUATED_SHARE_LEAST} %`
    : `a score without a cap needs at least ${100 * EVALUATED_SHARE_MIN} %`
  return [
    gateOf(isTooFew ? GATE_ROWS.tooFewChecks : GATE_ROWS.fewChecks, {
      description: `${evaluated} of ${plural(total, 'check')} could be evaluated, ${percent} % of their weight; ${need}.`,
      hits: { ...NO_HITS, count: total - evaluated },
      evidence: { checks_evaluated: evaluated, checks_total: total, weight_percent: percent },
      ...(skipped === 0
        ? {
            advice: {
              title: 'Repeat the analysis when there is more to check',
              description:
                'No data are missing: the checks that were not evaluated need work, links or dates that the schedule does not have yet.',
            },
          }
        : {}),
    }),
  ]
}

/** Those gates and, where the score under them would still be an A beside a critical finding, the one that forbids it. */
export function withCriticalGate(score: number | null, gates: readonly Gate[], findings: readonly Finding[]): Gate[] {
  const codes = [...new Set(findings.filter(({ severity }) => severity === 'critical').map(({ code }) => code))]
  const under = capped(score, gates)
  if (codes.length === 0 || under === null || under <= GATE_ROWS.criticalFinding.scoreMax) return [...gates]
  const description = `${plural(codes.length, 'finding is', 'findings are')} critical: ${codes.join(', ')}.`
  const hits = { ...NO_HITS, count: codes.length }
  return [...gates, gateOf(GATE_ROWS.criticalFinding, { description, hits, earnedBy: codes })]
}

/** Gates with an advice of their own: those made of findings are settled with them. */
export const standaloneGates = (gates: readonly Gate[]): Gate[] =>
  gates.filter(({ earnedBy }) => earnedBy === undefined)

/** Unrounded score under the caps; null: none, or a gate that takes it away. */
export const capped = (score: number | null, gates: readonly Gate[]): number | null =>
  gates.reduce<number | null>(
    (least, { scoreMax }) => (least === null || scoreMax === null ? null : Math.min(least, scoreMax)),
    score,
  )

export interface FinalScore {
  readonly score: number | null
  readonly grade: string | null
}

/** Caps, then rounding, then the grade. */
export function finalScore(raw: number | null, gates: readonly Gate[]): FinalScore {
  const score = capped(raw, gates)
  if (score === null) return { score: null, grade: null }
  const rounded = roundScore(score)
  return { score: rounded, grade: gradeOf(rounded) }
}

/** The gates that this score feels. */
const biting = (score: number, gates: readonly Gate[]): Gate[] =>
  gates.filter(({ scoreMax }) => scoreMax === null || scoreMax < score)

/** For a summary, behind the grade: which gates held the score down, and from where. Empty where none did. */
export function capNote(score: number | null, gates: readonly Gate[]): string {
  const felt = score === null ? [] : biting(score, gates)
  if (felt.length === 0) return ''
  return ` (capped, ${roundScore(score!)} otherwise: ${felt.map(capName).join(', ')})`
}

/** "beyond its dates", "critical findings HS03, HS10 and 2 more" */
function capName({ code, title, earnedBy = [] }: Gate): string {
  const name = title.toLowerCase()
  return code === GATE_ROWS.criticalFinding.code
    ? `${name} ${listed(earnedBy.slice(0, NAMED_CODES_MAX), earnedBy.length)}`
    : name
}

/** Codes that a note names. */
const NAMED_CODES_MAX = 3

/** For a summary without a score: why there is none. */
export const noScoreNote = (gates: readonly Gate[]): string | undefined =>
  gates.find(({ scoreMax }) => scoreMax === null)?.description

function capSentence({ scoreMax, reason }: Gate, raw: number | null): string {
  if (scoreMax === null) return `No score is given: ${reason}.`
  return raw !== null && raw <= scoreMax
    ? `No score above ${scoreMax} would be given, and it is lower without that: ${reason}.`
    : `The score is capped at ${scoreMax}: ${reason}.`
}

/** `raw`: the score without them, null where there is none. */
export const gateFindings = (gates: readonly Gate[], ids: TextColumn, raw: number | null): Finding[] =>
  gates.map(gate => {
    const { code, severity, title, description, scoreMax, hits, evidence } = gate
    const words = { code, severity, title, description: `${description} ${capSentence(gate, raw)}` }
    return findingOf(words, hits, ids, { score_max: scoreMax, ...evidence })
  })

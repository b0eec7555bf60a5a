/** Scores and grades, and the way from the results of checks to coverage, gates, score and grade: the same steps for every analysis with a score. */
import type { TextColumn } from '../../../shared/contract/schedule/columns.ts'
import type { Finding } from '../result/result.ts'
import { roundScore } from '../wording/numbers.ts'
import { coverageOf, showCoverage, type Weighted } from './coverage.ts'
import {
  capNote,
  capped,
  coverageGate,
  type FinalScore,
  finalScore,
  type Gate,
  gateFindings,
  noScoreNote,
  withCriticalGate,
} from './gates.ts'

/** From a measured value to a component's score, and from a score to its grade (/docs/methods#scores). */
export const SCORE_MAX = 100

/** Lowest rounded score of each grade, best first; below the last: GRADE_LOWEST. */
export const GRADES = [
  { grade: 'A', scoreMin: 90 },
  { grade: 'B', scoreMin: 80 },
  { grade: 'C', scoreMin: 70 },
  { grade: 'D', scoreMin: 60 },
] as const
export const GRADE_LOWEST = 'F'

/** Grade of a score after caps; the score is rounded first, so that grade and printed score never disagree. */
export function gradeOf(score: number): string {
  const rounded = roundScore(score)
  return GRADES.find(row => rounded >= row.scoreMin)?.grade ?? GRADE_LOWEST
}

/** f(v; target, zero): 100 at or better than target, 0 at or beyond zero, linear between, whichever of the two is larger. */
export function scoreBetween(value: number, target: number, zero: number): number {
  const share = (value - zero) / (target - zero)
  return SCORE_MAX * Math.min(1, Math.max(0, share))
}

interface VerdictInput {
  /** Before any gate, unrounded; null = nothing could be scored. */
  readonly raw: number | null
  /** Everything that the method requires and that was requested. */
  readonly checks: readonly Weighted[]
  /** What holds of the schedule; the gates of the coverage and of critical findings are added. */
  readonly gates: readonly Gate[]
  /** Findings but those of gates. */
  readonly findings: readonly Finding[]
  readonly ids: TextColumn
}

export interface Verdict extends FinalScore {
  /** The score under its caps, unrounded. */
  readonly capped: number | null
  /** Every gate that holds, and those of them that hold whatever the findings are. */
  readonly gates: readonly Gate[]
  readonly held: readonly Gate[]
  /** Those of the gates first. */
  readonly findings: readonly Finding[]
  /** For a summary: which gates held the score down, or took it away. */
  readonly capNote: string
  readonly noScoreNote: string | undefined
  /** Members of `data`. */
  readonly coverage: ReturnType<typeof showCoverage>
  readonly scoreBeforeGates: number | null
}

export function verdictOf({ raw, checks, gates: given, findings, ids }: VerdictInput): Verdict {
  const coverage = coverageOf(checks)
  const held = [...given, ...coverageGate(coverage)]
  const gates = withCriticalGate(raw, held, [...gateFindings(held, ids, raw), ...findings])
  return {
    ...finalScore(raw, gates),
    capped: capped(raw, gates),
    gates,
    held,
    findings: [...gateFindings(gates, ids, raw), ...findings],
    capNote: capNote(raw, gates),
    noScoreNote: noScoreNote(gates),
    coverage: showCoverage(coverage),
    scoreBeforeGates: raw === null ? null : roundScore(raw),
  }
}

/** A summary of a score: what there is to say, and what a score is not. */
export const verdictSummary = (...sentences: readonly string[]): string =>
  [...sentences, 'Indicators, not verdicts.'].filter(sentence => sentence !== '').join(' ')

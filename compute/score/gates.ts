/**
 * Gates: faults so grave that no sum of components may hide them. Each caps the score and is named in the findings
 * (ANALYSIS_REFERENCE 0.6). Rounding and grade come after the caps. Cycle gate: health/network-facts.ts.
 */
import type { TextColumn } from '../../shared/schedule/columns.ts'
import type { Advice } from '../checks/check.ts'
import { findingOf, type Hits, NO_HITS } from '../findings.ts'
import type { Finding, ResultValue } from '../result.ts'
import { plural } from '../wording/plural.ts'
import { gradeOf } from './grade.ts'
import { roundScore } from './round.ts'

export interface Gate {
  readonly code: string
  readonly title: string
  /** What was found; the sentence about the cap is added. */
  readonly description: string
  /** No score above this. */
  readonly scoreMax: number
  readonly hits: Hits
  readonly evidence?: { readonly [name: string]: ResultValue }
  readonly advice: Advice
}

/** No link at all: nothing that follows from logic can be good. */
const NO_LINK_SCORE_MAX = 25

/** The gate when no live link exists and the population has more than one task; else none. */
export function noLinkGate(liveLinkCount: number, populationCount: number): Gate[] {
  if (liveLinkCount > 0 || populationCount <= 1) return []
  return [
    {
      code: 'GATE_NO_LINKS',
      title: 'No logic',
      description: `None of ${plural(populationCount, 'task')} is linked with another.`,
      scoreMax: NO_LINK_SCORE_MAX,
      hits: { ...NO_HITS, count: populationCount },
      advice: { title: 'Link the tasks', description: 'Every task but the first and the last needs both ends linked.' },
    },
  ]
}

/** Unrounded score under the caps. */
export const capped = (score: number, gates: readonly Gate[]): number =>
  gates.reduce((least, { scoreMax }) => Math.min(least, scoreMax), score)

interface FinalScore {
  readonly score: number | null
  readonly grade: string | null
}

/** Caps, then rounding, then the grade. */
export function finalScore(score: number | null, gates: readonly Gate[]): FinalScore {
  if (score === null) return { score: null, grade: null }
  const rounded = roundScore(capped(score, gates))
  return { score: rounded, grade: gradeOf(rounded) }
}

/** For a summary, behind the grade; empty without a cap. */
export const capNote = (gates: readonly Gate[]): string =>
  gates.length === 0 ? '' : ` (capped: ${gates.map(gate => gate.title.toLowerCase()).join(', ')})`

export const gateFindings = (gates: readonly Gate[], ids: TextColumn): Finding[] =>
  gates.map(({ code, title, description, scoreMax, hits, evidence }) =>
    findingOf(
      { code, severity: 'critical', title, description: `${description} The score is capped at ${scoreMax}.` },
      hits,
      ids,
      { score_max: scoreMax, ...evidence },
    ),
  )

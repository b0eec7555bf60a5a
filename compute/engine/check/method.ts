/** An analysis as the engine sees it: one object with all its pieces; with a missing piece it does not compile (compute/engine/methods.ts). */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import type { Analyser } from '../result/result.ts'
import type { Ranking, SummarySentences } from '../summary/sentences.ts'
import type { CheckRow } from './check.ts'
import type { ComponentRow } from './components.ts'
import type { GateRow } from './gate-rows.ts'

/** The row of a check with what a family may add to it. */
export type CatalogueRow = CheckRow<never> &
  Partial<Pick<ComponentRow<never>, 'component' | 'weight' | 'zero'>> & {
    readonly profiles?: Readonly<Record<string, number>>
  }

/** How a method works, where no check says it. */
export interface MethodText {
  readonly analysis: AnalysisId
  readonly title: string
  readonly text: string
  readonly source: string
}

export interface Method {
  readonly analyser: Analyser
  /** Rows of its checks; [] of an analysis that measures and does not check. */
  readonly checks: readonly CatalogueRow[]
  /** Gates that it applies. */
  readonly gates: readonly GateRow[]
  /** Without calendars, too, suspended work of its schedules waits for its resume date. */
  readonly waitsToResume?: boolean
  /** What it says to an agent. */
  readonly summary: SummarySentences
  /** Which items of its long lists an agent is shown first; {}: the first ones. */
  readonly ranking: Ranking
  /** How it shares a delay out, in words. */
  readonly text?: MethodText
}

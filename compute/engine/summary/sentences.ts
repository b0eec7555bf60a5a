/** What an analysis says of its result to an agent, beside the sentences that all results have (compute/agent/summary/). */
import type { AnalysisResult } from '../result/result.ts'
import type { PlainMap } from './plain.ts'

/** From `data` with its lists cut to a few items, and as it is for what only whole lists show. undefined: nothing to say. */
export type SummarySentences = (data: PlainMap, whole: AnalysisResult['data']) => readonly (string | undefined)[]

/** For an analysis whose checks and findings say everything. */
export const NO_SENTENCES: SummarySentences = () => []

export type RankingOrder = 'largest' | 'smallest' | 'size'
export type RankingKey = readonly [member: string, order: RankingOrder]

/** Keys by the path of the list, "data.windows[].attribution"; a list that is not named shows its first items. */
export type Ranking = Readonly<Record<string, readonly RankingKey[]>>

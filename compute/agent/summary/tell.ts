/** The contract of the sentences of one analysis. */
import type { AnalysisResult } from '../../engine/result/result.ts'
import type { PlainMap } from '../plain.ts'

/** From `data` with its lists cut to a few items, and as it is for what only whole lists tell. undefined: nothing to say. */
export type Tell = (data: PlainMap, whole: AnalysisResult['data']) => readonly (string | undefined)[]

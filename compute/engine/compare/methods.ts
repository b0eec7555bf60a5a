/** How the two delay analyses attribute a delay to tasks, as stated in their results and in GET /api/v1/catalogue. */
import type { MethodText } from '../check/method.ts'
import { WORDS } from './words.ts'

export const DELAY_METHOD: MethodText = { analysis: 'forensics.delay-analysis', ...WORDS.delayMethod }

export const AS_BUILT_METHOD: MethodText = { analysis: 'forensics.as-planned-vs-as-built', ...WORDS.asBuiltMethod }

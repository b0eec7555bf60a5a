/** The patterns CT01 to CT15 in their order (/docs/methods/change-tracking#patterns). */
import type { PatternRow } from './context.ts'
import { LOGIC_PATTERNS } from './logic-patterns.ts'
import { PATH_PATTERNS } from './path-patterns.ts'
import { REPORT_PATTERNS } from './report-patterns.ts'
import { SETTING_PATTERNS } from './setting-patterns.ts'

export const CHANGE_TRACKING_ROWS: readonly PatternRow[] = [
  ...REPORT_PATTERNS,
  ...LOGIC_PATTERNS,
  ...PATH_PATTERNS,
  ...SETTING_PATTERNS,
].sort((a, b) => (a.code < b.code ? -1 : 1))

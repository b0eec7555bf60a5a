/** The schedule-only checks in the order of their codes (/docs/methods/dcma-decm). */
import type { DecmRow } from './context.ts'
import { DECM_HISTORY_CHECKS } from './history-checks.ts'
import { DECM_LOGIC_CHECKS } from './logic-checks.ts'
import { DECM_PATH_CHECKS } from './path-checks.ts'
import { outOfSequence } from './sequence-check.ts'
import { DECM_STATUS_CHECKS } from './status-checks.ts'
import { visibilityTasks } from './visibility-check.ts'

export const DECM_ROWS = [
  ...DECM_LOGIC_CHECKS,
  ...DECM_PATH_CHECKS,
  ...DECM_STATUS_CHECKS,
  ...DECM_HISTORY_CHECKS,
  outOfSequence,
  visibilityTasks,
].sort((a, b) => (a.code < b.code ? -1 : 1)) satisfies readonly DecmRow[]

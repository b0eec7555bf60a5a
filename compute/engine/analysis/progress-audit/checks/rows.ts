/** The codes of the progress audit in their order (/docs/methods/progress-audit). */

import type { AuditRow } from './context.ts'
import { DATE_CODES } from './date-codes.ts'
import { FORECAST_CODES } from './forecast-codes.ts'
import { SEQUENCE_CODES } from './sequence-codes.ts'
import { STATUS_CODES } from './status-codes.ts'
import { VALUE_CODES } from './value-codes.ts'

export const AUDIT_ROWS = [
  ...DATE_CODES,
  ...STATUS_CODES,
  ...FORECAST_CODES,
  ...SEQUENCE_CODES,
  ...VALUE_CODES,
] as const satisfies readonly AuditRow[]

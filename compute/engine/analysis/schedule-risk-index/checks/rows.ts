/** The five sub-metrics in the order of their codes (/docs/methods/schedule-risk-index). */
import { baselineDrift } from './baseline-drift.ts'
import type { RiskRow } from './context.ts'
import { floatRisk } from './float-risk.ts'
import { logicRisk } from './logic-risk.ts'
import { progressRisk } from './progress-risk.ts'
import { resourceRisk } from './resource-risk.ts'

export const RISK_ROWS = [
  logicRisk,
  floatRisk,
  baselineDrift,
  progressRisk,
  resourceRisk,
] as const satisfies readonly RiskRow[]

/** The twelve components of the health score in their order (/docs/methods/score). */
import { BASELINE_COMPONENTS } from './baseline-components.ts'
import type { HealthRow } from './context.ts'
import { LOGIC_COMPONENTS } from './logic-components.ts'
import { LOAD_COMPONENTS, PLAN_COMPONENTS } from './task-components.ts'

export const HEALTH_ROWS = [
  ...LOGIC_COMPONENTS,
  ...PLAN_COMPONENTS,
  ...BASELINE_COMPONENTS,
  ...LOAD_COMPONENTS,
] as const satisfies readonly HealthRow[]

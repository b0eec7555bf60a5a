/** How a check of the DIQ stands in its list: what all of them have in common. */
import type { Severity } from '../../../result/result.ts'
import type { CheckSpec } from './spec.ts'

/** Its three grades, as severities of this service. */
export const ERROR = 'high'
export const WARNING = 'medium'
export const ALERT = 'low'

/** Data set by the third digit of an id and on: 1040113 and 9040146 are of DS04. */
const sourceOf = (id: string): string => `DOE DIQ ${id}, DS${id.slice(1, 3)}`

/** A check that finds something unless none of the rows is flagged. */
export const entry = (
  id: string,
  severity: Severity,
  title: string,
  metric: readonly string[],
  more: Partial<CheckSpec> = {},
): CheckSpec => ({ id, title, severity, metric, limit: '= 0', schedule: 'both', source: sourceOf(id), ...more })

export const withdrawn = (id: string, title: string, why = 'by the Department of Energy'): CheckSpec => ({
  id,
  title,
  source: sourceOf(id),
  withdrawn: why,
})

export const cannot = (id: string, severity: Severity, title: string, needs: string): CheckSpec => ({
  id,
  title,
  severity,
  source: sourceOf(id),
  needs,
})

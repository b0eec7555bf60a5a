/**
 * Fields of a task that the tools of several analyses describe to agents: those that the analysis reads. Fields that only replace a missing one
 * (forecast dates for planned dates, for example) are left out. All fields are accepted everywhere.
 */

export const NETWORK = ['duration_days', 'predecessors', 'task_type', 'percent_complete'] as const
export const PLANNED = ['planned_start', 'planned_finish'] as const
export const ACTUAL = ['actual_start', 'actual_finish'] as const
export const FORECAST = ['forecast_start', 'forecast_finish'] as const
export const BASELINE = ['baseline_start', 'baseline_finish'] as const
export const CONSTRAINT = ['constraint_type', 'constraint_date'] as const
export const RESOURCES = ['resource', 'resources'] as const
export const EARNED = ['physical_percent_complete', 'earned_value', 'budgeted_cost'] as const
export const APPROVAL = ['approval_required', 'approval_status'] as const
/** A schedule with what was reported of it. */
const STATUSED = [...NETWORK, 'remaining_duration_days', ...PLANNED, ...ACTUAL, ...CONSTRAINT] as const
export const FORECASTED = [...STATUSED, ...FORECAST] as const
/** Fields of a forecast schedule with its baseline in the tasks. */
export const BASELINED = [...FORECASTED, ...BASELINE] as const
export const ASSESSED = [...BASELINED, 'total_float_days', 'resource', 'budgeted_cost'] as const

/**
 * What a tool says of itself: what it answers, when to take it and when a neighbour, what it needs, what it returns. Written for an agent
 * that sees all of them and has to choose one; their names are those of the rows, which a test holds.
 */
export interface ToolDescription {
  readonly title: string
  readonly answers: string
  /** When to use it rather than its neighbours, which it names. */
  readonly use: string
  readonly needs: string
  /** Beside findings, recommendations and the summary, which all have. */
  readonly returns: string
  /** Fields of a task that the tool describes to agents. */
  readonly taskFields: readonly string[]
  /** Members of the request that are read, but change nothing of the answer, or that analysis_cpm is the place for. */
  readonly membersHidden?: readonly string[]
  /** Members that this tool describes although most tools hide them (HIDDEN of input-schema.ts). */
  readonly membersShown?: readonly string[]
  /** The rare types of a task mean something to it. */
  readonly showsAllTaskTypes?: true
  /** It reads the totals of money of a snapshot. */
  readonly showsTotals?: true
}

/** The statuses of the sample project of the sandbox (footbridge.ts), of which an analysis makes a request. */
export interface SandboxSchedules {
  readonly plannedTasks: readonly object[]
  /** Tasks at statusDate. */
  readonly statusedTasks: readonly object[]
  readonly statusDate: string
  readonly calendar: string
  /** Body of an analysis of one schedule. */
  readonly statused: object
  /** Two earlier statuses. */
  readonly history: readonly object[]
  /** Body of a comparison with baseline and history. */
  readonly compared: object
  /** The project without the baseline. */
  readonly tracked: object
}

interface DelayedTask {
  readonly id: string
  readonly name?: string
  readonly actual_start?: string
  readonly actual_finish?: string
  readonly delay_category?: string
}

const PARTIES: Readonly<Record<string, string>> = { design: 'owner', weather: 'neutral' }

/** The delays of the sample project as events, with what their tasks lost: a late design, a storm, late steel, a slow crew. */
export const sandboxEvents = ({ statusedTasks, statusDate }: SandboxSchedules): object[] =>
  (statusedTasks as readonly DelayedTask[])
    .filter(({ actual_start, delay_category }) => actual_start && delay_category)
    .map(({ id, name, actual_start, actual_finish, delay_category }, n) => ({
      id: `E${n + 1}`,
      name,
      party: PARTIES[delay_category!] ?? 'contractor',
      category: delay_category,
      started: actual_start,
      ended: actual_finish ?? statusDate,
      days: 3,
      task_ids: [id],
    }))

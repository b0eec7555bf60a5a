/** The statuses of the sample project of the sandbox (gateway/sandbox/footbridge.ts), of which an analysis makes a request. */
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

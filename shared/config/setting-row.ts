/** What a row of the settings tells of one environment variable. */

export interface SettingRow {
  /** Name of the environment variable. */
  readonly env: string
  readonly kind: 'integer' | 'number' | 'text' | 'choice'
  /** undefined = no default: the value may be absent. */
  readonly default: number | string | undefined
  readonly minimum?: number
  readonly maximum?: number
  readonly choices?: readonly string[]
  /** Never printed. */
  readonly secret?: true
  /** Throws when a text cannot be used, with the reason. */
  readonly check?: (text: string) => void
  readonly meaning: string
}

/** Facts of the machine that some defaults follow. */
export interface Machine {
  readonly coreCount: number
  readonly memoryBytes: number
}

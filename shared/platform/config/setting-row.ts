/** The declaration of one environment variable. */

export interface SettingRow {
  /** Name of the environment variable. */
  readonly env: string
  readonly kind: 'integer' | 'number' | 'text' | 'choice'
  /** undefined: no default, the value may be absent. */
  readonly default: number | string | undefined
  readonly minimum?: number
  readonly maximum?: number
  readonly choices?: readonly string[]
  /** Never printed. */
  readonly secret?: true
  /** Throws the reason when a text is invalid. */
  readonly check?: (text: string) => void
  readonly meaning: string
}

/** Properties of the machine that some defaults depend on. */
export interface Machine {
  readonly coreCount: number
  readonly memoryBytes: number
}

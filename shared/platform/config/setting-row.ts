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

/** Format checks for settings, used by the `check` of a row. Each throws the reason when the text is invalid. */
export function httpUrl(text: string): void {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) throw new Error('must be an http or https URL')
}

/** name=value,name=value. The value may contain =, as base64 does. */
export function checkPairs(text: string): void {
  for (const pair of text.split(',')) {
    if (!/^\s*[^\s=]+\s*=\s*\S/.test(pair)) throw new Error('must be comma-separated name=value pairs')
  }
}

/** Converts the text of an environment variable to the value of its row, or returns what is wrong with it. */
export function readValue(row: SettingRow, text: string): { value: number | string } | { mistake: string } {
  const wrong = (what: string) => ({ mistake: `${row.env}=${row.secret ? '***' : JSON.stringify(text)}: ${what}` })
  if (row.kind === 'choice')
    return row.choices?.includes(text) ? { value: text } : wrong(`must be one of ${row.choices?.join(', ')}`)
  if (row.kind === 'text') {
    if (text.trim() === '') return wrong('must not be blank')
    try {
      row.check?.(text)
    } catch (error) {
      return wrong((error as Error).message)
    }
    return { value: text }
  }
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) return wrong('must be a number')
  if (row.kind === 'integer' && !Number.isSafeInteger(value)) return wrong('must be a whole number')
  if (row.minimum !== undefined && value < row.minimum) return wrong(`must be at least ${row.minimum}`)
  if (row.maximum !== undefined && value > row.maximum) return wrong(`must be at most ${row.maximum}`)
  return { value }
}

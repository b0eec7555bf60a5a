/** Which columns the table has, how wide, and how much room: kept by the browser of this machine for all files. */
const KEY = 'sis.table'

export interface TableSettings {
  /** Keys in their order; undefined = none were chosen. */
  readonly columns?: readonly string[] | undefined
  readonly widths?: Readonly<Record<string, number>>
  readonly room?: number
}

export function tableSettings(): TableSettings {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? '{}') as TableSettings | null) ?? {}
  } catch {
    // kept by nobody else, or nothing can be kept here
    return {}
  }
}

export function keepTableSettings(settings: TableSettings): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(settings))
  } catch {}
}

/** Which columns the table has, how wide, and how much room: kept by the browser of this machine for all files. */
import { keepUnder, keptUnder } from '../dom/kept.ts'

const KEY = 'sis.table'

export interface TableSettings {
  /** Keys in their order; undefined = none were chosen. */
  readonly columns?: readonly string[] | undefined
  readonly widths?: Readonly<Record<string, number>>
  readonly room?: number
}

export const tableSettings = (): TableSettings => keptUnder<TableSettings>(KEY)

export const keepTableSettings = (settings: TableSettings): void => keepUnder(KEY, settings)

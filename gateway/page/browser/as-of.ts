/** Up to when a file reports its progress, which orders files and tells two updates of one name apart. */
import type { LoadedFile } from './loaded.ts'
import { minutesOf } from './schedule/moment.ts'
import { readingOf } from './service/read-as.ts'

interface AsOf {
  /** null: it has no place in the order. */
  readonly date: string | null
  /** The service finds the same by itself. */
  readonly isStated: boolean
}

/** Its data date, or the one that was set here; else the day on which it was saved; else what its progress says. */
export function asOf({ file, analysed: { cpm } }: LoadedFile): AsOf {
  const { date } = cpm.data.data_date
  const report = cpm.metadata.import?.[0]
  if (readingOf(file).statusDate !== '') return { date, isStated: false }
  if (report?.data_date != null) return { date, isStated: true }
  if (report?.saved_at !== undefined) return { date: report.saved_at, isStated: false }
  return { date, isStated: date === null }
}

/** NaN: it has none. */
export const asOfMinutes = (of: LoadedFile): number => minutesOf(asOf(of).date)

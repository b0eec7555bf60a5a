/** schedule_history as a health analysis reads it: the snapshots that are earlier than the current status, by date. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { dayOf } from '../result/options.ts'
import type { AnalysisInput } from '../result/result.ts'

export interface EarlierStatus {
  readonly columns: ScheduleColumns
  /** Its snapshot_date, which is its status day; DAY_ABSENT when it has none. */
  readonly day: number
  /** Place in schedule_history. */
  readonly index: number
}

export interface EarlierStatuses {
  /** Undated ones first, then by date; of equal dates in the order of the input. */
  readonly statuses: readonly EarlierStatus[]
  /** Places in schedule_history of snapshots dated on or after the current status, which were left out. */
  readonly notEarlier: readonly number[]
}

/** `statusDay` is that of the current status, DAY_ABSENT when unknown: then every snapshot counts as earlier. */
export function earlierStatuses({ params, schedules }: AnalysisInput, statusDay: number): EarlierStatuses {
  const history = (params.schedule_history ?? []) as readonly { readonly snapshot_date?: string | null }[]
  const all = history.map((snapshot, index): EarlierStatus => {
    const columns = schedules.get(`schedule_history.${index}.tasks`)!
    return { columns, day: dayOf(snapshot.snapshot_date), index }
  })
  const isEarlier = ({ day }: EarlierStatus): boolean => statusDay === DAY_ABSENT || day < statusDay
  return {
    statuses: all.filter(isEarlier).sort((a, b) => a.day - b.day || a.index - b.index),
    notEarlier: all.filter(status => !isEarlier(status)).map(({ index }) => index),
  }
}

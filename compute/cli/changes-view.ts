/** What changed between files, what moved the finish most first. */
import { counted } from './counted.ts'
import type { Envelope } from './outcome.ts'
import { shownText } from './shown-text.ts'
import { type Cell, type Layout, table } from './table.ts'

/** Of shared/analysis/change-tracking/data.ts. */
interface Changed {
  readonly to_date: string
  readonly before: string | null
  readonly after: string | null
  readonly impact_days: number | null
}
interface TaskChanged extends Changed {
  readonly id: string
  readonly name?: string | null
  readonly predecessor_id: string | null
  readonly field: string
}
interface SettingChanged extends Changed {
  readonly kind: string
  readonly subject: string | null
}
interface TrackedShown {
  readonly calendar: { readonly mode: string }
  readonly comparisons: readonly unknown[]
  readonly changes: readonly TaskChanged[]
  readonly setting_changes: readonly SettingChanged[]
  readonly changes_matching: number
}

/** A screen has room for these; --json has all. */
const CHANGES_SHOWN_MAX = 25

const spoken = (name: string): string => name.replaceAll('_', ' ')

const sizeOf = ({ impact_days: days }: Changed): number => (days === null ? -1 : Math.abs(days))

export function changesView({ data }: Envelope, layout: Layout): string[] {
  const tracked = data as unknown as TrackedShown
  const all = [...tracked.setting_changes, ...tracked.changes]
  if (all.length === 0) return []
  const shown = all.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, CHANGES_SHOWN_MAX)
  const withDates = tracked.comparisons.length > 1
  const total = tracked.changes_matching + tracked.setting_changes.length
  const unit = ['task_calendars', 'calendar_days'].includes(tracked.calendar.mode) ? 'calendar days' : 'working days'
  return [
    '',
    `Changes, with the ${unit} each moved the finish by when it alone is taken back:`,
    ...table(
      shown.map(each => rowOf(each, withDates)),
      layout,
    ),
    ...(total > shown.length ? [`and ${counted(total - shown.length, 'more change')} (--json)`] : []),
  ]
}

function rowOf(change: TaskChanged | SettingChanged, withDates: boolean): Cell[] {
  const { impact_days: days, before, after, to_date: date } = change
  const moved = days === null ? '' : days > 0 ? `+${days}` : String(days)
  const values = before === null && after === null ? '' : `${before ?? 'none'} -> ${after ?? 'none'}`
  const [what, of] =
    'kind' in change
      ? [spoken(change.kind), change.subject ?? 'project']
      : [spoken(change.field), [change.id, change.name ?? '', linkEnd(change)].join(' ').trim()]
  return [
    { text: moved, isRight: true, colour: days !== null && days !== 0 ? 'yellow' : undefined },
    ...(withDates ? [{ text: date }] : []),
    { text: what },
    { text: shownText(values === '' ? of : `${of}: ${values}`) },
  ]
}

const linkEnd = ({ predecessor_id: id }: TaskChanged): string => (id === null ? '' : `(after ${id})`)

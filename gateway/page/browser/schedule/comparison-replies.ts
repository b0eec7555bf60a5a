/** The members of the replies of comparisons that the page reads. */
import type { Check, Envelope } from './replies.ts'

export interface Edit {
  readonly id: string
  readonly name?: string | null
  readonly predecessor_id: string | null
  readonly edit: string
  readonly before: string | null
  readonly after: string | null
  readonly impact_days: number | null
}

/** A change of a calendar or of a scheduling option. */
export interface SettingChange {
  readonly from_date: string
  readonly to_date: string
  readonly kind: string
  readonly subject: string | null
  readonly before: string | null
  readonly after: string | null
  readonly impact_days: number | null
}

interface ImpactOfComparison {
  readonly from_date: string
  readonly to_date: string
  readonly edits: readonly Edit[]
  readonly edits_material: number
}

interface Counts {
  readonly material: number
  readonly minor: number
  readonly expected: number
}

export interface Change {
  readonly from_date: string
  readonly to_date: string
  readonly id: string
  readonly name?: string | null
  readonly predecessor_id: string | null
  readonly category: string
  readonly field: string
  readonly before: string | null
  readonly after: string | null
  readonly difference: number | null
  readonly impact_days: number | null
  readonly disposition: 'material' | 'minor' | 'expected'
}

interface ChangesData {
  readonly changes: readonly Change[]
  readonly changes_matching: number
  readonly changes_listed: number
  readonly comparisons: readonly {
    readonly from_date: string
    readonly to_date: string
    readonly matched: number
    readonly added: number
    readonly deleted: number
  }[]
  readonly changes_by_category: Readonly<Record<string, Counts>>
  readonly setting_changes: readonly SettingChange[]
  readonly checks: readonly Check[]
  readonly impact?: { readonly comparisons: readonly ImpactOfComparison[] } | null
}

interface Revision {
  readonly scope_days: number
  readonly logic_days: number
  readonly duration_days: number
  readonly constraint_days: number
  readonly calendar_days: number
  readonly options_days: number
  readonly project_start_days: number
  readonly other_days: number
}

export interface Contribution {
  readonly id: string
  readonly name?: string | null
  readonly contribution_days: number
  /** Part of it that brought the finish forward, 0 or less. */
  readonly recovered_days: number
  readonly delay_category: string | null
}

/** A named change of the plan. */
interface NamedRevision {
  readonly step: string
  readonly change: string
  readonly id: string | null
  readonly name?: string | null
  readonly predecessor_id: string | null
  readonly subject: string | null
  readonly from: string | null
  readonly to: string | null
  readonly task_count: number
  readonly days: number
  /** null: not tested. */
  readonly alone_days: number | null
  readonly delay_category: string | null
}

export interface DelayWindow {
  readonly from_date: string | null
  readonly to_date: string | null
  readonly delay_days: number | null
  readonly delay_calendar_days: number | null
  /** Absent in what was kept by an older page. */
  readonly delay_working_days?: number | null
  readonly progress_delay_days: number | null
  readonly revision_delay_days: number | null
  readonly no_task_days: number
  readonly recovered_elsewhere_days: number
  readonly attribution: readonly Contribution[]
  readonly revisions: readonly NamedRevision[]
  /** Days of tasks added or deleted are counted with those of links: apart they make no schedule. Absent in what was kept by an older page. */
  readonly scope_with_logic?: boolean
  readonly revision_count: number
}

/** Days that are booked to an event, or to none. */
interface BookedDays {
  readonly held_days: number
  readonly held_calendar_days: number | null
}

interface EventDays {
  readonly events: readonly (BookedDays & {
    readonly id: string
    readonly name: string | null
    readonly party: string
  })[]
  readonly outside: BookedDays
}

export interface DelaysData {
  readonly statuses: readonly {
    readonly data_date: string | null
    readonly finish_date: string | null
    readonly task_count: number
  }[]
  /** Where the task that ends last was deleted, added or replaced. */
  readonly followed_finish?: {
    readonly reason: string
    readonly last_tasks: readonly { readonly id: string | null }[]
  } | null
  readonly total_delay_days: number | null
  readonly windows: readonly DelayWindow[]
  readonly by_category: Readonly<Record<string, number>>
  readonly recovery_days: number
  readonly revision: Revision | null
  readonly unexplained_days: number
  readonly event_days?: EventDays | null
}

export interface ComparisonReplies {
  readonly changes: Envelope<ChangesData>
  readonly delays: Envelope<DelaysData>
}

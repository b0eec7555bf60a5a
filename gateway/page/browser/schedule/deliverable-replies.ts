/** The members of the replies about files for authorities that the page reads. */
import type { Effect } from '../../../../shared/contract/deliverables/data.ts'
import type { DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'

interface Rows {
  readonly table: string
  readonly field: string
  readonly rows: number
  readonly of: number
  /** The first of them. */
  readonly task_ids: readonly string[]
}

export interface MissingValue extends Rows {
  readonly effect: Effect
  readonly reason: string
  readonly receiver: string
  readonly remedy: string
}

export interface DeliverableData {
  readonly missing: readonly MissingValue[]
  readonly changes: readonly (Rows & { readonly text: string })[]
  /** null: it is not made. */
  readonly file: { readonly name: string; readonly encoding: 'text' | 'base64'; readonly content: string } | null
}

interface FileFault {
  readonly severity: 'error' | 'warning'
  readonly table: string
  readonly field: string | null
  readonly text: string
  readonly count: number
  readonly examples: readonly { readonly row: number | null; readonly value: string | null }[]
}

export interface FileFaults {
  readonly format: DeliverableName
  readonly is_valid: boolean
  readonly error_count: number
  readonly warning_count: number
  readonly faults: readonly FileFault[]
}

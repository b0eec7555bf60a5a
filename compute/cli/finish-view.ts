/** The finish of a project by the critical path, beside that of its file. */
import { counted } from './counted.ts'
import type { Envelope } from './outcome.ts'
import { shownText } from './shown-text.ts'
import { type Layout, table, wrapped } from './table.ts'

/** Of shared/analysis/cpm/data.ts. */
interface CpmShown {
  readonly project_finish_date?: string | null
  readonly project_duration_days: number
  readonly data_date?: { readonly date: string | null } | null
  readonly longest_path: readonly string[]
  readonly longest_path_names: readonly (string | null)[]
  readonly agreement?: {
    readonly stored_finish: string | null
    readonly computed_finish: string | null
    readonly fields: readonly {
      readonly field: string
      readonly compared_count: number
      readonly equal_count: number
    }[]
  } | null
}

const shownDate = (moment: string): string => moment.replace('T', ' ')

/** Two or three lines: data date, finish, and how far the file agrees. */
export function finishView({ data }: Envelope, { width }: Layout): string[] {
  const { project_finish_date, project_duration_days, data_date, agreement } = data as unknown as CpmShown
  const lines: string[] = []
  if (data_date?.date) lines.push(`Data date  ${shownDate(data_date.date)}`)
  lines.push(
    project_finish_date
      ? `Finish     ${shownDate(project_finish_date)} by the critical path`
      : `Duration   ${counted(Math.round(project_duration_days), 'day')} by the critical path`,
  )
  if (agreement?.stored_finish) {
    const isSame = agreement.stored_finish === agreement.computed_finish
    const cells = agreement.fields.reduce((sum, { compared_count }) => sum + compared_count, 0)
    const equal = agreement.fields.reduce((sum, { equal_count }) => sum + equal_count, 0)
    const finish = isSame ? 'the same' : shownDate(agreement.stored_finish)
    lines.push(
      `In file    ${finish}; ${equal.toLocaleString('en-US')} of ${cells.toLocaleString('en-US')} ${cells === 1 ? 'date or float of open tasks is' : 'dates and floats of open tasks are'} equal`,
    )
  }
  return lines.flatMap(line => wrapped(line, width))
}

/** A long chain is cut in its middle: both ends say where it comes from and what it drives. */
const PATH_SHOWN_MAX = 15

export function pathView({ data }: Envelope, layout: Layout): string[] {
  const { longest_path: ids, longest_path_names: names } = data as unknown as CpmShown
  const rows = ids.map((id, i) => [{ text: shownText(id) }, { text: shownText(names[i] ?? '') }])
  const half = Math.ceil(PATH_SHOWN_MAX / 2)
  const shown =
    rows.length <= PATH_SHOWN_MAX
      ? rows
      : [...rows.slice(0, half), [{ text: '...' }, { text: `${rows.length - 2 * half} more` }], ...rows.slice(-half)]
  return [`Longest path: ${counted(ids.length, 'task')}`, ...table(shown, layout)]
}

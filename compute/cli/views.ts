/** Results as text: what was read, status, score, checks and findings of any of them; the finish of the critical path beside that of its file. */

import type { Severity } from '../../shared/contract/envelope.ts'
import type { ImportReport } from '../../shared/contract/schedule/import-report.ts'
import { shownText } from '../../shared/contract/shown-text.ts'
import { withCommas } from '../engine/wording/numbers.ts'
import type { Envelope, FindingShown } from './outcome.ts'
import { type Cell, type Colour, counted, type Layout, table, wrapped } from './terminal.ts'

/** One check of a result, as the analyses with checks list them. */
interface CheckShown {
  readonly code: string
  readonly title: string
  readonly status: 'pass' | 'fail' | 'warning' | 'skipped' | 'not_applicable'
  readonly severity: Severity | null
  readonly message: string
}

const SEVERITY_COLOURS: Readonly<Record<Severity, Colour | undefined>> = {
  critical: 'red',
  high: 'red',
  medium: 'yellow',
  low: undefined,
  info: 'grey',
}
/** A screen has room for these; --json has all. */
const FINDINGS_SHOWN_MAX = 12

export function envelopeView(envelope: Envelope, layout: Layout): string[] {
  const { summary, findings, data } = envelope
  const checks = checksOf(data)
  // a finding of a check is the check that failed
  const codes = new Set(checks.map(({ code }) => code))
  const others = findings.filter(({ code }) => !codes.has(code))
  return [
    ...wrapped(shownText(summary), layout.width),
    ...section(checkRows(checks), layout),
    ...section(others.slice(0, FINDINGS_SHOWN_MAX).map(findingRow), layout),
    ...(others.length > FINDINGS_SHOWN_MAX
      ? [`and ${counted(others.length - FINDINGS_SHOWN_MAX, 'more finding')} (--json)`]
      : []),
  ]
}

const section = (rows: readonly (readonly Cell[])[], layout: Layout): string[] =>
  rows.length === 0 ? [] : ['', ...table(rows, layout)]

/** Analyses call their lists of checks differently; a check has a code, a title and a status. */
function checksOf(data: Envelope['data']): readonly CheckShown[] {
  for (const member of Object.values(data)) {
    const first = Array.isArray(member) ? (member[0] as Partial<CheckShown> | undefined) : undefined
    if (first?.code !== undefined && first.status !== undefined && first.message !== undefined)
      return member as CheckShown[]
  }
  return []
}

const CHECK_COLOURS: Readonly<Record<CheckShown['status'], Colour | undefined>> = {
  pass: 'green',
  fail: 'red',
  warning: 'yellow',
  skipped: 'grey',
  not_applicable: 'grey',
}

const checkRows = (checks: readonly CheckShown[]): Cell[][] =>
  checks.map(({ code, title, status, message }) => [
    { text: status.replace('_', ' '), colour: CHECK_COLOURS[status] },
    { text: code },
    { text: title },
    { text: shownText(status === 'pass' ? lastSentence(message) : message) },
  ])

/** The figure and its limit are enough of a check that passes: "0 of 8 tasks, 0 %, limit 5 %." */
const lastSentence = (message: string): string =>
  message.slice(message.lastIndexOf('. ', message.length - 2) + 1).trim()

const findingRow = ({ severity, title, description }: FindingShown): Cell[] => [
  { text: severity, colour: SEVERITY_COLOURS[severity] },
  { text: shownText(`${title}. ${description}`) },
]

/** What was read from project files. */
export function importView(imports: readonly ImportReport[] | undefined, layout: Layout): string[] {
  return (imports ?? []).flatMap(({ project_name, format, counts, warnings }) => [
    ...wrapped(
      shownText(
        `${project_name ?? 'A project'} (${format}): ${counted(counts.tasks, 'task')}, ${counted(counts.links, 'link')}, ${counted(counts.calendars, 'calendar')}`,
      ),
      layout.width,
    ),
    ...section(
      warnings.map(({ text }) => [{ text: 'read', colour: 'yellow' as const }, { text: shownText(text) }]),
      layout,
    ),
  ])
}

/** Members of shared/contract/analysis/cpm/data.ts. */
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
export function finishView({ data, metadata }: Envelope, { width }: Layout): string[] {
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
      `In file    ${finish}; ${withCommas(equal)} of ${withCommas(cells)} ${cells === 1 ? 'date or float of open tasks is' : 'dates and floats of open tasks are'} equal`,
    )
  }
  if (metadata.import?.some(({ format }) => WHOLE_DAYS.includes(format)))
    lines.push(
      'The format has whole days alone, so what is computed from it may differ from the schedule that it was made of.',
    )
  return lines.flatMap(line => wrapped(line, width))
}

/** Durations, lags and floats are rounded there, and no date has a time. */
const WHOLE_DAYS: readonly string[] = ['sdef']

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

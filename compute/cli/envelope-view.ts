/** Any result as text: what was read, status, score, checks, findings. */
import type { Severity } from '../../shared/envelope.ts'
import type { ImportReport } from '../../shared/schedule/import-report.ts'
import { counted } from './counted.ts'
import type { Envelope, FindingShown } from './outcome.ts'
import type { Colour } from './paint.ts'
import { shownText } from './shown-text.ts'
import { type Cell, type Layout, table, wrapped } from './table.ts'

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

/** Of what passes the figure and its limit are enough: "0 of 8 tasks, 0 %, limit 5 %." */
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

/** A report to sign, monthly or of a claim, over the open files: made by the service, and handed to the browser. */
import type { FORM_MEDIA_TYPES } from '../../../../shared/contract/endpoint/result-forms.ts'
import type { Paper, ReportKind } from '../../../../shared/contract/report/report-query.ts'
import type { MonthlySection } from '../../../../shared/contract/report/report-request.ts'
import { download } from '../dom/download.ts'
import type { DelayEvent } from '../schedule/events.ts'
import { analyse } from './analyse.ts'
import { isJson } from './body.ts'
import type { CallContext } from './call.ts'
import { appendSchedule, formOf } from './comparison.ts'
import { isLarge } from './expected-size.ts'
import type { DatedFile, Progress } from './messages.ts'

export const KINDS = ['monthly', 'claim'] as const satisfies readonly ReportKind[]
export const PAPERS = ['a4', 'letter'] as const satisfies readonly Paper[]
export const FORMS = {
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const satisfies Partial<typeof FORM_MEDIA_TYPES>
export type ReportForm = keyof typeof FORMS

/** Of the monthly report, in their order. */
export const SECTIONS = [
  'finish',
  'scores',
  'longest_path',
  'look_ahead',
  'milestones',
  'changes',
  'patterns',
  'resources',
  'gantt',
  'sources',
  'recompute',
] as const satisfies readonly MonthlySection[]

/** Texts of the cover that the page asks for, in this order. */
export const COVER_FIELDS = [
  'project',
  'contract',
  'owner',
  'contractor',
  'prepared_for',
  'author',
  'organisation',
  'reference',
  'report_date',
] as const
export type CoverField = (typeof COVER_FIELDS)[number]

export interface ReportAsked {
  readonly kind: ReportKind
  readonly form: ReportForm
  readonly paper: Paper
  readonly cover: Readonly<Partial<Record<CoverField | 'logo', string>>>
  /** Contract date of the finish; '': none. */
  readonly completionDate: string
  /** Sections that the monthly report is without; undefined: none. */
  readonly leftOut: readonly MonthlySection[] | undefined
}

interface ReportOf {
  /** In the order of their data dates, the last one is reported. */
  readonly files: readonly DatedFile[]
  readonly baseline: Blob | undefined
  readonly events: readonly DelayEvent[]
  /** Of the file that is saved, without an extension. */
  readonly name: string
}

/** Throws Refused. */
export async function takeReport(
  { files, baseline, events, name }: ReportOf,
  { kind, form, paper, cover, completionDate, leftOut = [] }: ReportAsked,
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const options: Readonly<Record<string, object>> =
    completionDate === '' ? {} : { contract: { completion_date: completionDate } }
  const made = await formOf(files, options, events)
  const isOwnForm = baseline !== undefined && (await isJson(baseline))
  const body = (): FormData => {
    const parts = made()
    if (baseline !== undefined) appendSchedule(parts, baseline, isOwnForm, 'baseline_schedule')
    parts.append('cover', JSON.stringify(cover))
    const sections = SECTIONS.filter(name => !leftOut.includes(name))
    // a report without any section is no choice
    if (kind === 'monthly' && leftOut.length > 0 && sections.length > 0)
      parts.append('layout', JSON.stringify({ sections }))
    return parts
  }
  const path = `api/v1/reports?kind=${kind}&paper=${paper}`
  const sent = { path, body, isLarge: await isLarge(...files.map(({ file }) => file)) }
  const report = await analyse(sent, { ...context, accept: FORMS[form] }, onProgress)
  download(report as Blob, `${name}.${kind}.${form}`)
}

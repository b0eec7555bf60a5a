/** A result as JSON, in pieces, into another form. */
import { type AnalysisId, analysisRow } from '../../../shared/contract/analysis/analyses.ts'
import { DeliverableData, type Effect } from '../../../shared/contract/deliverables/data.ts'
import { type DeliverableId, isDeliverableId } from '../../../shared/contract/endpoint/deliverable-formats.ts'
import { REPORT_ID, type ReportId } from '../../../shared/contract/endpoint/paths.ts'
import { FORM_MEDIA_TYPES, GANTT_ROWS_MAX, type ResultForm } from '../../../shared/contract/endpoint/result-forms.ts'
import { type Refusal, refuse, VALIDATION_FAULTS_MAX } from '../../../shared/contract/errors.ts'
import { ReportData } from '../../../shared/contract/report/report-data.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { documentBook } from '../report/document/book.ts'
import { documentDocx } from '../report/document/docx.ts'
import { reportDocument } from '../report/document/kinds.ts'
import { writeGantt, writeReport } from '../report/report.ts'
import { PAGE_POLICY } from '../report/style.ts'
import { writeWholeReport } from '../report/whole-report.ts'
import { writeCsv } from '../write/csv/table-csv.ts'
import { beginForm } from '../write/output-bound.ts'
import { everyTable, LISTS_SHEET, planOf, type SheetPlan, SUMMARY_SHEET } from '../write/sheets/plan.ts'
import { writeWorkbook } from '../write/xlsx/workbook.ts'

/** What result forms are made for. */
export type FormId = AnalysisId | ReportId | DeliverableId

export interface FormRequest {
  readonly form: ResultForm
  readonly id: FormId
  /** The table that CSV holds; undefined: the main table of the analysis. */
  readonly table: string | undefined
}

export interface WrittenForm {
  readonly contentType: string
  /** Beside the type: as what a browser keeps it. */
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: Uint8Array<ArrayBuffer>[]
  /** The format compresses by itself. */
  readonly isPacked: boolean
}

const plans = new Map<FormId, SheetPlan>()

export function sheetPlan(id: FormId): SheetPlan {
  const plan = plans.get(id) ?? planOf(schemaOf(id))
  plans.set(id, plan)
  return plan
}

const schemaOf = (id: FormId) =>
  id === REPORT_ID ? ReportData : isDeliverableId(id) ? DeliverableData : analysisRow(id).data

/** What ?table= may say. */
export const tableNames = (id: FormId): string[] => [
  SUMMARY_SHEET,
  ...everyTable(sheetPlan(id).tables).map(({ name }) => name),
  LISTS_SHEET,
]

/** Why the form cannot be made, known before the result is. */
export function formRefusal({ form, id, table }: FormRequest): Refusal | undefined {
  if (form !== 'csv' || table === undefined) return undefined
  const names = tableNames(id)
  if (names.includes(table)) return undefined
  const msg = `table must be one of ${names.join(', ')}, not ${describe(table)}.`
  return { ...refuse('validation'), faults: [{ loc: ['query', 'table'], msg, type: 'enum' }], faultCount: 1 }
}

/** Names are made of our own words, so they need no quoting. */
const attachment = (name: string): Readonly<Record<string, string>> => ({
  'content-disposition': `attachment; filename="${name}"`,
})

/** Opened in a browser rather than kept. */
const shown = (name: string, policy: string): Readonly<Record<string, string>> => ({
  'content-disposition': `inline; filename="${name}"`,
  'content-security-policy': policy,
  'referrer-policy': 'no-referrer',
})

const CHART_POLICY = "default-src 'none'; frame-ancestors 'none'"

const tooManyRows = (rowCount: number): Refusal => ({
  ...refuse('validation'),
  faults: [
    {
      loc: ['header', 'accept'],
      msg: `The chart would have ${rowCount} rows; it may have ${GANTT_ROWS_MAX}. Ask for ${FORM_MEDIA_TYPES.html}, which has an excerpt of it.`,
      type: 'too_large',
    },
  ],
  faultCount: 1,
})

/** The name that files get. */
const nameOf = (id: FormId): string => (id === REPORT_ID ? 'report' : isDeliverableId(id) ? id : analysisRow(id).name)

const mainTableOf = (id: FormId): string =>
  id === REPORT_ID || isDeliverableId(id) ? SUMMARY_SHEET : analysisRow(id).mainTable

const WRITERS: Readonly<
  Record<ResultForm, (chunks: Iterable<Uint8Array>, request: FormRequest, name: string) => WrittenForm | Refusal>
> = {
  html: (chunks, { id }, name) => {
    const page =
      id === REPORT_ID
        ? writeWholeReport(chunks, sheetPlan(id), sheetPlan)
        : { chunks: writeReport(chunks, analysisRow(id as AnalysisId), sheetPlan(id)), policy: PAGE_POLICY }
    return {
      contentType: `${FORM_MEDIA_TYPES.html}; charset=utf-8`,
      headers: shown(`${name}.html`, page.policy),
      chunks: page.chunks,
      isPacked: false,
    }
  },
  docx: (chunks, _, name) => ({
    contentType: FORM_MEDIA_TYPES.docx,
    headers: attachment(`${name}.docx`),
    chunks: documentDocx(reportDocument(chunks, false)),
    isPacked: true,
  }),
  svg: (chunks, _, name) => {
    const written = writeGantt(chunks, GANTT_ROWS_MAX)
    return 'rowCount' in written
      ? tooManyRows(written.rowCount)
      : {
          contentType: FORM_MEDIA_TYPES.svg,
          headers: shown(`${name}.svg`, CHART_POLICY),
          chunks: written,
          isPacked: false,
        }
  },
  xlsx: (chunks, { id }, name) => ({
    contentType: FORM_MEDIA_TYPES.xlsx,
    headers: attachment(`${name}.xlsx`),
    chunks: id === REPORT_ID ? documentBook(reportDocument(chunks, true)) : writeWorkbook(chunks, sheetPlan(id)),
    isPacked: true,
  }),
  csv: (chunks, { id, table = mainTableOf(id) }, name) => ({
    contentType: `${FORM_MEDIA_TYPES.csv}; charset=utf-8; header=present`,
    headers: attachment(`${name}-${table}.csv`),
    chunks: writeCsv(chunks, sheetPlan(id), table),
    isPacked: false,
  }),
  zip: packageOf,
  text: packageOf,
}

/** The file that a deliverable holds; a refusal that lists what is missing where it was not written. */
function packageOf(chunks: Iterable<Uint8Array>): WrittenForm | Refusal {
  const { data } = JSON.parse(Buffer.concat([...chunks]).toString()) as { data: DeliverableShown }
  const { file, missing } = data
  if (file === null) return notWritten(missing)
  return {
    contentType: file.encoding === 'text' ? `${file.media_type}; charset=us-ascii` : file.media_type,
    headers: attachment(file.name),
    chunks: [new Uint8Array(Buffer.from(file.content, file.encoding === 'text' ? 'latin1' : 'base64'))],
    isPacked: file.encoding !== 'text',
  }
}

interface DeliverableShown {
  readonly file: {
    readonly name: string
    readonly media_type: string
    readonly encoding: 'text' | 'base64'
    readonly content: string
  } | null
  readonly missing: readonly {
    readonly table: string
    readonly field: string
    readonly rows: number
    readonly effect: Effect
    readonly reason: string
    readonly remedy: string
  }[]
}

function notWritten(missing: DeliverableShown['missing']): Refusal {
  const faults = missing
    .filter(({ effect }) => effect === 'cannot_be_written' || effect === 'rejected')
    .map(({ table, field, rows, effect, reason, remedy }) => ({
      loc: ['body', table, field],
      msg: `${reason} (${rows} ${rows === 1 ? 'row' : 'rows'}) ${remedy}`,
      type: effect,
    }))
  const asked = { loc: ['body', 'options', 'report_only'], msg: 'asks for no file.', type: 'conflict' }
  const all = faults.length === 0 ? [asked] : faults
  return { ...refuse('validation'), faults: all.slice(0, VALIDATION_FAULTS_MAX), faultCount: all.length }
}

export function writeForm(chunks: Iterable<Uint8Array>, request: FormRequest): WrittenForm | Refusal {
  beginForm()
  return WRITERS[request.form](chunks, request, nameOf(request.id))
}

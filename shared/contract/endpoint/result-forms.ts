/** Forms of a result other than JSON and msgpack, requested with Accept, for synchronous calls and results of jobs. */

import { chooseType, MEDIA_TYPES, remembered } from '../negotiate.ts'
import { deliverableOf, PACKAGE_MEDIA_TYPES, type PackageForm } from './deliverable-formats.ts'
import { REPORT_ID } from './paths.ts'

export const RESULT_FORMS = ['html', 'docx', 'xlsx', 'csv', 'svg'] as const
/** A deliverable has none of them: its file is its form. */
export type ResultForm = (typeof RESULT_FORMS)[number] | PackageForm

export const FORM_MEDIA_TYPES = {
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  svg: 'image/svg+xml',
  ...PACKAGE_MEDIA_TYPES,
} as const satisfies Record<ResultForm, string>

/** The chart is of tasks with dates, which one analysis computes. */
const GANTT_ID = 'analysis.cpm'

/** Largest number of rows of a chart that is requested on its own. */
export const GANTT_ROWS_MAX = 2_000

const REPORT_FORMS: readonly ResultForm[] = ['html', 'docx', 'xlsx']

/** id: of the analysis, or of the report, which alone is a document. */
export function formsOf(id: string): readonly ResultForm[] {
  const deliverable = deliverableOf(id)
  if (deliverable !== undefined) return [deliverable.form]
  if (id === REPORT_ID) return REPORT_FORMS
  return RESULT_FORMS.filter(form => form !== 'docx' && (form !== 'svg' || id === GANTT_ID))
}

/** undefined: JSON or msgpack, also where nothing that is accepted can be served. */
export function resultFormOf(id: string, accept: string | null | undefined): ResultForm | undefined {
  const forms = formsOf(id)
  const chosen = chooseType(accept, [...MEDIA_TYPES, ...forms.map(form => FORM_MEDIA_TYPES[form])])
  return forms.find(form => FORM_MEDIA_TYPES[form] === chosen)
}

const callForms = new Map<string, (accept: string | null | undefined) => ResultForm | undefined>()

/** The form of a synchronous call: a report is HTML unless the caller prefers another form. */
export function callFormOf(id: string, accept: string | null | undefined): ResultForm | undefined {
  let choose = callForms.get(id)
  if (choose === undefined) {
    choose = remembered(header => (id === REPORT_ID ? reportFormOf(header) : resultFormOf(id, header)))
    callForms.set(id, choose)
  }
  return choose(accept)
}

function reportFormOf(accept: string): ResultForm | undefined {
  const [html, ...others] = REPORT_FORMS.map(form => FORM_MEDIA_TYPES[form])
  const chosen = chooseType(accept, [html!, ...MEDIA_TYPES, ...others])
  return REPORT_FORMS.find(form => FORM_MEDIA_TYPES[form] === chosen)
}

/** Result of a job as JSON, in bytes, up to which another form is made of it: about 300,000 tasks of the critical path. */
export const FORM_BYTES_MAX = 128 * 2 ** 20

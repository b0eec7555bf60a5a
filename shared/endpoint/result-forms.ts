/** Forms of a result beside JSON and msgpack, asked for by Accept: of a synchronous call, and of the result of a job. */
import { chooseType, MEDIA_TYPES } from '../negotiate.ts'

export const RESULT_FORMS = ['xlsx', 'csv'] as const
export type ResultForm = (typeof RESULT_FORMS)[number]

export const FORM_MEDIA_TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
} as const satisfies Record<ResultForm, string>

/** undefined: JSON or msgpack, also where nothing that is accepted can be served. */
export function resultFormOf(accept: string | null | undefined): ResultForm | undefined {
  const chosen = chooseType(accept, [...MEDIA_TYPES, ...RESULT_FORMS.map(form => FORM_MEDIA_TYPES[form])])
  return RESULT_FORMS.find(form => FORM_MEDIA_TYPES[form] === chosen)
}

/** Result of a job as JSON, in bytes, up to which another form is made of it: about 300,000 tasks of the critical path. */
export const FORM_BYTES_MAX = 128 * 2 ** 20

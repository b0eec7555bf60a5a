/** The body of a refusal: the one place where a code becomes a status and a text. */
import { ERRORS } from './error-rows.ts'
import { detailOf, type Refusal } from './errors.ts'
import { PROBLEM_MEDIA_TYPE, wantsProblem } from './negotiate.ts'

export interface RefusedCall {
  readonly requestId: string
  readonly path: string
  readonly accept: string
}

interface RefusalBody {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** Path of the catalogue of codes; the `type` of a problem points into it. */
const CATALOGUE_PATH = '/api/v1/errors'

export function refusalBody(refusal: Refusal, { requestId, path, accept }: RefusedCall): RefusalBody {
  const { status, title } = ERRORS[refusal.code]
  const retryAfter = refusal.details.retryAfterSeconds
  const body = {
    detail: refusal.faults ?? detailOf(refusal),
    code: refusal.code,
    request_id: requestId,
    ...(refusal.faults === undefined ? {} : { error_count: refusal.faultCount ?? refusal.faults.length }),
    ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }),
    ...refusal.members,
  }
  if (!wantsProblem(accept)) return { status, contentType: 'application/json', body: JSON.stringify(body) }
  const problem = { type: `${CATALOGUE_PATH}#${refusal.code}`, title, status, instance: path, ...body }
  // RFC 9457 wants `detail` to be a sentence: the list of faults moves to `errors`
  const whole =
    refusal.faults === undefined ? problem : { ...problem, detail: detailOf(refusal), errors: refusal.faults }
  return { status, contentType: PROBLEM_MEDIA_TYPE, body: JSON.stringify(whole) }
}

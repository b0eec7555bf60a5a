/** A refusal as a reply: the one place where a code becomes a status and a body. */
import { ERRORS } from '../../shared/contract/error-rows.ts'
import { detailOf, type Refusal } from '../../shared/contract/errors.ts'
import { wantsProblem } from '../../shared/contract/negotiate.ts'
import type { Reply } from '../http/exchange.ts'

export interface RefusalContext {
  readonly requestId: string
  readonly path: string
  readonly accept: string
  /** WWW-Authenticate of a 401. */
  readonly challenge: (refusal: Refusal) => string
}

/** Path of the catalogue of codes; the `type` of a problem points into it. */
const CATALOGUE_PATH = '/api/v1/errors'

export function refusalReply(refusal: Refusal, context: RefusalContext): Reply {
  const row = ERRORS[refusal.code]
  const retryAfter = refusal.details.retryAfterSeconds
  const body = {
    detail: refusal.faults ?? detailOf(refusal),
    code: refusal.code,
    request_id: context.requestId,
    ...(refusal.faults === undefined ? {} : { error_count: refusal.faultCount ?? refusal.faults.length }),
    ...(retryAfter === undefined ? {} : { retry_after: Number(retryAfter) }),
    ...refusal.members,
  }
  const isProblem = wantsProblem(context.accept)
  const problem = {
    type: `${CATALOGUE_PATH}#${refusal.code}`,
    title: row.title,
    status: row.status,
    instance: context.path,
  }
  return {
    status: row.status,
    headers: {
      'content-type': isProblem ? 'application/problem+json' : 'application/json',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
      ...refusal.headers,
      ...(row.status === 401 ? { 'www-authenticate': context.challenge(refusal) } : {}),
    },
    // RFC 9457 wants `detail` to be a sentence: the list of faults moves to `errors`
    body: JSON.stringify(
      isProblem && refusal.faults !== undefined
        ? { ...problem, ...body, detail: detailOf(refusal), errors: refusal.faults }
        : isProblem
          ? { ...problem, ...body }
          : body,
    ),
  }
}

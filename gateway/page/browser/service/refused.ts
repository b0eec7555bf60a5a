/** A refusal of the service, or a call that came to nothing. */
import type { Failure } from './messages.ts'

export class Refused extends Error {
  readonly failure: Failure
  constructor(failure: Failure) {
    super(failure.sentence)
    this.failure = failure
  }
}

export const isCancelled = (error: unknown): boolean => error instanceof Refused && error.failure.code === 'cancelled'

interface Fault {
  readonly loc?: readonly (string | number)[]
  readonly msg?: string
}

interface Body {
  readonly code?: string
  readonly detail?: string | readonly Fault[]
  readonly message?: string
}

const PLACES_MAX = 20

/** The body of a reply that is no success. */
export function refusedBy(status: number, text: string): Refused {
  let body: Body = {}
  try {
    body = JSON.parse(text) as Body
  } catch {} // a proxy answered
  const { code = `http_${status}`, detail } = body
  if (Array.isArray(detail)) {
    const faults = detail as readonly Fault[]
    const places = faults.slice(0, PLACES_MAX).map(({ loc = [], msg = '' }) => `${loc.slice(1).join('.')}: ${msg}`)
    return new Refused({ code, sentence: '', places })
  }
  return new Refused({ code, sentence: typeof detail === 'string' ? detail : '', places: [] })
}

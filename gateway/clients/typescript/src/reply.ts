/** What a call answers: to be awaited, with what came beside it where that is wanted. */

export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** To be quoted when something is asked about the call. */
  readonly requestId: string | undefined
  /** Milliseconds of a thread of the service that the call took; undefined where none worked for it. */
  readonly computeMs: number | undefined
  /** Milliseconds of a thread that the account may use at once after this call; below 0 its calls wait behind those of others. */
  readonly computeRemainingMs: number | undefined
}

export interface Answered<Value> {
  readonly value: Value
  readonly response: ResponseInfo
}

/** await gives the value; `await reply.withResponse()` gives { value, response }. */
export class Reply<Value> extends Promise<Value> {
  readonly #answered: Promise<Answered<Value>>

  constructor(answered: Promise<Answered<Value>>) {
    super((resolve, reject) => void answered.then(({ value }) => resolve(value), reject))
    this.#answered = answered
  }

  /** What then, catch and finally return is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise
  }

  withResponse(): Promise<Answered<Value>> {
    // nobody awaits this promise: its failure is the one of the other
    this.catch(() => {})
    return this.#answered
  }
}

export const responseInfo = ({ status, headers }: Response): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id') ?? undefined,
  computeMs: numberIn(headers, 'x-compute-ms'),
  computeRemainingMs: numberIn(headers, 'x-compute-remaining-ms'),
})

function numberIn(headers: Headers, name: string): number | undefined {
  const text = headers.get(name)
  const value = Number(text ?? Number.NaN)
  return Number.isNaN(value) ? undefined : value
}

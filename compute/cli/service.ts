/** Calls of a running service: retries as the service requests, and refusals in words. */
import { setTimeout as pause } from 'node:timers/promises'
import type { ValidationFault } from '../../shared/errors.ts'
import { RunError } from './outcome.ts'
import { faultLines } from './refusal-lines.ts'

export interface ServiceAddress {
  readonly url: string
  readonly key: string | undefined
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  /** Made anew for each try. */
  readonly body?: () => Promise<Sent>
  readonly headers?: Readonly<Record<string, string>>
}

export interface Sent {
  readonly body: FormData | Blob
  readonly contentType?: string
}

interface RefusedBody {
  readonly detail: string | readonly ValidationFault[]
  readonly code: string
  readonly error_count?: number
}

/** A refusal of the service. */
export class ServiceRefusal extends RunError {
  readonly code: string

  constructor(code: string, lines: readonly string[]) {
    super(lines)
    this.code = code
  }
}

const TRIES_MAX = 3
const RETRIED: readonly number[] = [429, 502, 503, 504]
/** The month of an account does not begin sooner by waiting. */
const PATIENCE_SECONDS_MAX = 60

export class Service {
  readonly #address: ServiceAddress

  constructor(address: ServiceAddress) {
    this.#address = address
  }

  async json<Body>(path: string, call: Call = {}): Promise<Body> {
    return JSON.parse(await this.text(path, call)) as Body
  }

  async text(path: string, call: Call = {}): Promise<string> {
    return (await this.bytes(path, call)).toString()
  }

  async bytes(path: string, call: Call = {}): Promise<Buffer> {
    for (let tries = 1; ; tries++) {
      const response = await this.#send(path, call)
      if (response.ok) return Buffer.from(await response.arrayBuffer())
      const text = await response.text()
      const waitSeconds = Number(response.headers.get('retry-after') ?? 1)
      const isWorthIt = RETRIED.includes(response.status) && waitSeconds <= PATIENCE_SECONDS_MAX
      if (!isWorthIt || tries === TRIES_MAX) throw refusalOf(response.status, text)
      await pause(waitSeconds * 1000)
    }
  }

  async #send(path: string, { method = 'GET', body, headers = {} }: Call): Promise<Response> {
    const { url, key } = this.#address
    const sent = await body?.()
    try {
      return await fetch(new URL(path.replace(/^\//, ''), `${url.replace(/\/$/, '')}/`), {
        method,
        // fetch would send the key on to wherever a redirect says
        redirect: 'error',
        headers: {
          ...headers,
          ...(key === undefined ? {} : { 'x-api-key': key }),
          ...(sent?.contentType === undefined ? {} : { 'content-type': sent.contentType }),
        },
        ...(sent === undefined ? {} : { body: sent.body }),
      })
    } catch (error) {
      const { cause, message } = error as Error
      throw new RunError([`${url} cannot be reached: ${(cause as Error | undefined)?.message || message}`])
    }
  }
}

function refusalOf(status: number, text: string): ServiceRefusal {
  try {
    const { detail, code, error_count } = JSON.parse(text) as RefusedBody
    return new ServiceRefusal(code, typeof detail === 'string' ? [detail] : faultLines(detail, error_count))
  } catch {
    return new ServiceRefusal('unknown', [`The service answered ${status} and no reason that this program can read.`])
  }
}

/** Calls of jobs over HTTP, as an account makes them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { Agent, request } from 'undici'

/** What the listing says of a job, in milliseconds of the clock of Redis. */
export interface ListedJob {
  readonly state: string
  readonly createdMs: number
  readonly startedMs: number
  readonly completedMs: number
}

export interface Body {
  readonly bytes: Uint8Array
  readonly isGzip: boolean
}

const PATH = '/api/v1/analysis/cpm/async'
const PAGE = 100
const LOOK_MS = 50

interface JobData {
  readonly status: string
  readonly created_at: string
  readonly started_at: string | null
  readonly completed_at: string | null
}

const listed = ({ status, created_at, started_at, completed_at }: JobData): ListedJob => ({
  state: status,
  createdMs: Date.parse(created_at),
  startedMs: Date.parse(started_at ?? ''),
  completedMs: Date.parse(completed_at ?? ''),
})

export class Caller {
  readonly #agent = new Agent({ headersTimeout: 300_000, bodyTimeout: 300_000 })
  readonly #origin: string

  constructor(origin: string) {
    this.#origin = origin
  }

  /** The path of the job; undefined when there is no room for it now: try again. */
  async submit(key: string, { bytes, isGzip }: Body): Promise<string | undefined> {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const { statusCode, body } = await request(this.#origin + PATH, {
      method: 'POST',
      headers: isGzip ? { ...headers, 'content-encoding': 'gzip' } : headers,
      body: bytes,
      dispatcher: this.#agent,
    })
    const text = await body.text()
    if (statusCode === 429 || statusCode === 503) return undefined
    if (statusCode !== 202) throw new Error(`a submission got ${statusCode}: ${text}`)
    return (JSON.parse(text) as { readonly polling_url: string }).polling_url
  }

  /** Bytes of the answer. */
  async get(key: string, path: string): Promise<Buffer> {
    const { statusCode, body } = await request(this.#origin + path, {
      headers: { 'x-api-key': key },
      dispatcher: this.#agent,
    })
    const bytes = Buffer.from(await body.arrayBuffer())
    if (statusCode !== 200) throw new Error(`${path} got ${statusCode}: ${bytes.toString()}`)
    return bytes
  }

  /** For callbacks. */
  async makeSecret(key: string): Promise<void> {
    const { statusCode, body } = await request(`${this.#origin}/api/v1/account/webhook-secret`, {
      method: 'POST',
      headers: { 'x-api-key': key },
      dispatcher: this.#agent,
    })
    const text = await body.text()
    if (statusCode >= 300) throw new Error(`no signing secret: ${statusCode} ${text}`)
  }

  /** Newest first, until one was made before `sinceMs`. */
  async list(key: string, sinceMs = 0): Promise<ListedJob[]> {
    const jobs: ListedJob[] = []
    for (let cursor = ''; ; ) {
      const page = await this.get(key, `/api/v1/jobs?limit=${PAGE}${cursor && `&cursor=${cursor}`}`)
      const { jobs: found, next_cursor } = JSON.parse(page.toString()) as {
        readonly jobs: readonly JobData[]
        readonly next_cursor: string | null
      }
      jobs.push(...found.map(listed))
      if (next_cursor === null || (jobs.at(-1)?.createdMs ?? 0) < sinceMs)
        return jobs.filter(({ createdMs }) => createdMs >= sinceMs)
      cursor = encodeURIComponent(next_cursor)
    }
  }

  /** Resolves when none of the account's jobs waits or runs. */
  async idle(key: string, lookMs = LOOK_MS): Promise<void> {
    for (const state of ['queued', 'processing']) {
      while (JSON.parse((await this.get(key, `/api/v1/jobs?limit=1&status=${state}`)).toString()).jobs.length > 0)
        await sleep(lookMs)
    }
  }

  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

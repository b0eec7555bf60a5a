/** Schedules that are sent once and named by an id from then on. */
import type { components } from './api.ts'
import { formOf, type Members } from './files.ts'
import { pages } from './pages.ts'
import { jsonBody, type Transport } from './transport.ts'

export type Schedule = components['schemas']['KeptSchedule']
type Content = components['schemas']['ConvertedSchedule']

/** Where the schedule is; for services whose operator has switched it on (SOURCE_URL). */
export interface Source {
  readonly source_url: string
}

export interface UploadOptions {
  /** Seconds that the schedule is kept; a day when absent. */
  readonly ttlSeconds?: number
  /** "project" and "encoding" of a file. */
  readonly members?: Members
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

const PATH = '/api/v1/schedules'
const pathOf = (scheduleId: string): string => `${PATH}/${encodeURIComponent(scheduleId)}`

export class Schedules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** A project file (see fileFromDisk), the schedule as an object, or the address of either. Retries make no second schedule. */
  create(
    schedule: Blob | Content | Source,
    { ttlSeconds, members, idempotencyKey = crypto.randomUUID(), signal }: UploadOptions = {},
  ): Promise<Schedule> {
    const isFile = schedule instanceof Blob
    return this.#transport.json({
      method: 'POST',
      path: PATH,
      query: { ttl: ttlSeconds },
      headers: { 'idempotency-key': idempotencyKey },
      body: () => (isFile ? formOf({ schedule }, members) : jsonBody(schedule)),
      signal,
    })
  }

  get(scheduleId: string): Promise<Schedule> {
    return this.#transport.json({ method: 'GET', path: pathOf(scheduleId) })
  }

  content(scheduleId: string): Promise<Content> {
    return this.#transport.json({ method: 'GET', path: `${pathOf(scheduleId)}/content` })
  }

  list(): AsyncGenerator<Schedule> {
    return pages(async cursor => {
      const query = { cursor }
      const page = await this.#transport.json<{ schedules: Schedule[]; next_cursor: string | null }>({
        method: 'GET',
        path: PATH,
        query,
      })
      return { items: page.schedules, next: page.next_cursor }
    })
  }

  delete(scheduleId: string): Promise<void> {
    return this.#transport.none({ method: 'DELETE', path: pathOf(scheduleId) })
  }
}

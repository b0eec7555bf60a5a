/** Schedules that are sent once and named by an id from then on, and schedules from one form into another. */
import type { BodyAt, FormAt } from './analyses.ts'
import type { components } from './api.ts'
import { type FileContent, formOf, isFile, type Members } from './files.ts'
import { pages } from './pages.ts'
import type { Reply } from './reply.ts'
import { type Call, jsonBody, type Transport } from './transport.ts'

type Schemas = components['schemas']
export type Schedule = Schemas['KeptSchedule']
export type ConvertedSchedule = Schemas['ConvertedSchedule']
export type ConversionReport = Schemas['ConversionReport']

const PATH = '/api/v1/schedules'
const CONVERT_PATH = `${PATH}/convert` as const

export interface UploadOptions {
  /** Seconds that the schedule is kept; a day when absent. */
  readonly ttlSeconds?: number
  /** "project" and "encoding" of a file, and members that win over it, such as "status_date". */
  readonly members?: Members<FormAt<typeof PATH>>
  readonly idempotencyKey?: string
  readonly signal?: AbortSignal
}

export interface ConvertOptions {
  /** "project" and "encoding" of a file, and members that win over it, such as "status_date". */
  readonly members?: Members<FormAt<typeof CONVERT_PATH>>
  readonly signal?: AbortSignal
}

/** Formats that a schedule can be written in. */
export type FileFormat = ConversionReport['format']

const pathOf = (scheduleId: string): string => `${PATH}/${encodeURIComponent(scheduleId)}`

export class Schedules {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** A project file (see fileFromDisk), the schedule as an object, or {source_url: 'https://...'}. Retries make no second schedule. */
  create(
    schedule: FileContent | BodyAt<typeof PATH>,
    { ttlSeconds, members, idempotencyKey = crypto.randomUUID(), signal }: UploadOptions = {},
  ): Reply<Schedule> {
    return this.#transport.json({
      method: 'POST',
      path: PATH,
      query: { ttl: ttlSeconds },
      headers: { 'idempotency-key': idempotencyKey },
      body: bodyOf(schedule, members),
      signal,
    })
  }

  get(scheduleId: string): Reply<Schedule> {
    return this.#transport.json({ method: 'GET', path: pathOf(scheduleId) })
  }

  content(scheduleId: string): Reply<ConvertedSchedule> {
    return this.#transport.json({ method: 'GET', path: `${pathOf(scheduleId)}/content` })
  }

  list(): AsyncGenerator<Schedule> {
    return pages(async cursor => {
      const query = { cursor }
      const page = await this.#transport.json<Schemas['SchedulesListReply']>({ method: 'GET', path: PATH, query })
      return { items: page.schedules, next: page.next_cursor }
    })
  }

  delete(scheduleId: string): Reply<void> {
    return this.#transport.none({ method: 'DELETE', path: pathOf(scheduleId) })
  }

  /** A project file as the JSON that every analysis takes. */
  convert(schedule: FileContent | BodyAt<typeof CONVERT_PATH>, options?: ConvertOptions): Reply<ConvertedSchedule> {
    return this.#transport.json(convertCall({ to: 'json' }, schedule, options))
  }

  /** The schedule as a project file. What it says otherwise than what was sent is in the header conversion-warnings of its response. */
  convertTo(
    format: FileFormat,
    schedule: FileContent | BodyAt<typeof CONVERT_PATH>,
    options?: ConvertOptions,
  ): Reply<Uint8Array<ArrayBuffer>> {
    return this.#transport.bytes(convertCall({ to: format }, schedule, options), '*/*')
  }

  /** What convertTo changes: of which tasks, and the finish before and after. */
  conversionReport(
    format: FileFormat,
    schedule: FileContent | BodyAt<typeof CONVERT_PATH>,
    options?: ConvertOptions,
  ): Reply<ConversionReport> {
    return this.#transport.json(convertCall({ report: format }, schedule, options))
  }
}

const convertCall = (
  query: Call['query'],
  schedule: FileContent | BodyAt<typeof CONVERT_PATH>,
  { members, signal }: ConvertOptions = {},
): Call => ({ method: 'POST', path: CONVERT_PATH, query: query ?? {}, body: bodyOf(schedule, members), signal })

const bodyOf =
  (schedule: object, members: object | undefined): NonNullable<Call['body']> =>
  () =>
    isFile(schedule) ? formOf({ schedule }, members) : jsonBody(schedule)

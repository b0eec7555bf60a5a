/**
 * Schedules as request bodies. Bytes come in chunks and never as one string, so that a million tasks can be written;
 * long text in the names brings a body to an exact size.
 */
import { Buffer } from 'node:buffer'
import { integerOf, pick, stream } from './draws.ts'
import type { TaskObject } from './task.ts'

/** A list of tasks that are made one at a time. */
export interface TaskSource {
  readonly taskCount: number
  task(index: number): TaskObject
}

export interface DatedSource extends TaskSource {
  readonly seed: number
  readonly statusDate: string
}

interface BodyOptions {
  /** Members of the body beside `tasks` and `status_date`, such as `options`. */
  readonly members?: Readonly<Record<string, unknown>>
  /** Exact size to reach by padding the names. */
  readonly bodyBytes?: number
}

const CHUNK_CHARACTERS = 256 * 1024
const FILLER_BYTES = 256 * 1024

/** A piece of JSON, or the tasks that stand there as an array. */
export type BodyPart = string | TaskSource

/** Bytes to add to the name of each task; the first one carries the rest of the division. */
interface Padding {
  readonly filler: string
  readonly bytesPerTask: number
  readonly bytesRest: number
}

/** Words of lower-case letters, one byte each in JSON, about as compressible as prose. */
function fillerText(seed: number): string {
  const letter = stream(seed, 'filler letter')
  const length = stream(seed, 'filler length')
  const choice = stream(seed, 'filler word')
  const words = Array.from({ length: 4096 }, (_, word) =>
    Array.from({ length: integerOf(length(word), 2, 11) }, (_, i) =>
      String.fromCharCode(97 + Math.floor(26 * letter(16 * word + i))),
    ).join(''),
  )
  let text = ''
  for (let i = 0; text.length < FILLER_BYTES; i++) text += `${pick(words, choice(i))} `
  return text
}

function padName(padding: Padding, index: number): string {
  const bytes = padding.bytesPerTask + (index === 0 ? padding.bytesRest : 0)
  const { filler } = padding
  const from = (index * 7919) % filler.length
  return filler.repeat(1 + Math.ceil(bytes / filler.length)).slice(from, from + bytes)
}

export function* bodyChunks(parts: Iterable<BodyPart>, padding?: Padding): Generator<Buffer> {
  let pieces: string[] = []
  let characters = 0
  for (const part of parts) {
    const count = typeof part === 'string' ? 1 : part.taskCount
    for (let i = 0; i < count; i++) {
      let piece: string
      if (typeof part === 'string') piece = part
      else {
        const task = part.task(i)
        if (padding !== undefined) task.name += padName(padding, i)
        piece = (i === 0 ? '' : ',') + JSON.stringify(task)
      }
      pieces.push(piece)
      characters += piece.length
      if (characters >= CHUNK_CHARACTERS) {
        yield Buffer.from(pieces.join(''))
        pieces = []
        characters = 0
      }
    }
  }
  if (characters > 0) yield Buffer.from(pieces.join(''))
}

function partsOf(schedule: DatedSource, members: BodyOptions['members'] = {}): BodyPart[] {
  const head = JSON.stringify({ ...members, status_date: schedule.statusDate })
  return [`${head.slice(0, -1)},"tasks":[`, schedule, ']}']
}

/** The body of a row that takes one schedule: `{..., status_date, tasks}`. */
export function* requestChunks(schedule: DatedSource, options: BodyOptions = {}): Generator<Buffer> {
  const parts = partsOf(schedule, options.members)
  if (options.bodyBytes === undefined) {
    yield* bodyChunks(parts)
    return
  }
  let bareBytes = 0
  for (const chunk of bodyChunks(parts)) bareBytes += chunk.length
  const missing = options.bodyBytes - bareBytes
  if (missing < 0) throw new RangeError(`the body has ${bareBytes} bytes already, more than ${options.bodyBytes}`)
  const bytesPerTask = Math.floor(missing / schedule.taskCount)
  const bytesRest = missing - bytesPerTask * schedule.taskCount
  yield* bodyChunks(parts, { filler: fillerText(schedule.seed), bytesPerTask, bytesRest })
}

export const requestBytes = (schedule: DatedSource, options: BodyOptions = {}): Buffer =>
  Buffer.concat([...requestChunks(schedule, options)])

/** The body as a value, for msgpack and for tests. */
export function requestObject(schedule: DatedSource, members: BodyOptions['members'] = {}): Record<string, unknown> {
  const tasks = Array.from({ length: schedule.taskCount }, (_, index) => schedule.task(index))
  return { ...members, status_date: schedule.statusDate, tasks }
}

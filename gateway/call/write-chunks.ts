/**
 * Writes a body in chunks with back-pressure. When the socket is full, one chunk waits here, and the source of the next one waits, too. How long a
 * client may take is said by bytes-in-flight.ts; uWebSockets by itself drops one whose socket takes nothing for ten seconds.
 */
import type { Place } from './bytes-in-flight.ts'
import type { EdgeResponse } from './edge.ts'

/** Hands the chunks of one body to the socket, one at a time. */
class ChunkWriter {
  readonly #res: EdgeResponse
  /** null = not known before: the body is sent in the chunked coding. */
  readonly #totalBytes: number | null
  readonly #isGone: () => boolean
  #chunk: Uint8Array = new Uint8Array(0)
  /** Offset in the whole body at which #chunk begins. */
  #chunkOffset = 0
  #taken: ((goesOn: boolean) => void) | undefined
  #isWatching = false
  readonly #place: Place

  /** place: of an answer that holds its bytes until they are written. */
  constructor(res: EdgeResponse, totalBytes: number | null, isGone: () => boolean, place: Place) {
    this.#res = res
    this.#totalBytes = totalBytes
    this.#isGone = isGone
    this.#place = place
  }

  /** Whether the next chunk may follow: at once, or when the socket has taken this one; false when nobody reads any more. */
  write(chunk: Uint8Array): boolean | Promise<boolean> {
    if (this.#isGone()) return false
    this.#chunk = chunk
    return this.#writeFrom(this.#chunkOffset) || this.#whenTaken()
  }

  /** Writes the rest of a chunk that the socket was offered and did not take as a whole; chunkOffset: in the whole body. */
  writeOffered(chunk: Uint8Array, chunkOffset: number): Promise<boolean> {
    this.#chunk = chunk
    this.#chunkOffset = chunkOffset
    return this.#whenTaken()
  }

  #whenTaken(): Promise<boolean> {
    // memory that is shared with threads is lent for this turn alone (WorkAnswer.giveBack)
    if (this.#chunk.buffer instanceof SharedArrayBuffer) this.#chunk = new Uint8Array(this.#chunk)
    this.#wait()
    return new Promise(resolve => {
      this.#taken = resolve
    })
  }

  /** After the last chunk. */
  end(): void {
    if (this.#totalBytes !== null || this.#isGone()) return
    this.#res.cork(() => this.#res.end())
  }

  /** The client has left. */
  stop(): void {
    this.#taken?.(false)
  }

  /** Writes the chunk from `offset` of the whole body on; false when the socket wants a pause. */
  #writeFrom(offset: number): boolean {
    const rest = this.#chunk.subarray(offset - this.#chunkOffset)
    let isTaken = false
    this.#res.cork(() => {
      if (this.#totalBytes === null) isTaken = this.#res.write(rest)
      else isTaken = this.#res.tryEnd(rest, this.#totalBytes).includes(true)
    })
    if (isTaken) this.#chunkOffset += this.#chunk.byteLength
    return isTaken
  }

  #wait(): void {
    if (this.#isWatching) return
    this.#isWatching = true
    this.#place.enter(
      () => this.#keep(),
      () => this.#isGone() || this.#res.close(),
    )
    this.#res.onWritable(offset => this.#goOn(offset))
  }

  /** Begins the time limit of uWebSockets anew. A response that stays paused is under none, but hears no more of its socket either. */
  #keep(): void {
    if (this.#isGone() || this.#taken === undefined) return
    this.#res.pause()
    this.#res.resume()
  }

  #goOn(offset: number): boolean {
    // between two chunks there is nothing to write
    if (this.#taken === undefined) return true
    this.#place.progress(offset)
    // in the chunked coding uWebSockets holds what the socket did not take, and sends it before the next chunk
    if (this.#totalBytes !== null && !this.#writeFrom(offset)) return false
    const taken = this.#taken
    this.#taken = undefined
    taken(true)
    return true
  }
}

export interface ChunkedBody {
  /** null = not known before. */
  readonly byteLength: number | null
  /** Chunks of byteLength bytes in all; read one by one. */
  readonly chunks: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>
}

/** Gives the socket a body that is there as a whole, within the cork of its head, and returns how many of the chunks it took: mostly all of them. */
export function offerChunks(res: EdgeResponse, chunks: readonly Uint8Array[], totalBytes: number): number {
  for (let taken = 0; taken < chunks.length; taken++) {
    const chunk = chunks[taken]!
    if (chunk.byteLength > 0 && !res.tryEnd(chunk, totalBytes).includes(true)) return taken
  }
  return chunks.length
}

type WhenGone = (listener: () => void) => void

/** The rest of such a body. Resolves when it is written or the client has left. */
export async function writeRest(
  res: EdgeResponse,
  chunks: readonly Uint8Array[],
  taken: number,
  totalBytes: number,
  place: Place,
  isGone: () => boolean,
  whenGone: WhenGone,
): Promise<void> {
  const writer = new ChunkWriter(res, totalBytes, isGone, place)
  whenGone(() => writer.stop())
  const takenBytes = chunks.slice(0, taken).reduce((sum, chunk) => sum + chunk.byteLength, 0)
  let isNextDue = await writer.writeOffered(chunks[taken]!, takenBytes)
  for (const chunk of chunks.slice(taken + 1)) {
    if (!isNextDue) return
    isNextDue = chunk.byteLength === 0 || (await writer.write(chunk))
  }
}

/**
 * Writes a body as its source gives it. Resolves when it is written or the client has left. Rejects when the source fails or gives another length: then
 * the rest of the response is owed and the caller must close it.
 */
export async function writeChunks(
  res: EdgeResponse,
  { byteLength, chunks }: ChunkedBody,
  place: Place,
  isGone: () => boolean,
  whenGone: WhenGone,
): Promise<void> {
  if (byteLength === 0) {
    res.end()
    return
  }
  const writer = new ChunkWriter(res, byteLength, isGone, place)
  whenGone(() => writer.stop())
  let leftBytes = byteLength ?? Number.POSITIVE_INFINITY
  for await (const chunk of chunks()) {
    leftBytes -= chunk.byteLength
    if (leftBytes < 0) throw new Error(`a body has ${-leftBytes} bytes more than announced`)
    if (chunk.byteLength > 0 && !(await writer.write(chunk))) return
  }
  writer.end()
  if (byteLength !== null && leftBytes > 0) throw new Error(`a body has ${leftBytes} bytes fewer than announced`)
}

/** A schedule as a body: files as the parts of a form. */

/** Members of the request beside its schedules, by dotted name: {"options.near_term_days": 30, "project": "P1"}. */
export type Members = Readonly<Record<string, string | number | boolean>>

/** A file of this machine: read piece by piece while it is sent, anew for each try. */
export interface DiskFile {
  readonly path: string
  pieces(): AsyncIterable<Uint8Array<ArrayBuffer>>
}

export type SentFile = Blob | DiskFile

/** A schedule file by the place of the request that it is for; a list for the places that repeat. */
export type Files = Readonly<Record<string, SentFile | readonly SentFile[]>>

export interface FormBody {
  readonly body: BodyInit
  /** Absent: fetch says it. */
  readonly contentType?: string
}

const PIECE_BYTES = 256 * 1024

/**
 * A file of this machine, never as a whole in memory. Node, Deno and Bun. Not a Blob of node:fs: fetch reads that ahead of what is sent, all of it.
 * Throws at once when the file cannot be read.
 */
export async function fileFromDisk(path: string): Promise<DiskFile> {
  const { access } = await import('node:fs/promises')
  await access(path)
  return { path, pieces: () => piecesOf(path) }
}

async function* piecesOf(path: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { open } = await import('node:fs/promises')
  const file = await open(path)
  try {
    for (;;) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

interface Part {
  readonly name: string
  readonly content: string | SentFile
}

/** Members first: the service reads files by them. */
function partsOf(files: Files, members: Members): Part[] {
  const ofMembers = Object.entries(members).map(([name, value]) => ({ name, content: String(value) }))
  const ofFiles = Object.entries(files).flatMap(([name, given]) => [given].flat().map(content => ({ name, content })))
  return [...ofMembers, ...ofFiles]
}

const isOnDisk = (content: string | SentFile): content is DiskFile =>
  typeof content === 'object' && !(content instanceof Blob)

export function formOf(files: Files, members: Members = {}): FormBody {
  const parts = partsOf(files, members)
  if (parts.some(({ content }) => isOnDisk(content))) return streamedForm(parts)
  const body = new FormData()
  for (const { name, content } of parts) {
    if (typeof content === 'string') body.append(name, content)
    else body.append(name, content as Blob, 'schedule')
  }
  return { body }
}

/** multipart/form-data (RFC 7578), made while it is sent. */
function streamedForm(parts: readonly Part[]): FormBody {
  const boundary = crypto.randomUUID()
  const pieces = formPieces(parts, boundary)
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await pieces.return(undefined)
    },
  })
  return { body, contentType: `multipart/form-data; boundary=${boundary}` }
}

async function* formPieces(parts: readonly Part[], boundary: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const bytes = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text)
  for (const { name, content } of parts) {
    const file = typeof content === 'string' ? '' : '; filename="schedule"'
    yield bytes(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`)
    if (typeof content === 'string') yield bytes(content)
    else if (isOnDisk(content)) yield* content.pieces()
    else yield new Uint8Array(await content.arrayBuffer())
    yield bytes('\r\n')
  }
  yield bytes(`--${boundary}--\r\n`)
}

/** The files and members of a request as multipart/form-data (RFC 7578) in memory: the same body that a service would be sent. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { RunError, type RunRequest } from './outcome.ts'
import { STANDARD_INPUT, standardInput } from './standard-input.ts'

export interface FormBytes {
  readonly body: Buffer
  readonly boundary: string
}

export function formBytes({ files, members }: Pick<RunRequest, 'files' | 'members'>): FormBytes {
  const boundary = randomUUID()
  const parts: Buffer[] = []
  const part = (disposition: string, bytes: Buffer): void => {
    const head = `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n`
    parts.push(Buffer.from(head), bytes, Buffer.from('\r\n'))
  }
  for (const [name, value] of Object.entries(members)) part(`name="${name}"`, Buffer.from(value))
  for (const { part: name, path } of files) part(`name="${name}"; filename="schedule"`, fileBytes(path))
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return { body: Buffer.concat(parts), boundary }
}

/** Bytes of a file, unpacked where it is gzip. */
export function fileBytes(path: string): Buffer {
  try {
    const bytes = path === STANDARD_INPUT ? standardInput() : readFileSync(path)
    return bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes
  } catch (error) {
    throw new RunError([unreadable(path, error)])
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'it may not be read',
  EISDIR: 'it is a folder',
}

function unreadable(path: string, error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return `${path}: ${REASONS[code] ?? message}`
}

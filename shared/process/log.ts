/**
 * The log: pino JSON on standard output, or on a terminal the same lines for a person. What may be logged is code, request id, ids of
 * account and key, counts, times. Never a key, a token or the content of a schedule: errors are logged by name and stack, without the
 * values they quote.
 */
import { pino } from 'pino'
import sonicBoom from 'sonic-boom'
import { prettyLine } from './pretty-line.ts'

const STDOUT = 1

export type Log = ReturnType<typeof createLog>

/**
 * Lines are written together: each write goes by way of another thread, which under load took a tenth of the gateway's time. At the
 * end of a process the rest is written; one that is killed may lose the lines of so long.
 */
const FLUSH_EVERY_MS = 50
const BUFFER_BYTES = 8 * 1024

/** Of a reader that has stopped so much is kept for it; later lines are left out. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024

/**
 * Not pino.destination, whose sonic-boom 4 tries for ever to write the rest at the exit into a pipe that nobody reads any more: the process
 * would never end. (5 throws instead, and pino does not depend on it yet.)
 */
function jsonLines() {
  const lines = new sonicBoom.SonicBoom({
    fd: STDOUT,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: UNREAD_BYTES_MAX,
    periodicFlush: FLUSH_EVERY_MS,
  })
  // whoever read the log is gone: the service goes on without
  lines.on('error', () => {})
  process.once('exit', () => {
    try {
      lines.flushSync()
    } catch {
      // nobody is left to tell
    }
  })
  return lines
}

/** Line by line, since somebody is looking. NO_COLOR: see no-color.org. */
const linesForPeople = () => ({
  write: (line: string) => void process.stdout.write(prettyLine(line, !process.env.NO_COLOR)),
})

/** `name` says which process of the service a line is of. */
export const createLog = (level: string, name: string) =>
  pino(
    {
      level,
      base: { pid: process.pid, process: name },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['headers.authorization', 'headers["x-api-key"]', 'key', 'apiKey', 'token'],
    },
    process.stdout.isTTY ? linesForPeople() : jsonLines(),
  )

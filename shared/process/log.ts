/**
 * The log: pino JSON on standard output, or on a terminal the same lines for a person. What may be logged is code, request id, ids of account and key, counts, times.
 * Never a key, a token or the content of a schedule: errors are logged by name and stack, without the values they quote.
 */
import { pino } from 'pino'
import { prettyLine } from './pretty-line.ts'

const STDOUT = 1

export type Log = ReturnType<typeof createLog>

/**
 * Lines are written together: each write goes by way of another thread, which under load took a tenth of the gateway's time. At the
 * end of a process the rest is written; one that is killed may lose the lines of so long.
 */
const FLUSH_EVERY_MS = 50
const BUFFER_BYTES = 8 * 1024

const jsonLines = () =>
  pino.destination({ fd: STDOUT, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_EVERY_MS })

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

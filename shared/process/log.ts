/**
 * The log: pino JSON on standard output. What may be logged is code, request id, ids of account and key, counts, times.
 * Never a key, a token or the content of a schedule: errors are logged by name and stack, without the values they quote.
 */
import { pino } from 'pino'

const STDOUT = 1

export type Log = ReturnType<typeof createLog>

/**
 * Lines are written together: each write goes by way of another thread, which under load took a tenth of the gateway's time. At the
 * end of a process the rest is written; one that is killed may lose the lines of so long.
 */
const FLUSH_EVERY_MS = 50
const BUFFER_BYTES = 8 * 1024

export const createLog = (level: string) =>
  pino(
    {
      level,
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['headers.authorization', 'headers["x-api-key"]', 'key', 'apiKey', 'token'],
    },
    pino.destination({ fd: STDOUT, sync: false, minLength: BUFFER_BYTES, periodicFlush: FLUSH_EVERY_MS }),
  )

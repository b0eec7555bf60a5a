/**
 * The log: pino JSON on standard output. What may be logged is code, request id, ids of account and key, counts, times.
 * Never a key, a token or the content of a schedule: errors are logged by name and stack, without the values they quote.
 */
import { pino } from 'pino'

export type Log = ReturnType<typeof createLog>

export const createLog = (level: string) =>
  pino({
    level,
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers.authorization', 'headers["x-api-key"]', 'key', 'apiKey', 'token'],
  })

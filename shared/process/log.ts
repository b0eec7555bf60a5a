/**
 * The log: pino JSON on standard output, or on a terminal the same lines in readable form. A log line may contain codes, request ids,
 * account and key ids, counts and times. It must never contain a key, a token or the content of a schedule; errors are logged by name and
 * stack, without the values they quote.
 */
import { pino } from 'pino'
import sonicBoom from 'sonic-boom'
import { prettyLine } from './pretty-line.ts'

const STDOUT = 1

export type Log = ReturnType<typeof createLog>

/**
 * Lines are written in batches. Each write involves another thread, and under load writing took a tenth of the gateway's time. A process
 * writes the rest when it exits; a killed process may lose the lines of this period.
 */
const FLUSH_EVERY_MS = 50
const BUFFER_BYTES = 8 * 1024

/** Bytes kept for a reader that has stopped reading; later lines are dropped. */
const UNREAD_BYTES_MAX = 16 * 1024 * 1024

/**
 * Not pino.destination: at exit its sonic-boom 4 retries forever to write to a pipe that nobody reads, and the process never ends.
 * (Version 5 throws instead, but pino does not depend on it yet.)
 */
function jsonLines() {
  const lines = new sonicBoom.SonicBoom({
    fd: STDOUT,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: UNREAD_BYTES_MAX,
    periodicFlush: FLUSH_EVERY_MS,
  })
  // the reader of the log is gone; the service continues without it
  lines.on('error', () => {})
  process.once('exit', () => {
    try {
      lines.flushSync()
    } catch {
      // there is nowhere to report it
    }
  })
  return lines
}

/** Writes each line at once, because a person is watching. NO_COLOR: see no-color.org. */
const linesForPeople = () => ({
  write: (line: string) => void process.stdout.write(prettyLine(line, !process.env.NO_COLOR)),
})

/**
 * An info line whose fields are given as JSON text, without braces: for what is logged with every call. None of them may be one that createLog
 * redacts.
 */
export function logFrequent(log: Log, fields: string, sentence: string): void {
  if (!log.isLevelEnabled('info')) return
  const { stream, bindings, time } = partsOf(log)
  stream.write(`{"level":${log.levels.values.info}${time()}${bindings},${fields},"msg":${JSON.stringify(sentence)}}\n`)
}

interface Parts {
  readonly stream: { write(line: string): void }
  /** JSON text of what every line has, each behind a comma. */
  readonly bindings: string
  readonly time: () => string
}

/** Where pino keeps what it makes each line of. */
const partsOf = (log: Log): Parts => {
  const kept = log as unknown as Readonly<Record<symbol, unknown>>
  const { streamSym, chindingsSym, timeSym } = pino.symbols as unknown as Readonly<Record<string, symbol>>
  return { stream: kept[streamSym!], bindings: kept[chindingsSym!], time: kept[timeSym!] } as Parts
}

/** `name` says which process a line comes from. */
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

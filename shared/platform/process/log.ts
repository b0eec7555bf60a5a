/**
 * The log: pino JSON on standard output, or on a terminal the same lines in readable form. A log line may contain codes, request ids,
 * account and key ids, counts and times. It must never contain a key, a token or the content of a schedule; errors are logged by name and
 * stack, without the values they quote.
 */
import { pino } from 'pino'
import { LogOutput } from './log-output.ts'

// A log line for a person at a terminal: "07:12:33.137 gateway  listening  port=8080", with the stack of an error below it.

/** pino's numbers of the highlighted levels, with their colours (ANSI). */
const NOTICED: Readonly<Record<number, readonly [word: string, colour: number]>> = {
  40: ['warn', 33],
  50: ['error', 31],
  60: ['fatal', 31],
}
const TIME_IN_ISO = { from: 11, to: 23 } as const
const PROCESS_NAME_WIDTH = 9

interface LogLine {
  readonly level: number
  readonly time: string
  readonly pid: number
  readonly process?: string
  readonly msg?: string
  readonly stack?: string
}

/** `json`: a line from pino; other text is returned unchanged. */
export function prettyLine(json: string, isColoured: boolean): string {
  let line: LogLine & Readonly<Record<string, unknown>>
  try {
    line = JSON.parse(json)
  } catch {
    return json
  }
  const { level, time, pid, process = String(pid), msg = '', stack, ...facts } = line
  const [word, colour] = NOTICED[level] ?? []
  const mark = word === undefined ? '' : isColoured ? `\u001b[${colour}m${word}\u001b[0m ` : `${word} `
  const members = Object.entries(facts)
    // the message already says the event
    .filter(([name, value]) => !(name === 'event' && value === msg))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const clock = time.slice(TIME_IN_ISO.from, TIME_IN_ISO.to)
  const head = `${clock} ${process.padEnd(PROCESS_NAME_WIDTH)} ${mark}${msg}`
  return `${[head, ...members].join('  ')}\n${stack === undefined ? '' : `${stack}\n`}`
}

export type Log = ReturnType<typeof createLog>

/** Lines are written in batches: under load, single writes took a tenth of the gateway's time. A process writes the rest when it exits; a killed one may lose the lines of this period. */
const FLUSH_EVERY_MS = 50
/** A batch that would be longer is written at once. */
const BATCH_BYTES_MAX = 64 * 1024
/** Most bytes of UTF-8 that a unit of a string takes. */
const UNIT_BYTES_MAX = 3

/**
 * Not pino.destination: at exit its sonic-boom waits for a reader that stands still, and the process never ends. Lines are gathered, as each write is a system
 * call, and gathered as bytes, as the many pieces that a line was put together from would live until the batch is written.
 */
function jsonLines(output: LogOutput) {
  const batch = Buffer.allocUnsafeSlow(BATCH_BYTES_MAX)
  let bytes = 0
  let isTimed = false
  const flush = (): void => {
    if (bytes > 0) output.write(Buffer.from(batch.subarray(0, bytes)))
    bytes = 0
  }
  const flushInTime = (): void => {
    isTimed = false
    flush()
  }
  output.whenEnding = flush
  return {
    write(line: string): void {
      const lineBytesMax = line.length * UNIT_BYTES_MAX
      if (bytes + lineBytesMax > BATCH_BYTES_MAX) flush()
      if (lineBytesMax > BATCH_BYTES_MAX) output.write(Buffer.from(line))
      else bytes += batch.write(line, bytes)
      if (!isTimed) {
        isTimed = true
        setTimeout(flushInTime, FLUSH_EVERY_MS).unref()
      }
    },
  }
}

/** Writes each line at once, because a person is watching. NO_COLOR: see no-color.org. */
const linesForPeople = () => ({
  write: (line: string) => void process.stdout.write(prettyLine(line, !process.env.NO_COLOR)),
})

/**
 * Info lines with one sentence whose fields are given as JSON text, without braces: for what is logged with every call. None of the fields may be one
 * that createLog redacts.
 */
export function frequentLine(log: Log, sentence: string): (fields: string) => void {
  const bindings = bindingsOf(log)
  const level = `{"level":${log.levels.values.info},"time":"`
  const end = `,"msg":${JSON.stringify(sentence)}}\n`
  // "2026-11-21T08:00:00." is the same for many lines
  let seconds = -1
  let timeOfSeconds = ''
  return fields => {
    if (!log.isLevelEnabled('info')) return
    const nowMs = Date.now()
    if (Math.floor(nowMs / 1000) !== seconds) {
      seconds = Math.floor(nowMs / 1000)
      timeOfSeconds = new Date(seconds * 1000).toISOString().slice(0, -4)
    }
    const ms = String(nowMs - seconds * 1000).padStart(3, '0')
    streamOf(log).write(`${level}${timeOfSeconds}${ms}Z"${bindings},${fields}${end}`)
  }
}

/** Where pino keeps what it makes each line of: where lines go, and JSON text of what each of them has, behind a comma. */
const { streamSym, chindingsSym } = pino.symbols as unknown as Readonly<Record<string, symbol>>
const streamOf = (log: Log): { write(line: string): void } => kept(log, streamSym!) as ReturnType<typeof streamOf>
const bindingsOf = (log: Log): string => kept(log, chindingsSym!) as string
const kept = (log: Log, symbol: symbol): unknown => (log as unknown as Readonly<Record<symbol, unknown>>)[symbol]

/** `name` says which process a line comes from. */
export function createLog(level: string, name: string) {
  const options = {
    level,
    base: { pid: process.pid, process: name },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['headers.authorization', 'headers["x-api-key"]', 'key', 'apiKey', 'token'],
  }
  if (process.stdout.isTTY) return pino(options, linesForPeople())
  const output = new LogOutput(process.stdout)
  const log = pino(options, jsonLines(output))
  const sayDropped = (droppedLines: number): void =>
    log.warn({ droppedLines }, 'the log could not be written for a while')
  output.whenResumed = sayDropped
  return log
}

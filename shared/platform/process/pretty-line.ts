/** A log line for a person at a terminal: "07:12:33.137 gateway  listening  port=8080", with the stack of an error below it. */

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

/** What a terminal is shown: text without control characters, colour where it is wanted, one line of progress, and rows in columns whose last is wrapped. */
import { withCommas } from '../engine/wording/numbers.ts'

/** Standard output or error, or what stands for it in a test. */
export interface TextStream {
  readonly isTTY?: boolean
  /** 0 where the terminal does not say, as under some CI systems and in a new pseudo-terminal. */
  readonly columns?: number
  write(text: string | Uint8Array): unknown
}

const WIDTH_UNKNOWN = 80
/** Nothing is laid out in less; the lines of a narrower terminal break there. */
const WIDTH_MIN = 20

export const widthOf = ({ columns }: TextStream): number => (columns ? Math.max(columns, WIDTH_MIN) : WIDTH_UNKNOWN)

/** Colour on a terminal that wants it; plain text anywhere else (NO_COLOR, no-color.org). */
export type Colour = 'red' | 'green' | 'yellow' | 'grey' | 'bold'

const CODES: Readonly<Record<Colour, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  grey: [90, 39],
}

export type Paint = (colour: Colour | undefined, text: string) => string

export const plain: Paint = (_, text) => text

export const painted: Paint = (colour, text) => {
  if (colour === undefined) return text
  const [on, off] = CODES[colour]
  return `\x1b[${on}m${text}\x1b[${off}m`
}

export const paintFor = (stream: TextStream, env: NodeJS.ProcessEnv): Paint =>
  stream.isTTY === true && !env.NO_COLOR ? painted : plain

/** A figure stays on one line with its sign. */
const unbroken = (text: string): string => text.replaceAll(' %', '\u00a0%')

/** "1 task", "1,204 tasks" */
export const counted = (count: number, one: string): string => `${withCommas(count)} ${one}${count === 1 ? '' : 's'}`

/** One line on a terminal that says what is going on; nothing where standard error is no terminal. */
export interface Progress {
  say(words: string): void
  clear(): void
}

export function progressOn(stream: TextStream): Progress {
  if (!stream.isTTY) return { say() {}, clear() {} }
  const erase = '\r\x1b[K'
  return {
    say: words => stream.write(`${erase}${words.slice(0, widthOf(stream) - 1)}`),
    clear: () => stream.write(erase),
  }
}

/** Rows of text in columns; the last column is wrapped, so that a line fits the width. */
export interface Cell {
  readonly text: string
  readonly colour?: Colour | undefined
  readonly isRight?: boolean
}

export interface Layout {
  readonly width: number
  readonly paint: Paint
}

const GAP = '  '
const LAST_WIDTH_MIN = 20
/** The last column has the sentences: it gets this part of the width before a wide column beside it does. */
const LAST_SHARE = 0.4
/** A column that gives way is not narrower. */
const COLUMN_WIDTH_MIN = 16

/** Every row has as many cells as the first. */
export function table(rows: readonly (readonly Cell[])[], { width, paint }: Layout): string[] {
  const widths = widthsOf(rows, width)
  const indent = widths.reduce((sum, each) => sum + each + GAP.length, 0)
  const lastWidth = Math.max(LAST_WIDTH_MIN, width - indent)
  return rows.flatMap(row => {
    const cells = row.map(({ text }, column) => wrapped(text, widths[column] ?? lastWidth))
    const lineCount = cells.reduce((most, lines) => Math.max(most, lines.length), 0)
    return Array.from({ length: lineCount }, (_, line) =>
      row
        .map((cell, column) => {
          const text = cells[column]![line] ?? ''
          const shown = column === widths.length ? text : padded({ ...cell, text }, widths[column]!) + GAP
          return text === '' ? shown : paint(cell.colour, shown)
        })
        .join('')
        .trimEnd(),
    )
  })
}

/** Widths of all columns but the last: those of their texts. Where too little is left for the last, the one with most to give breaks its texts between words. */
function widthsOf(rows: readonly (readonly Cell[])[], width: number): number[] {
  const lastColumn = Math.max(0, (rows[0]?.length ?? 0) - 1)
  const longest = (column: number, piecesOf: (text: string) => string[]): number =>
    rows.reduce((most, row) => Math.max(most, ...piecesOf(row[column]!.text).map(lengthOf)), 0)
  const columns = Array.from({ length: lastColumn }, (_, column) => column)
  const widths = columns.map(column => longest(column, text => [text]))
  const indent = widths.reduce((sum, each) => sum + each + GAP.length, 0)
  const wanted = Math.min(
    longest(lastColumn, text => [text]),
    Math.floor(width * LAST_SHARE),
  )
  const missing = wanted - (width - indent)
  if (missing <= 0) return widths
  // an id or a path is never broken
  const given = columns.map(column =>
    Math.max(
      0,
      widths[column]! -
        Math.max(
          COLUMN_WIDTH_MIN,
          longest(column, text => text.split(' ')),
        ),
    ),
  )
  const giver = given.indexOf(Math.max(...given))
  return widths.map((each, column) => (column === giver ? each - Math.min(missing, given[column]!) : each))
}

function padded({ text, isRight }: Cell, width: number): string {
  const fill = ' '.repeat(Math.max(0, width - lengthOf(text)))
  return isRight ? fill + text : text + fill
}

const lengthOf = (text: string): number => [...text].length

/** Lines of at most `width` characters, broken between words where there is a space. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of unbroken(text).split(' ')) {
    const joined = line === '' ? word : `${line} ${word}`
    if (lengthOf(joined) <= width) line = joined
    else {
      if (line !== '') lines.push(line)
      let rest = [...word]
      for (; rest.length > width; rest = rest.slice(width)) lines.push(rest.slice(0, width).join(''))
      line = rest.join('')
    }
  }
  return [...lines, line]
}

/** Rows of text in columns; the last column is wrapped, so that a line fits the width. */
import type { Colour, Paint } from './paint.ts'
import { unbroken } from './shown-text.ts'

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

/** Every row has as many cells as the first. */
export function table(rows: readonly (readonly Cell[])[], { width, paint }: Layout): string[] {
  const lastColumn = (rows[0]?.length ?? 0) - 1
  const widths = Array.from({ length: Math.max(0, lastColumn) }, (_, column) =>
    rows.reduce((most, row) => Math.max(most, lengthOf(row[column]!.text)), 0),
  )
  const indent = widths.reduce((sum, each) => sum + each + GAP.length, 0)
  return rows.flatMap(row => {
    const head = widths.map((each, column) => paint(row[column]!.colour, padded(row[column]!, each)) + GAP).join('')
    const last = row[lastColumn]!
    const lines = wrapped(last.text, Math.max(LAST_WIDTH_MIN, width - indent))
    return lines.map((line, i) => `${i === 0 ? head : ' '.repeat(indent)}${paint(last.colour, line)}`.trimEnd())
  })
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

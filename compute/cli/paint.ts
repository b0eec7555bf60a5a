/** Colour on a terminal that wants it; plain text anywhere else (NO_COLOR, no-color.org). */
import type { TextStream } from './text-stream.ts'

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

/**
 * Texts that make a regular expression which can read a text in two ways try them all: one character, or two in turn, over and over,
 * behind what the expression begins with, and with an end that it refuses.
 */

/** One of each kind that expressions tell apart. */
const KINDS = [
  'a',
  'A',
  '0',
  ' ',
  '\t',
  '\n',
  '\u00a0',
  '.',
  '-',
  '_',
  '@',
  '/',
  ':',
  ';',
  ',',
  '"',
  '\\',
  '%',
  '[',
  '\u0000',
  'é',
  '😀',
]
/** Ends of a near miss, and none. */
const ENDS = ['', '\u0000', '\n', '!', ' ', '.']

/** Characters and openings that the source of an expression names itself. */
function named(source: string): { characters: string[]; openings: string[] } {
  const plain = source.replace(/\\u[0-9a-f]{4}|\\[a-zA-Z]|\\/g, '')
  const characters = [...new Set([...plain].filter(char => !'^$()[]{}*+?|'.includes(char)))]
  const words = plain.match(/[A-Za-z][A-Za-z:/.@-]*/g) ?? []
  return { characters: characters.slice(0, 12), openings: [...new Set(words)].slice(0, 4) }
}

/** length: of each text, in UTF-16 units. samples: texts that fit, whose beginning may lead further in. */
export function* hostileTexts(source: string, length: number, samples: readonly string[] = []): Generator<string> {
  const { characters, openings } = named(source)
  const units = [...new Set([...KINDS, ...characters])]
  const fill = (opening: string, unit: string, end: string): string =>
    (opening + unit.repeat(Math.ceil(length / unit.length))).slice(0, length - end.length) + end
  for (const unit of units) for (const end of ENDS) yield fill('', unit, end)
  for (const opening of new Set([...openings, ...samples, 'a@', 'a', ' ']))
    for (const unit of units) yield fill(opening, unit, '\u0000')
  for (const first of characters.length > 0 ? characters : ['a'])
    for (const second of KINDS) for (const end of ['', '\u0000']) yield fill('', first + second, end)
}

/** Milliseconds of processor that this thread takes for a work, the least of three times, as the machine may be busy. */
export function leastWorkMs(work: () => void, enoughMs: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let time = 0; time < 3 && least > enoughMs; time++) {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    least = Math.min(least, (user + system) / 1000)
  }
  return least
}

/** The command line of a benchmark: numbers, each with its default, and words, which have none. */
import { parseArgs } from 'node:util'

/** { tasks: 100 } -> --tasks, 100 without it. A value that is no number ends the benchmark. words: undefined where they are left out. */
export function numberOptions<Name extends string, Word extends string = never>(
  defaults: Readonly<Record<Name, number>>,
  words: readonly Word[] = [],
): Record<Name, number> & Partial<Record<Word, string>> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries([...names, ...words].map(name => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const read = (name: Name): number => {
    const value = values[name] === undefined ? defaults[name] : Number(values[name])
    if (!Number.isFinite(value)) throw new Error(`--${name} must be a number, got ${values[name]}`)
    return value
  }
  return Object.assign(
    Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, number>,
    Object.fromEntries(words.map(word => [word, values[word]])) as Partial<Record<Word, string>>,
  )
}

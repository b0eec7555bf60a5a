/** The command line of a benchmark: numbers alone, each with its default. */
import { parseArgs } from 'node:util'

/** { tasks: 100 } -> --tasks, 100 without it. A value that is no number ends the benchmark. */
export function numberOptions<Name extends string>(defaults: Readonly<Record<Name, number>>): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const { values } = parseArgs({ options: Object.fromEntries(names.map(name => [name, { type: 'string' as const }])) })
  const read = (name: Name): number => {
    const value = values[name] === undefined ? defaults[name] : Number(values[name])
    if (!Number.isFinite(value)) throw new Error(`--${name} must be a number, got ${values[name]}`)
    return value
  }
  return Object.fromEntries(names.map(name => [name, read(name)])) as Record<Name, number>
}

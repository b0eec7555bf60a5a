/**
 * The command line of a measurement: a table of its options, by which they are read and explained. --help prints a line for each (exit code 0); so does a
 * mistake, below its sentence (exit code 2).
 */
import { parseArgs } from 'node:util'
import { optionFault } from '../shared/contract/option-fault.ts'

export interface Option<Value> {
  readonly about: string
  /** Where it is left out. */
  readonly otherwise: Value
  /** What stands behind its name; undefined: nothing does. */
  readonly value?: string
  /** undefined: the text is none of its values. */
  read(text: string): Value | undefined
  /** "a number above 0". */
  readonly must: string
}

type Table = Readonly<Record<string, Option<unknown>>>
type Values<Of extends Table> = { readonly [Name in keyof Of]: Of[Name]['otherwise'] }

export interface Command<Of extends Table> {
  /** "npm run bench". */
  readonly name: string
  readonly about: string
  readonly options: Of
  /** Words beside the options. */
  readonly words?: { readonly name: string; readonly choices: readonly string[] }
}

/** What somebody typed makes no sense; the message says why. */
export class CommandLineMistake extends Error {
  override readonly name = 'CommandLineMistake'
}

const NUMBERS = {
  'a number above 0': value => value > 0,
  'a number of at least 0': value => value >= 0,
  'a whole number above 0': value => value > 0 && Number.isSafeInteger(value),
  'a whole number of at least 0': value => value >= 0 && Number.isSafeInteger(value),
} as const satisfies Record<string, (value: number) => boolean>

const numberOf = <Otherwise extends number | undefined>(
  must: keyof typeof NUMBERS,
  otherwise: Otherwise,
  about: string,
): Option<number | Otherwise> => ({
  ...{ about, otherwise, must, value: otherwise === undefined ? 'N' : String(otherwise) },
  read(text) {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) && NUMBERS[must](value) ? value : undefined
  },
})

export const number = <Otherwise extends number | undefined>(otherwise: Otherwise, about: string) =>
  numberOf('a number above 0', otherwise, about)
export const numberOrNone = (otherwise: number, about: string) => numberOf('a number of at least 0', otherwise, about)
export const whole = <Otherwise extends number | undefined>(otherwise: Otherwise, about: string) =>
  numberOf('a whole number above 0', otherwise, about)
export const wholeOrNone = (otherwise: number, about: string) =>
  numberOf('a whole number of at least 0', otherwise, about)

export const wholes = (otherwise: readonly number[], about: string): Option<readonly number[]> => {
  const one = whole(1, about)
  return {
    ...{ about, otherwise, must: 'whole numbers above 0 with commas between them', value: otherwise.join(',') },
    read(text) {
      const all = text.split(',').map(each => one.read(each))
      return all.every(each => each !== undefined) ? all : undefined
    },
  }
}

/** Some of the choices, all of them where it is left out. */
export const some = <Choice extends string>(choices: readonly Choice[], about: string): Option<readonly Choice[]> => ({
  ...{
    about,
    otherwise: choices,
    must: `some of ${choices.join(', ')}, with commas between them`,
    value: `${choices[0]},...`,
  },
  read(text) {
    const all = text.split(',') as Choice[]
    return all.every(each => choices.includes(each)) ? all : undefined
  },
})

/** One of the choices, the first where it is left out. */
export const choice = <Choice extends string>(
  choices: readonly [Choice, ...Choice[]],
  about: string,
): Option<Choice> => ({
  ...{ about, otherwise: choices[0], must: choices.join(' or '), value: choices[0] },
  read: text => choices.find(each => each === text),
})

export const text = (value: string, about: string): Option<string | undefined> => ({
  ...{ about, otherwise: undefined, must: 'a text', value },
  read: given => (given === '' ? undefined : given),
})

export const flag = (about: string): Option<boolean> => ({ about, otherwise: false, must: '', read: () => true })

/** A line for each option. */
export function usageOf({ name, about, options, words }: Command<Table>): string {
  const heads = Object.entries(options).map(
    ([option, { value }]) => `--${option}${value === undefined ? '' : ` ${value}`}`,
  )
  const width = Math.max(...heads.map(head => head.length))
  const lines = Object.values(options).map((option, i) => `  ${heads[i]!.padEnd(width)}  ${option.about}`)
  const wordsLine = words === undefined ? [] : [`${words.name}: ${words.choices.join(', ')}`]
  return [
    `${name} -- ${words === undefined ? '' : `[${words.name} ...] `}[options]`,
    about,
    ...wordsLine,
    'Numbers shown are the defaults.',
    '',
    ...lines,
    '',
  ].join('\n')
}

/** Throws a CommandLineMistake. */
export function readCommandLine<Of extends Table>(command: Command<Of>, given: readonly string[]) {
  const { options, words } = command
  const { values, positionals } = parsed(command, given)
  const read = Object.entries(options).map(([name, { otherwise, read, must }]) => {
    const text = values[name]
    const value = text === undefined ? otherwise : read(String(text))
    if (text !== undefined && value === undefined)
      throw new CommandLineMistake(`--${name} must be ${must}, not ${text}.`)
    return [name, value]
  })
  const unknown = positionals.find(word => !words?.choices.includes(word))
  if (unknown !== undefined)
    throw new CommandLineMistake(
      words === undefined
        ? `${command.name} takes options alone, not ${unknown}.`
        : `There is no ${words.name} ${unknown}, only ${words.choices.join(', ')}.`,
    )
  return { values: Object.fromEntries(read) as Values<Of>, words: positionals }
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
}

function parsed({ options }: Command<Table>, given: readonly string[]): Parsed {
  const types = Object.entries(options).map(([name, { value }]) => [
    name,
    { type: value === undefined ? ('boolean' as const) : ('string' as const) },
  ])
  try {
    return parseArgs({ args: [...given], allowPositionals: true, options: Object.fromEntries(types) })
  } catch (error) {
    throw new CommandLineMistake(optionFault(error, Object.keys(options)))
  }
}

type Line<Of extends Table> = ReturnType<typeof readCommandLine<Of>>

/** Reads the command line of this process. finish: makes of the options what the command needs; may throw a CommandLineMistake as well. */
export function commandLineOrExit<Of extends Table, Result = Line<Of>>(
  command: Command<Of>,
  finish: (line: Line<Of>) => Result = line => line as Result,
): Result {
  const given = process.argv.slice(2)
  if (given.includes('--help') || given.includes('-h')) {
    process.stdout.write(usageOf(command))
    process.exit(0)
  }
  try {
    return finish(readCommandLine(command, given))
  } catch (error) {
    if (!(error instanceof CommandLineMistake)) throw error
    process.stderr.write(`${error.message}\n\n${usageOf(command)}`)
    process.exit(2)
  }
}

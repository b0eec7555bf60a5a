/** What an operator's command is: one object each in command/, listed in run.ts; the values of its words, how it prints rows, and its help. */

import { parseMoment } from '../../shared/contract/moment.ts'
import { shownJson, shownText } from '../../shared/contract/shown-text.ts'
import { TIER_NAMES, type TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import type { AccountLimitsSetting, CallLimit } from '../store/accounts.ts'

export interface CommandOption {
  /** Name of the value in the help; absent: the option takes none. */
  readonly value?: string
  readonly meaning: string
}

export interface Command {
  /** "key create". */
  readonly name: string
  /** It changes nothing, so it leaves no entry in the audit. */
  readonly isReading?: true
  readonly summary: string
  /** Names of the words after the command, all required. */
  readonly operands: readonly string[]
  readonly options: Readonly<Record<string, CommandOption>>
  /** Returns what is printed. */
  run(client: RedisClient, input: Input): Promise<string>
}

export interface Input {
  /** As many as the command has operands. */
  readonly operands: readonly string[]
  /** Value of each option given; '' for an option without one. */
  readonly options: Readonly<Record<string, string | undefined>>
}

/** The command line makes no sense: exit code 2, with the help of the command. */
export class UsageError extends Error {}

/** The command makes sense but cannot be done: exit code 1. */
export class CommandError extends Error {}

/** Recorded in the audit stream. */
export const ACTOR = 'operator'

/** Converts words of the command line to values. A wrong word is a UsageError that shows it. */
export const LIMIT_OPTIONS: Readonly<Record<string, CommandOption>> = {
  'calls-per-month': { value: 'number|unlimited|default', meaning: 'Calls per month. Default: the limit of the tier.' },
  'calls-per-window': {
    value: 'number|unlimited|default',
    meaning: 'Calls per window. Default: the limit of the tier.',
  },
  overage: {
    value: 'on|off',
    meaning: 'Whether calls beyond the monthly quota continue and are billed. Only for paid tiers.',
  },
}

export const JSON_OPTION: Readonly<Record<string, CommandOption>> = { json: { meaning: 'One JSON object per line.' } }

export function tierOf(text: string): TierName {
  const tier = TIER_NAMES.find(name => name === text)
  if (!tier) throw new UsageError(`unknown tier "${text}"; the tiers are ${TIER_NAMES.join(', ')}`)
  return tier
}

/** The limits among the options; those not given are absent. */
export function limitsOf({ options }: Input): AccountLimitsSetting {
  const { 'calls-per-month': month, 'calls-per-window': window, overage } = options
  return {
    ...(month !== undefined && { callsPerMonth: callLimitOf('calls-per-month', month) }),
    ...(window !== undefined && { callsPerWindow: callLimitOf('calls-per-window', window) }),
    ...(overage !== undefined && { overage: parseSwitch('overage', overage) }),
  }
}

/** A date (its first moment, UTC) or a date-time, as ms. */
export function momentOf(option: string, text: string): number {
  const ms = parseMoment(text) ?? parseMoment(`${text}T00:00:00Z`)
  if (ms === undefined)
    throw new UsageError(`--${option} ${text}: not a date or date-time like 2027-01-31 or 2027-01-31T12:00:00Z`)
  return ms
}

/** Hours, also parts of one. */
export function hoursOf(option: string, text: string): number {
  const hours = Number(text)
  if (!/^\d{1,6}(\.\d{1,6})?$/.test(text))
    throw new UsageError(`--${option} ${text}: not a number of hours like 12 or 0.5`)
  return hours
}

function callLimitOf(option: string, text: string): CallLimit {
  if (text === 'default') return null
  if (text === 'unlimited') return text
  const number = Number(text)
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(number)) {
    throw new UsageError(`--${option} ${text}: not a whole number, "unlimited" or "default"`)
  }
  return number
}

function parseSwitch(option: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${option} ${text}: not "on" or "off"`)
  return text === 'on'
}

/** Rows for a person: columns as wide as their widest word; or for a program: one JSON object per line. */
export type Row = Readonly<Record<string, string | number | boolean | null>>

export const jsonLines = (rows: readonly Row[]): string => rows.map(row => shownJson(JSON.stringify(row))).join('\n')

/** As the option --json of the command says. */
export const printed = (rows: readonly Row[], { json }: Input['options']): string =>
  json === undefined ? table(rows) : jsonLines(rows)

export function table(rows: readonly Row[]): string {
  if (rows.length === 0) return 'none'
  const names = Object.keys(rows[0]!)
  const lines = [names, ...rows.map(row => names.map(column => shownText(String(row[column] ?? '-')) || '-'))]
  const widths = names.map((_, i) => Math.max(...lines.map(line => line[i]!.length)))
  return lines
    .map(line =>
      line
        .map((word, i) => word.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

export const timeText = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())

/** Help of the operator's commands, written from the commands themselves. */
const CALL = 'npm run --silent admin --'

export function help(commands: readonly Command[]): string {
  const lines = commands.map(command => [usage(command), command.summary] as const)
  return [`${CALL} <command> [--help]`, '', ...columns(lines)].join('\n')
}

export function commandHelp(command: Command): string {
  const options = Object.entries(command.options).map(
    ([name, { value, meaning }]) => [`--${name}${value ? ` <${value}>` : ''}`, meaning] as const,
  )
  const head = [`${CALL} ${usage(command)}${options.length > 0 ? ' [options]' : ''}`, '', command.summary]
  return [...head, ...(options.length > 0 ? ['', ...columns(options)] : [])].join('\n')
}

const usage = ({ name, operands }: Command): string => [name, ...operands.map(operand => `<${operand}>`)].join(' ')

function columns(lines: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...lines.map(([left]) => left.length))
  return lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}

/** Converts words of the command line to values. A wrong word is a UsageError that shows it. */
import { parseMoment } from '../../shared/moment.ts'
import { TIER_NAMES, type TierName } from '../../shared/tiers.ts'
import type { AccountLimitsSetting, CallLimit } from '../store/accounts.ts'
import { type CommandOption, type Input, UsageError } from './command.ts'

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
    ...(overage !== undefined && { overage: switchOf('overage', overage) }),
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

function switchOf(option: string, text: string): boolean {
  if (text !== 'on' && text !== 'off') throw new UsageError(`--${option} ${text}: not "on" or "off"`)
  return text === 'on'
}

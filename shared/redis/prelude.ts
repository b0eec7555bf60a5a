/**
 * What scripts share, written in front of each one that names it: the tables of TypeScript as Lua, so that a tier is changed in
 * shared/tiers.ts alone, and the functions in commands/parts, one per file of its name.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { CONTROL_WINDOW_FACTOR, LIFETIME_QUOTA_TIER, payloadBytesMax, TIERS, WINDOW_SECONDS } from '../tiers.ts'

/** Limit of a tier or account without one, in scripts and in their output. */
export const UNLIMITED = -1

const tierTable = Object.values(TIERS).map(
  ({ name, rank, callsPerMonth, callsPerWindow }) =>
    `${name}={rank=${rank},month=${callsPerMonth ?? UNLIMITED},window=${callsPerWindow},` +
    `payload=${payloadBytesMax(name)},lifetime=${name === LIFETIME_QUOTA_TIER}}`,
)

const VALUES: Readonly<Record<string, string | number>> = {
  TIERS: `{${tierTable.join(',')}}`,
  UNLIMITED,
  WINDOW_MS: WINDOW_SECONDS * 1000,
  CONTROL_WINDOW_FACTOR,
  /** Longer than any call may last: the slowest upload of 500 MB plus its deadline. */
  RESERVATION_MS: 3_600_000,
  /** How long the numbers of a process that settles no more are kept: it may be cut off from Redis for so long. */
  PROCESS_SECONDS: 86_400,
  /** A call at work for longer is not waited for by one that wants its unit of the month. */
  PENDING_MS: 10_000,
  /** The last use of a key is known to the minute. */
  LAST_USED_STEP_MS: 60_000,
  /** Changes of an account that are remembered. */
  AUDIT_ENTRIES_MAX: 10_000,
}

const folder = new URL('./commands/parts/', import.meta.url)
const PARTS = readdirSync(folder).map(file => ({
  name: file.replace('.lua', ''),
  source: readFileSync(new URL(file, folder), 'utf8'),
}))

/** The Lua that `body` needs before it. */
export function prelude(body: string): string {
  const named = (name: string) => new RegExp(`\\b${name}\\b`).test(body)
  const values = Object.entries(VALUES).filter(([name]) => named(name))
  return [
    ...values.map(([name, value]) => `local ${name} = ${value}`),
    ...PARTS.filter(({ name }) => named(name)).map(({ source }) => source),
  ].join('\n')
}

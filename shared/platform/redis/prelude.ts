/**
 * What scripts share. It is put in front of each script that uses it: tables of TypeScript as Lua, so that a tier is changed only in
 * shared/contract/tiers.ts, and the functions in commands/parts, one per file, named like the file.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { EVENT_AHEAD_SECONDS_MAX } from '../../contract/billing/plans.ts'
import { DELIVERIES_MAX, FINAL_STATES, JOB_MOVES, NODE_LOSSES_FORGIVEN } from '../../contract/job-states.ts'
import {
  admits,
  CONTROL_WINDOW_FACTOR,
  LIFETIME_QUOTA_TIER,
  OVERAGE_TIER,
  payloadBytesMax,
  TIERS,
  WINDOW_SECONDS,
} from '../../contract/tiers.ts'
import { CALLBACK_SLOTS, ENDPOINT_TIMES } from '../callback/callback-slots.ts'

/** Limit of a tier or account without one, in scripts and in their output. */
export const UNLIMITED = -1

const tierTable = Object.values(TIERS).map(
  ({ name, rank, callsPerMonth, callsPerWindow }) =>
    `${name}={rank=${rank},month=${callsPerMonth ?? UNLIMITED},window=${callsPerWindow},` +
    `payload=${payloadBytesMax(name)},lifetime=${name === LIFETIME_QUOTA_TIER},overage=${admits(OVERAGE_TIER, name)}}`,
)

/** Subscribed to by whoever wants to know of jobs at once. */
export const JOB_CHANNEL = 'jobs'

/** Who suspended an account whose subscription is unpaid; a suspension of anybody else is not billing's to end. */
export const SUSPENDED_BY_BILLING = 'billing'

/** Script -> state it is moved from -> states it is moved to. */
const moveTable = JOB_MOVES.reduce<Record<string, Record<string, string[]>>>((table, { by, from, to }) => {
  const targets = ((table[by] ??= {})[from] ??= [])
  targets.push(`${to}=true`)
  return table
}, {})
const luaTable = (rows: readonly string[]): string => `{${rows.join(',')}}`
const moves = Object.entries(moveTable).map(
  ([by, sources]) => `${by}=${luaTable(Object.entries(sources).map(([from, to]) => `${from}=${luaTable(to)}`))}`,
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
  /** Calls of an account with an Idempotency-Key that are known again; not fewer than the keys that it may make in a day. */
  NAMED_CALLS_MAX: 50,
  /** Tier of an account without a subscription. */
  BASE_TIER: "'free'",
  SUSPENDED_BY_BILLING: `'${SUSPENDED_BY_BILLING}'`,
  /** Events of the marketplace that are known again. */
  MARKETPLACE_EVENTS_MAX: 1_000,
  /** An event of the marketplace that is dated further ahead is not believed. */
  EVENT_AHEAD_MS: EVENT_AHEAD_SECONDS_MAX * 1000,
  JOB_MOVES: luaTable(moves),
  FINAL_STATES: luaTable(FINAL_STATES.map(state => `${state}=true`)),
  DELIVERIES_MAX,
  NODE_LOSSES_FORGIVEN,
  /** What the record of a job takes in Redis with all that points to it: 1.2 KB, with a callback and an Idempotency-Key 2.3 KB. */
  RECORD_BYTES: 2_000,
  /** Most bytes that the record of a job notes of its life. */
  NOTES_BYTES_MAX: 1_000,
  /** A kept frame that its record left behind goes after its retention and so long: a callback may keep the record for a week. */
  FRAME_OUTLIVES_MS: 8 * 86_400_000,
  JOB_CHANNEL: `'${JOB_CHANNEL}'`,
  /** From one hint of a queue that nobody found empty to the next one. */
  NOTIFY_AGAIN_MS: 100,
  /** Consumer group of the nodes. */
  STREAM_GROUP: "'nodes'",
  /** Suspects of a class that are run at once in a shard, over all nodes. */
  SUSPECTS_OF_CLASS_MAX: 2,
  /** Waiting suspects of a shard among which the most urgent is looked for. */
  SUSPECTS_LOOKED_AT: 1_000,
  /** Waiting entries of a stream among which quick jobs are looked for: of 25 accounts or more. */
  QUICK_LOOKED_AT: 100,
  /** Most jobs of an account that wait in one stream: more of them wait in its backlog, behind those of others. */
  ENTRIES_PER_ACCOUNT_MAX: 4,
  ACCOUNT_POSTS_MAX: CALLBACK_SLOTS.ofAccount,
  HOST_POSTS_MAX: CALLBACK_SLOTS.ofHost,
  HOST_ACCOUNT_POSTS_MAX: CALLBACK_SLOTS.ofAccountAndHost,
  ENDPOINT_POSTS_MAX: CALLBACK_SLOTS.ofEndpoint,
  REST_MS_LEAST: ENDPOINT_TIMES.restMsLeast,
  REST_MS_MAX: ENDPOINT_TIMES.restMsMax,
  PAUSE_FAILURES_LEAST: ENDPOINT_TIMES.pauseFailuresLeast,
  PROBE_MS: ENDPOINT_TIMES.probeMs,
  ENDPOINT_REMEMBERED_MS: ENDPOINT_TIMES.rememberedMs,
  ENDPOINTS_REMEMBERED_MAX: ENDPOINT_TIMES.rememberedMax,
  /** A callback that waits in its line is looked at again after so long, should the line have been lost. */
  LINE_LOOK_MS: 900_000,
}

/** Names and numbers outside of comments. */
function wordsOf(lua: string): ReadonlySet<string> {
  return new Set(lua.replace(/--.*$/gm, '').match(/\w+/g))
}

const folder = new URL('./commands/parts/', import.meta.url)
const PARTS = readdirSync(folder).map(file => {
  const source = readFileSync(new URL(file, folder), 'utf8')
  return { name: file.replace('.lua', ''), source, words: wordsOf(source) }
})

/** The Lua that `body` needs before it: tables, then parts, each after those that it needs itself. */
export function prelude(body: string): string {
  const needed = new Set<string>()
  const words = new Set<string>()
  const need = (own: ReadonlySet<string>) => {
    for (const word of own) words.add(word)
    for (const part of PARTS) {
      if (needed.has(part.source) || part.words === own || !own.has(part.name)) continue
      need(part.words)
      needed.add(part.source)
    }
  }
  need(wordsOf(body))
  const values = Object.entries(VALUES).filter(([name]) => words.has(name))
  return [...values.map(([name, value]) => `local ${name} = ${value}`), ...needed].join('\n')
}

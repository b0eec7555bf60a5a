/** One row per tier: limits and capabilities. Everything about a tier is read from here. */

export const TIER_NAMES = ['demo', 'free', 'starter', 'professional', 'enterprise', 'government'] as const
export type TierName = (typeof TIER_NAMES)[number]

/** 1 MB of the limits = 2^20 bytes. */
export const MEGABYTE = 2 ** 20

export interface Tier {
  readonly name: TierName
  readonly displayName: string
  /** Position in TIER_NAMES; a gate admits its tier and those above. */
  readonly rank: number
  /** Tasks of the largest single schedule of a request, sync and async combined. */
  readonly taskCountMax: number
  readonly payloadMegabytesMax: number
  /** Calls per UTC calendar month (demo: in the key's life); null = unlimited. */
  readonly callsPerMonth: number | null
  /** Analysis calls per window of WINDOW_SECONDS. */
  readonly callsPerWindow: number
  /** Jobs of the account that may wait at a time; 0 = no jobs. */
  readonly queuedJobCountMax: number
}

/** Length of the fixed rate window, from the account's first call. */
export const WINDOW_SECONDS = 60
/** Control calls (polling, tier, keys, tool listing) have a window of their own of this many times the number. */
export const CONTROL_WINDOW_FACTOR = 5
/** Tasks of a synchronous call over all its schedules; a setting lowers it, and lifts it for /analysis/cpm. */
export const SYNC_TASK_COUNT = 1_000
/** The same for a call of an agent tool, which has no job to wait for; a setting changes it. */
export const TOOL_TASK_COUNT = 10_000
/** Sum of tasks over all schedules of one request, as a multiple of the limit for one. */
export const TASK_SUM_FACTOR = 12

const row = (name: TierName, limits: Omit<Tier, 'name' | 'rank'>): Tier => ({
  name,
  rank: TIER_NAMES.indexOf(name),
  ...limits,
})

export const TIERS: Readonly<Record<TierName, Tier>> = {
  demo: row('demo', {
    displayName: 'Playground',
    taskCountMax: 100,
    callsPerMonth: 100,
    callsPerWindow: 30,
    payloadMegabytesMax: 5,
    queuedJobCountMax: 0,
  }),
  free: row('free', {
    displayName: 'Free',
    taskCountMax: 1_000,
    callsPerMonth: 100,
    callsPerWindow: 100,
    payloadMegabytesMax: 5,
    queuedJobCountMax: 0,
  }),
  starter: row('starter', {
    displayName: 'Starter',
    taskCountMax: 2_000,
    callsPerMonth: 500,
    callsPerWindow: 250,
    payloadMegabytesMax: 5,
    queuedJobCountMax: 50,
  }),
  professional: row('professional', {
    displayName: 'Professional',
    taskCountMax: 5_000,
    callsPerMonth: 2_000,
    callsPerWindow: 500,
    payloadMegabytesMax: 25,
    queuedJobCountMax: 200,
  }),
  enterprise: row('enterprise', {
    displayName: 'Enterprise',
    taskCountMax: 50_000,
    callsPerMonth: null,
    callsPerWindow: 2_000,
    payloadMegabytesMax: 100,
    queuedJobCountMax: 20_000,
  }),
  government: row('government', {
    displayName: 'Government',
    taskCountMax: 1_000_000,
    callsPerMonth: null,
    callsPerWindow: 10_000,
    payloadMegabytesMax: 500,
    queuedJobCountMax: 20_000,
  }),
}

/** Largest body of a tier in bytes, inflated. */
export const payloadBytesMax = (tier: TierName): number => TIERS[tier].payloadMegabytesMax * MEGABYTE

/** The tier whose quota is for the life of its key, not for a month: past it the key is used up. */
export const LIFETIME_QUOTA_TIER: TierName = 'demo'

/** The lowest tier whose calls past the quota of the month may go on, and are billed, where the account is set so. */
export const OVERAGE_TIER: TierName = 'starter'

/** Capabilities of the tier record: the lowest tier that has each. null = no tier (risk and simulation). */
export const CAPABILITIES = {
  tier1: 'demo',
  forensics: 'starter',
  import: 'demo',
  risk: null,
  async: 'starter',
  webhooks: 'starter',
  sandbox_fixture_requests: 'demo',
} as const satisfies Record<string, TierName | null>

export const admits = (needed: TierName, tier: TierName): boolean => TIERS[tier].rank >= TIERS[needed].rank

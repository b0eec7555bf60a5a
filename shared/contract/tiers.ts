/** One row per tier: limits and capabilities. All facts about a tier are here. */
import { MEGABYTE } from './bytes/bytes.ts'

export const TIER_NAMES = ['demo', 'free', 'starter', 'professional', 'enterprise', 'government'] as const
export type TierName = (typeof TIER_NAMES)[number]

interface Tier {
  readonly name: TierName
  readonly displayName: string
  /** Position in TIER_NAMES; a gate admits its tier and all higher ones. */
  readonly rank: number
  /** Maximum tasks of a single schedule, for calls and jobs. */
  readonly taskCountMax: number
  readonly payloadMegabytesMax: number
  /** Calls per UTC calendar month (demo: over the lifetime of the key); null: unlimited. */
  readonly callsPerMonth: number | null
  /** Analysis calls per window of WINDOW_SECONDS. */
  readonly callsPerWindow: number
  /** Jobs of the account that may wait at the same time; 0: no jobs. */
  readonly queuedJobCountMax: number
  /** Schedules that the account may keep at a time (handles), and what they may take together, as they are stored. */
  readonly keptScheduleCountMax: number
  readonly keptScheduleMegabytesMax: number
  /**
   * Processor time of worker threads, per gateway: the share of all its threads that an account may use for long, and milliseconds of a thread that it
   * may use beyond that for a while. Past them its calls wait behind all others, past twice as much they are refused (compute/worker/thread-time.ts).
   */
  readonly threadShare: number
  readonly threadBurstMs: number
}

/** Length of the fixed rate window, from the account's first call. */
export const WINDOW_SECONDS = 60
/** Control calls (polling, tier, keys, tool listing) have a separate window, larger by this factor. */
export const CONTROL_WINDOW_FACTOR = 5
/** Maximum tasks of a synchronous call over all its schedules. A setting can lower it, and raise it for /analysis/cpm. */
export const SYNC_TASK_COUNT = 1_000
/** The limit for a call of an agent tool; beyond it the tool submits a job. A setting changes it. */
export const TOOL_TASK_COUNT = 25_000
/** Seconds that a schedule is kept by default, and at most. A setting lowers it. */
export const KEPT_SECONDS_DEFAULT = 86_400
export const KEPT_SECONDS_MAX = 604_800
/** Maximum sum of tasks over all schedules of a request, as a multiple of the limit for one. */
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
    keptScheduleCountMax: 20,
    keptScheduleMegabytesMax: 5,
    threadShare: 0.01,
    threadBurstMs: 5_000,
  }),
  free: row('free', {
    displayName: 'Free',
    taskCountMax: 1_000,
    callsPerMonth: 100,
    callsPerWindow: 100,
    payloadMegabytesMax: 5,
    queuedJobCountMax: 0,
    keptScheduleCountMax: 50,
    keptScheduleMegabytesMax: 25,
    threadShare: 0.025,
    threadBurstMs: 5_000,
  }),
  starter: row('starter', {
    displayName: 'Starter',
    taskCountMax: 2_000,
    callsPerMonth: 500,
    callsPerWindow: 250,
    payloadMegabytesMax: 5,
    queuedJobCountMax: 50,
    keptScheduleCountMax: 200,
    keptScheduleMegabytesMax: 100,
    threadShare: 0.05,
    threadBurstMs: 15_000,
  }),
  professional: row('professional', {
    displayName: 'Professional',
    taskCountMax: 5_000,
    callsPerMonth: 2_000,
    callsPerWindow: 500,
    payloadMegabytesMax: 25,
    queuedJobCountMax: 200,
    keptScheduleCountMax: 1_000,
    keptScheduleMegabytesMax: 500,
    threadShare: 0.125,
    threadBurstMs: 30_000,
  }),
  enterprise: row('enterprise', {
    displayName: 'Enterprise',
    taskCountMax: 50_000,
    callsPerMonth: null,
    callsPerWindow: 2_000,
    payloadMegabytesMax: 100,
    queuedJobCountMax: 20_000,
    keptScheduleCountMax: 5_000,
    keptScheduleMegabytesMax: 5_000,
    threadShare: 0.5,
    threadBurstMs: 120_000,
  }),
  government: row('government', {
    displayName: 'Government',
    taskCountMax: 1_000_000,
    callsPerMonth: null,
    callsPerWindow: 10_000,
    payloadMegabytesMax: 500,
    queuedJobCountMax: 20_000,
    keptScheduleCountMax: 10_000,
    keptScheduleMegabytesMax: 20_000,
    threadShare: 1,
    threadBurstMs: 240_000,
  }),
}

/** Maximum bytes of a body after decompression. */
export const payloadBytesMax = (tier: TierName): number => TIERS[tier].payloadMegabytesMax * MEGABYTE

/** Maximum bytes of an answer, before it is compressed: so many times the payload limit of the tier, and so much for what the call sent. */
export const ANSWER_PAYLOADS_MAX = 4
export const ANSWER_MEGABYTES_FREE = 4
export const ANSWER_BYTES_PER_BODY_BYTE = 64

/** bodyBytes: as they were sent, compressed or not, and kept schedules as if they had been sent; Infinity: a form of a stored result. */
export const answerBytesMax = (tier: TierName, bodyBytes = Number.POSITIVE_INFINITY): number =>
  Math.min(
    ANSWER_PAYLOADS_MAX * payloadBytesMax(tier),
    ANSWER_MEGABYTES_FREE * MEGABYTE + ANSWER_BYTES_PER_BODY_BYTE * bodyBytes,
  )

/** Maximum bytes of the kept schedules of an account of a tier. */
export const keptScheduleBytesMax = (tier: TierName): number => TIERS[tier].keptScheduleMegabytesMax * MEGABYTE

/** The tier whose quota covers the lifetime of its key instead of a month. Once used up, the key is no longer valid. */
export const LIFETIME_QUOTA_TIER: TierName = 'demo'

/** The lowest tier whose accounts may be set to continue beyond the monthly quota, with billing. */
export const OVERAGE_TIER: TierName = 'starter'

/** Capabilities in the tier record: the lowest tier that has each. null: no tier (risk and simulation). */
export const CAPABILITIES = {
  tier1: 'demo',
  forensics: 'starter',
  import: 'demo',
  handles: 'demo',
  risk: null,
  async: 'starter',
  webhooks: 'starter',
  sandbox_fixture_requests: 'demo',
} as const satisfies Record<string, TierName | null>

export const admits = (needed: TierName, tier: TierName): boolean => TIERS[tier].rank >= TIERS[needed].rank

/** An Idempotency-Key is known for a day from what it was first answered with, whatever kind of call it names. */
export const IDEMPOTENCY_SECONDS = 86_400

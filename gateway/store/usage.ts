/**
 * Usage as it is stored: counters per day, key and endpoint, written by settle-7.lua. Here is their name and how they are read.
 * What a call cost is decided in stage/meter.ts. Errors of Redis are thrown.
 */
import type { RedisClient } from '../../shared/redis/connect.ts'
import { keys } from '../../shared/redis/keys.ts'
import { formatDay } from '../../shared/schedule/day.ts'

/** Usage of a day is kept so long, for billing and statistics. */
export const USAGE_KEEP_DAYS = 400

/** Counters of one kind of call. Tasks, time and cost are those of accepted calls. */
interface UsageCounts {
  readonly calls: number
  readonly refused: number
  readonly tasks: number
  readonly durationMs: number
  readonly costUsd: number
}

export interface UsageRow extends UsageCounts {
  /** "2026-11-21". */
  readonly date: string
  readonly keyId: string
  /** Id of the endpoint's row. */
  readonly endpoint: string
}

/** What settle-7.lua counts a call under. */
export const usageLabel = (keyId: string, endpoint: string): string => `${keyId}:${endpoint}`

const FIELD = /^(?<keyId>.*):(?<endpoint>[^:]+):(?<counter>[^:]+)$/
/** Days read in one round trip. */
const BATCH = 100

const NOTHING: UsageCounts = { calls: 0, refused: 0, tasks: 0, durationMs: 0, costUsd: 0 }

/** Days are UTC day numbers, both inclusive. By day, then in the order in which key and endpoint were first used. */
export async function readUsage(
  client: RedisClient,
  accountId: string,
  fromDay: number,
  toDay: number,
): Promise<UsageRow[]> {
  const rows: UsageRow[] = []
  for (let from = fromDay; from <= toDay; from += BATCH) {
    const dates = Array.from({ length: Math.min(BATCH, toDay - from + 1) }, (_, i) => formatDay(from + i))
    const records = await Promise.all(dates.map(date => client.hgetall(keys.usage(accountId, date))))
    for (const [i, fields] of records.entries()) rows.push(...rowsOf(dates[i]!, fields))
  }
  return rows
}

function rowsOf(date: string, fields: Readonly<Record<string, string>>): UsageRow[] {
  const rows = new Map<string, UsageRow>()
  for (const [field, value] of Object.entries(fields)) {
    const { keyId, endpoint, counter } = FIELD.exec(field)?.groups ?? {}
    if (keyId === undefined || endpoint === undefined || counter === undefined || !(counter in NOTHING)) continue
    const label = usageLabel(keyId, endpoint)
    rows.set(label, { ...(rows.get(label) ?? { date, keyId, endpoint, ...NOTHING }), [counter]: Number(value) })
  }
  return [...rows.values()]
}

/** The counters of several rows together. */
export const sumUsage = (rows: readonly UsageCounts[]): UsageCounts =>
  rows.reduce<UsageCounts>(
    (sum, row) => ({
      calls: sum.calls + row.calls,
      refused: sum.refused + row.refused,
      tasks: sum.tasks + row.tasks,
      durationMs: sum.durationMs + row.durationMs,
      costUsd: sum.costUsd + row.costUsd,
    }),
    NOTHING,
  )

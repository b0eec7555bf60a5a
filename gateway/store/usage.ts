/**
 * Stored usage: counters per day, key and endpoint, written by settle-7.lua. This file has their names and reads them;
 * pipeline/call-span.ts decides what a call cost. Errors of Redis are thrown.
 */

import { formatDay } from '../../shared/contract/schedule/day.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'

/** Usage of a day is kept so long, for billing and statistics. */
export const USAGE_KEEP_DAYS = 400

/** Counters of one kind of call. Tasks, time and cost are those of accepted calls; the time of threads is that of all. */
interface UsageCounts {
  readonly calls: number
  readonly refused: number
  readonly tasks: number
  readonly durationMs: number
  readonly costUsd: number
  readonly computeMs: number
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

const READ = script('usage-read-1')

const NOTHING = { calls: 0, refused: 0, tasks: 0, durationMs: 0, costUsd: 0, computeMs: 0 }
/** Fields of one round trip: a millisecond or two of Redis and of the event loop. */
const SLICE_FIELDS_MAX = 1_000
const SLICE_FIELDS_MIN = 250
const SLICE_DAYS = 64

interface UsagePage {
  readonly rows: UsageRow[]
  /** The last day that was read: all of them, unless there were too many rows. */
  readonly toDay: number
}

/**
 * Days are UTC day numbers, both inclusive. By day, then in the order in which key and endpoint were first used. Read in slices, between
 * which others are served, until there are rowsMax of them; the first day is read in any case.
 */
export async function readUsage(
  client: RedisClient,
  accountId: string,
  fromDay: number,
  toDay: number,
  rowsMax: number,
): Promise<UsagePage> {
  const rows: UsageRow[] = []
  let next = fromDay
  while (next <= toDay && rows.length < rowsMax) {
    const dates = Array.from({ length: Math.min(SLICE_DAYS, toDay - next + 1) }, (_, i) => formatDay(next + i))
    // a row has a field at least; the last slice may be over by its length
    const fieldsMax = Math.min(SLICE_FIELDS_MAX, Math.max(SLICE_FIELDS_MIN, rowsMax - rows.length))
    const reply = await attempt(() => run(client, READ, [keys.usageFamily(accountId)], [fieldsMax, ...dates]))
    const [count, ...days] = reply as [number, ...string[]]
    for (let i = 0; i < days.length; i += 2) rows.push(...rowsOf(days[i]!, JSON.parse(days[i + 1]!) as string[]))
    next += count
  }
  return { rows, toDay: next - 1 }
}

/** flat: field, value, field, value. A field is "<key id>:<endpoint>:<counter>". */
function rowsOf(date: string, flat: readonly string[]): UsageRow[] {
  const rows = new Map<string, MutableRow>()
  for (let i = 0; i < flat.length; i += 2) {
    const field = flat[i]!
    const labelEnd = field.lastIndexOf(':')
    const counter = field.slice(labelEnd + 1)
    const label = field.slice(0, labelEnd)
    const keyEnd = label.lastIndexOf(':')
    if (keyEnd < 0 || !Object.hasOwn(NOTHING, counter)) continue
    let row = rows.get(label)
    if (row === undefined) {
      row = { date, keyId: label.slice(0, keyEnd), endpoint: label.slice(keyEnd + 1), ...NOTHING }
      rows.set(label, row)
    }
    row[counter as keyof UsageCounts] = Number(flat[i + 1])
  }
  return [...rows.values()]
}

type MutableRow = { -readonly [Name in keyof UsageRow]: UsageRow[Name] }

/** The counters of several rows together. */
export function sumUsage(rows: readonly UsageCounts[]): UsageCounts {
  const sum = { ...NOTHING }
  for (const { calls, refused, tasks, durationMs, costUsd, computeMs } of rows) {
    sum.calls += calls
    sum.refused += refused
    sum.tasks += tasks
    sum.durationMs += durationMs
    sum.costUsd += costUsd
    sum.computeMs += computeMs
  }
  return sum
}

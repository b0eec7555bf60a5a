/** Sum of settlements of one account, month and day, as settle-7.lua takes it. */
import { UNLIMITED } from '../../shared/platform/redis/prelude.ts'
import type { Argument } from '../../shared/platform/redis/script.ts'
import type { MonthState, Settlement } from '../call/limiter.ts'
import { usageLabel } from '../store/usage.ts'

/** A reservation and the outcome of its call. */
export interface Ended {
  readonly accountId: string
  /** The key that the usage is counted for. */
  readonly keyId: string
  /** null: it reserved nothing. */
  readonly operationId: string | null
  /** Units that are reserved under it. Default 1. */
  readonly unitCount?: number
  /** Time of the admission. The usage is counted on this day. */
  readonly atMs: number
  readonly month: Pick<MonthState, 'month' | 'limit'>
  readonly settlement: Settlement
}

/** Bounds the time of a script, during which Redis serves nobody else. */
const ENDED_MAX = 100
const MS_PER_DAY = 86_400_000
/** Decimals of a sum, as many as a settlement has (call-span.ts): rounds off the errors of adding fractions. */
const MS_DECIMALS = 3
const USD_DECIMALS = 9

interface Usage {
  calls: number
  tasks: number
  durationMs: number
  costUsd: number
  refused: number
  computeMs: number
}

/** Settlements with the same name can be summed: same account, month, limit and day of usage. */
export const sumName = ({ accountId, month, atMs }: Ended): string =>
  `${accountId} ${month.month} ${month.limit} ${Math.floor(atMs / MS_PER_DAY)}`

/** As admission-n.lua names what it reserves for a call: the first unit by the id alone. */
const reservationNames = (operationId: string, unitCount: number): string[] =>
  Array.from({ length: unitCount }, (_, i) => (i === 0 ? operationId : `${operationId}:${i}`))

export class SettlementSum {
  readonly accountId: string
  readonly month: Ended['month']
  /** UTC day of the usage, "2026-11-21". */
  readonly day: string
  /** Resolves when the sum is recorded or dropped. */
  readonly done: Promise<void>
  readonly settle: () => void
  readonly #operationIds: string[] = []
  readonly #usage = new Map<string, Usage>()
  #unreservedCount = 0
  #charged = 0
  #size = 0

  constructor({ accountId, month, atMs }: Ended) {
    this.accountId = accountId
    this.month = month
    this.day = new Date(atMs).toISOString().slice(0, 10)
    const { promise, resolve } = Promise.withResolvers<void>()
    this.done = promise
    this.settle = resolve
  }

  /** Number of settlements. */
  get size(): number {
    return this.#size
  }

  get isFull(): boolean {
    return this.#operationIds.length + this.#unreservedCount >= ENDED_MAX
  }

  add({ keyId, operationId, unitCount: reservedCount = 1, settlement }: Ended): void {
    const { isCharged, isFree, endpoint, taskCount, durationMs, costUsd, computeMs, unitCount = 1 } = settlement
    this.#size++
    if (operationId === null) this.#unreservedCount++
    else if (reservedCount === 1) this.#operationIds.push(operationId)
    else this.#operationIds.push(...reservationNames(operationId, reservedCount))
    if (isFree && computeMs === 0) return
    const label = usageLabel(keyId, endpoint)
    let usage = this.#usage.get(label)
    if (usage === undefined) {
      usage = { calls: 0, tasks: 0, durationMs: 0, costUsd: 0, refused: 0, computeMs: 0 }
      this.#usage.set(label, usage)
    }
    usage.computeMs += computeMs
    if (isFree) return
    if (!isCharged) {
      usage.refused++
      return
    }
    this.#charged += unitCount
    usage.calls += unitCount
    usage.tasks += taskCount
    usage.durationMs += durationMs
    usage.costUsd += costUsd
  }

  /** Arguments of the script after process, number and predecessor. */
  args(keepSeconds: number, overageUsdPerCall: number): Argument[] {
    const { month, limit } = this.month
    const args: Argument[] = [month, limit ?? UNLIMITED, this.#charged, keepSeconds, overageUsdPerCall]
    args.push(this.#operationIds.join(' '))
    const rounded = (value: number, decimals: number): number => Number(value.toFixed(decimals))
    for (const [label, { calls, tasks, durationMs, costUsd, refused, computeMs }] of this.#usage) {
      const ms = rounded(durationMs, MS_DECIMALS)
      args.push(label, calls, tasks, ms, rounded(costUsd, USD_DECIMALS), refused, rounded(computeMs, MS_DECIMALS))
    }
    return args
  }
}

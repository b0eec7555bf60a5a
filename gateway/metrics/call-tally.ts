/**
 * Number and duration of calls by route, method and status. It counts by itself and tells the registry when it is asked, because prom-client takes
 * 4 us for what is counted at the end of every call.
 */
import { Counter, Histogram, type Registry } from 'prom-client'

interface Labels {
  readonly route: string
  readonly method: string
}

interface Row {
  readonly labels: Labels
  readonly byStatus: Map<number, number>
  /** By bucket; the last one has no bound. */
  readonly counts: Float64Array
  sumSeconds: number
}

interface TallyNames {
  readonly counter: { readonly name: string; readonly help: string }
  readonly histogram: { readonly name: string; readonly help: string }
  /** Upper bounds of the buckets, in seconds, ascending. */
  readonly buckets: readonly number[]
}

/** What prom-client keeps of one set of labels. */
interface Kept {
  readonly labels: Labels
  /** Not yet summed, by upper bound. */
  readonly bucketValues: Record<number, number>
  readonly sum: number
  readonly count: number
}

export class CallTally {
  /** By route, then by method. */
  readonly #rows = new Map<string, Map<string, Row>>()
  readonly #buckets: readonly number[]

  constructor(registry: Registry, { counter, histogram, buckets }: TallyNames) {
    this.#buckets = buckets
    const registers = [registry]
    const rows = (): Row[] => [...this.#rows.values()].flatMap(byMethod => [...byMethod.values()])
    new Counter({
      ...counter,
      labelNames: ['route', 'method', 'status'],
      registers,
      collect() {
        this.reset()
        for (const { labels, byStatus } of rows())
          for (const [status, count] of byStatus) this.inc({ ...labels, status }, count)
      },
    })
    const keptOf = (row: Row): Kept => this.#keptOf(row)
    new Histogram({
      ...histogram,
      labelNames: ['route', 'method'],
      buckets: [...buckets],
      registers,
      collect() {
        // it takes values one by one alone, so the sums are laid where it keeps its own
        const kept = Object.fromEntries(rows().map((row, i) => [i, keptOf(row)]))
        Object.assign(this, { hashMap: kept })
      },
    })
  }

  count(labels: Labels, status: number, seconds: number): void {
    const row = this.#rows.get(labels.route)?.get(labels.method) ?? this.#add(labels)
    row.byStatus.set(status, (row.byStatus.get(status) ?? 0) + 1)
    row.sumSeconds += seconds
    let bucket = 0
    while (bucket < this.#buckets.length && seconds > this.#buckets[bucket]!) bucket++
    row.counts[bucket]!++
  }

  #add({ route, method }: Labels): Row {
    const row: Row = {
      labels: { route, method },
      byStatus: new Map(),
      counts: new Float64Array(this.#buckets.length + 1),
      sumSeconds: 0,
    }
    const byMethod = this.#rows.get(route) ?? new Map<string, Row>()
    byMethod.set(method, row)
    this.#rows.set(route, byMethod)
    return row
  }

  #keptOf({ labels, counts, sumSeconds }: Row): Kept {
    return {
      labels,
      bucketValues: Object.fromEntries(this.#buckets.map((bound, i) => [bound, counts[i]!])),
      sum: sumSeconds,
      count: counts.reduce((sum, count) => sum + count, 0),
    }
  }
}

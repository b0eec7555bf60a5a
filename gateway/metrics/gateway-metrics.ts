/**
 * What a gateway measures: calls by route template, method and status with their duration, what is in flight, and the queues of
 * its worker threads. The depths of the job queues are shared/platform/jobs/gauges.ts.
 */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'

/**
 * Number and duration of calls by route, method and status. It counts by itself and tells the registry when it is asked, because prom-client takes
 * 4 us for what is counted at the end of every call.
 */
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

class CallTally {
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

/** Seconds of a call, from liveness to the upload of a million tasks. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60]

/** A path that nothing is served at; its method may be anything, too. */
const UNMATCHED = { route: 'unmatched', method: 'other' }
/** The client left before its answer. */
const GONE = 499

interface EndedCall {
  readonly method: string
  /** Path template of the row; undefined = none. */
  readonly template: string | undefined
  /** undefined: no answer was sent. */
  readonly status: number | undefined
  readonly arrivedMs: number
}

interface GatewayGauges {
  readonly inFlight: () => number
  readonly bytesInFlight: () => number
  readonly lanes: () => Readonly<Record<string, { readonly running: number; readonly waiting: number }>>
}

/** Returns the function that is called for every call that ended. */
export function gatewayMetrics(registry: Registry, gauges: GatewayGauges): (call: EndedCall) => void {
  const registers = [registry]
  const name = (rest: string): string => METRIC_PREFIX + rest
  const calls = new CallTally(registry, {
    counter: {
      name: name('http_requests_total'),
      help: 'Calls by path template, method and status; 499: the client disconnected before the answer.',
    },
    histogram: {
      name: name('http_request_seconds'),
      help: 'Time from the arrival of the headers to the last byte of the answer.',
    },
    buckets: SECONDS,
  })
  new Gauge({
    name: name('http_requests_in_flight'),
    help: 'Calls that have not been answered yet.',
    registers,
    collect() {
      this.set(gauges.inFlight())
    },
  })
  new Gauge({
    name: name('bytes_in_flight'),
    help: 'Memory cost of the bodies in progress, compared with BYTES_IN_FLIGHT_MAX.',
    registers,
    collect() {
      this.set(gauges.bytesInFlight())
    },
  })
  new Gauge({
    name: name('worker_calls'),
    help: 'Synchronous calls on the worker threads, by lane.',
    labelNames: ['lane', 'state'],
    registers,
    collect() {
      for (const [lane, { running, waiting }] of Object.entries(gauges.lanes())) {
        this.set({ lane, state: 'running' }, running)
        this.set({ lane, state: 'waiting' }, waiting)
      }
    },
  })
  return ({ method, template, status = GONE, arrivedMs }) => {
    const labels = template === undefined ? UNMATCHED : { route: template, method }
    calls.count(labels, status, (performance.now() - arrivedMs) / 1000)
  }
}

/**
 * What a gateway measures: calls by route template, method and status with their duration, what is in flight, and the queues of
 * its worker threads. The depths of the job queues are shared/platform/jobs/queue-gauges.ts.
 */
import { Gauge, type Registry } from 'prom-client'
import { METRIC_PREFIX } from '../../shared/platform/process/metrics.ts'
import { CallTally } from './call-tally.ts'

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

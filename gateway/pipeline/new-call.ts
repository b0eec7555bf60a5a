/**
 * A call before its first stage. A class, so that V8 gives every call the same hidden class: of an object literal with a getter it makes a dictionary, which
 * took 2 KB and a third of what the garbage collector copied.
 */
import type { Gateway } from '../gateway.ts'
import { BodyReader } from '../http/body.ts'
import type { Exchange } from '../http/exchange.ts'
import { hasSmallBody, hasWork, type Route } from '../route/routes.ts'
import type { Call } from './call.ts'
import { callerOf } from './early-refusal.ts'
import type { Framing } from './stages/framing.ts'

const MS_PER_DAY = 86_400_000
const NO_BYTES = new Uint8Array()

export class NewCall implements Call {
  readonly exchange: Exchange
  readonly framing: Framing
  readonly bodyReader: BodyReader | undefined
  readonly route: Route
  readonly today: number
  readonly #gateway: Gateway
  window: Call['window']
  month: Call['month']
  identity: Call['identity']
  claims: Call['claims']
  hasSignedUp = false
  guest: Call['guest']
  limits: Call['limits']
  areLimitsStale = false
  admitted: Call['admitted']
  payer: Call['payer']
  toolRefusal: Call['toolRefusal']
  called: Call['called']
  bodyForm: Call['bodyForm']
  laneRefusal: Call['laneRefusal']
  endExpectedBody: Call['endExpectedBody']
  bytesClaim: Call['bytesClaim']
  body: Call['body']
  fetchedBytes = 0
  json: unknown
  jsonBytes: Uint8Array = NO_BYTES
  taskCount = 0
  workerMs = 0
  unitCount: Call['unitCount']
  submission: Call['submission']

  constructor(exchange: Exchange, gateway: Gateway, framing: Framing, route: Route) {
    this.exchange = exchange
    this.framing = framing
    this.route = route
    this.today = Math.floor(gateway.now() / MS_PER_DAY)
    this.#gateway = gateway
    // uWebSockets discards a body that nobody reads
    this.bodyReader =
      framing.hasBody && (hasWork(route) || hasSmallBody(route))
        ? new BodyReader(exchange, framing.declaredBytes, bytes => gateway.pool.takeSlab(bytes))
        : undefined
  }

  /** Most calls need none. */
  get address(): string {
    return callerOf(this.exchange, this.#gateway)
  }
}

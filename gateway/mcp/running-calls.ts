/**
 * The messages that the threads of this gateway work on, so that notifications/cancelled can end one of them. Nothing is kept between two
 * messages, and clients choose the ids. So a call is ended only when exactly one call of the same key and address has the id.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { CallBoard } from '../../compute/worker/pool.ts'
import type { Exchange } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'

declare module '../call/gateway.ts' {
  interface Gateway {
    /** Messages of agents that threads work on. */
    readonly runningCalls: RunningCalls
  }
}

interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly address: string
}

interface RunningCall {
  /** The place on the board; undefined: there is none left, the call runs to its end. */
  readonly place: number | undefined
  readonly isCancelled: () => boolean
  /** Called when the call is cancelled. */
  readonly whenCancelled: (listener: () => void) => void
  cancel(): void
  end(): void
}

export class RunningCalls {
  readonly #board: CallBoard
  readonly #free = Array.from({ length: CallBoard.calls }, (_, place) => place)
  readonly #running = new Map<number, Caller & { readonly cancel: () => void }>()

  constructor(board: CallBoard) {
    this.#board = board
  }

  begin(caller: Caller): RunningCall {
    const place = this.#free.pop()
    const listeners: (() => void)[] = []
    let isCancelled = false
    // its slot may belong to another call by then
    let hasEnded = false
    const cancel = (): void => {
      if (isCancelled || hasEnded) return
      isCancelled = true
      if (place !== undefined) this.#board.cancel(place)
      for (const listener of listeners) listener()
    }
    if (place !== undefined) {
      this.#board.clear(place)
      this.#running.set(place, { ...caller, cancel })
    }
    return {
      place,
      isCancelled: () => isCancelled,
      whenCancelled: listener => {
        listeners.push(listener)
      },
      cancel,
      end: () => {
        hasEnded = true
        if (place !== undefined && this.#running.delete(place)) this.#free.push(place)
      },
    }
  }

  /** id: JSON text of the request that is not wanted any more. */
  cancel({ accountId, keyId, address }: Caller, id: string): void {
    const meant = [...this.#running].filter(
      ([place, call]) =>
        call.accountId === accountId &&
        call.keyId === keyId &&
        call.address === address &&
        this.#board.idOf(place) === id,
    )
    if (meant.length === 1) meant[0]![1].cancel()
  }
}

// x-service-internal-dispatch: the mark of another service of the operator, `t=<Unix seconds>,v1=<lower-case hexadecimal HMAC-SHA256>` of
// `<t>\n<method>\n<path>` under INTERNAL_DISPATCH_SECRET. The metering event records it; it has no other effect. An invalid mark is ignored.

const DISPATCH_HEADER = 'x-service-internal-dispatch'
/** Seconds for which a mark holds, either way. */
const MARK_SECONDS = 300
const MARK = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/

export function dispatchMark(secret: string, seconds: number, method: string, path: string): string {
  const mac = createHmac('sha256', secret).update(`${seconds}\n${method}\n${path}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

export function isInternal(exchange: Exchange, { config, now }: Pick<Gateway, 'config' | 'now'>): boolean {
  const secret = config.internalDispatchSecret
  const given = exchange.header(DISPATCH_HEADER)
  if (secret === undefined || given === undefined || exchange.isRepeated(DISPATCH_HEADER)) return false
  const seconds = MARK.exec(given)?.[1]
  if (seconds === undefined || Math.abs(now() / 1000 - Number(seconds)) > MARK_SECONDS) return false
  const expected = dispatchMark(secret, Number(seconds), exchange.method, exchange.path)
  return given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
}

/**
 * The messages that the threads of this gateway work on, so that notifications/cancelled can end one of them. Nothing is kept between two
 * messages, and clients choose the ids. So a call is ended only when exactly one call of the same key and address has the id.
 */
import { CallBoard } from '../../compute/worker/pool.ts'

interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly address: string
}

export interface RunningCall {
  /** Of the board; undefined: there is none left, the call runs to its end. */
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

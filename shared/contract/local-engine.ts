/** The engine beside a page that has no service: one call of the interface, answered in the same process. What the page and compute/library agree on. */

export interface LocalCall {
  readonly method: 'GET' | 'POST'
  /** Path with what follows the ?, as it would be sent. */
  readonly path: string
  readonly contentType: string
  readonly accept: string
  readonly body: Uint8Array<ArrayBuffer>
}

export interface LocalReply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly chunks: readonly Uint8Array<ArrayBuffer>[]
}

export interface LocalEngine {
  /** Compiles what the first call would wait for. */
  prepare(): void
  /** Never throws. */
  answer(call: LocalCall): LocalReply
}

/** Name of the engine in the global scope of the worker that it was loaded into. */
export const LOCAL_ENGINE = 'scheduleEngine'

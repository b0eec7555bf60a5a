/** One call: its answer as JSON, or as bytes where another form is asked for. */
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'
import { type Call, transport } from './transport.ts'

export interface CallContext {
  readonly access: Access
  readonly signal: AbortSignal
  /** Tells a search to end with the best that it has. */
  readonly finish?: AbortSignal
  /** 0 to 1 of the body. */
  readonly onUpload?: (part: number) => void
  /** Media type of the answer where it is not JSON. */
  readonly accept?: string | undefined
}

async function answer(call: Call): Promise<unknown> {
  const reply = await transport().send(call)
  if (!reply.ok) throw refusedBy(reply.status, await reply.text())
  return call.accept === undefined ? reply.json() : reply.blob()
}

/** Throws Refused. */
export const post = (path: string, body: XMLHttpRequestBodyInit | null, context: CallContext): Promise<unknown> =>
  answer({ path, body, ...context })

export const get = (path: string, { access, signal, accept }: CallContext): Promise<unknown> =>
  answer({ path, method: 'GET', access, signal, ...(accept === undefined ? {} : { accept }) })

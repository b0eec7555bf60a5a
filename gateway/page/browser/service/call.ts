/** One call whose answer is JSON. */
import type { Access } from './messages.ts'
import { refusedBy } from './refused.ts'
import { type Call, transport } from './transport.ts'

export interface CallContext {
  readonly access: Access
  readonly signal: AbortSignal
  /** 0 to 1 of the body. */
  readonly onUpload?: (part: number) => void
}

async function answer(call: Call): Promise<unknown> {
  const reply = await transport().send(call)
  if (!reply.ok) throw refusedBy(reply.status, await reply.text())
  return reply.json()
}

/** Throws Refused. */
export const post = (path: string, body: XMLHttpRequestBodyInit | null, context: CallContext): Promise<unknown> =>
  answer({ path, body, ...context })

export const get = (path: string, { access, signal }: CallContext): Promise<unknown> =>
  answer({ path, method: 'GET', access, signal })

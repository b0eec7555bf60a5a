/** Calls of a page without a service: in its worker the engine is beside the caller; the page itself asks the worker. */
import type { LocalCall, LocalEngine, LocalReply } from '../../../../shared/contract/local-engine.ts'
import { type Call, packed, type Reply, type Transport } from './transport.ts'

/** Read where it lies: as a Response it would go through another process of the browser. */
export function replyOf({ status, headers, chunks }: LocalReply): Reply {
  const text = async (): Promise<string> => {
    const decoder = new TextDecoder()
    return chunks.map(chunk => decoder.decode(chunk, { stream: true })).join('') + decoder.decode()
  }
  return {
    ok: status < 300,
    status,
    headers: new Headers(headers),
    text,
    json: async () => JSON.parse(await text()),
    blob: async () => new Blob([...chunks], { type: headers['content-type'] ?? '' }),
  }
}

export async function localCall({
  path,
  method = 'POST',
  body,
  accept = '',
}: Omit<Call, 'access'>): Promise<LocalCall> {
  // an address of the interface, whatever the page is opened at
  return { path: `/${path}`, method, accept, ...(await packed(body)) }
}

const localTransport = (answer: (call: LocalCall) => LocalReply | Promise<LocalReply>): Transport => ({
  hasService: false,
  send: async call => replyOf(await answer(await localCall(call))),
})

export const besideEngine = (engine: LocalEngine): Transport => localTransport(call => engine.answer(call))

export const throughWorker = (ask: (call: LocalCall) => Promise<LocalReply>): Transport => localTransport(ask)

/**
 * How the page reaches what computes: a service over HTTP, or the engine that a page without a service brings along (one-file.ts). All calls of the page
 * and of its worker go through here.
 */
import type { Access } from './messages.ts'
import { Refused } from './refused.ts'

export interface Call {
  readonly access: Access
  /** Relative to the address of the service, with what follows the ?. */
  readonly path: string
  /** POST where nothing else is said. */
  readonly method?: 'GET' | 'POST'
  /** A text is JSON. */
  readonly body?: XMLHttpRequestBodyInit | null
  readonly accept?: string | undefined
  readonly signal?: AbortSignal
  /** 0 to 1 of the body. */
  readonly onUpload?: ((part: number) => void) | undefined
}

export type Reply = Pick<Response, 'ok' | 'status' | 'headers' | 'json' | 'text' | 'blob'>

export interface Transport {
  /** Large schedules go as jobs, and there is a documentation to be read. */
  readonly hasService: boolean
  /** Throws Refused where there is no reply. */
  send(call: Call): Promise<Reply>
}

const JSON_TYPE = 'application/json'

function headersOf({ access, body, accept }: Call): Record<string, string> {
  return {
    ...(access.key === '' ? {} : { 'x-api-key': access.key }),
    ...(accept === undefined ? {} : { accept }),
    ...(typeof body === 'string' ? { 'content-type': JSON_TYPE } : {}),
  }
}

const failed = (code: 'network' | 'cancelled'): Refused => new Refused({ code, sentence: '', places: [] })

async function fetched(call: Call): Promise<Reply> {
  const { access, path, method = 'POST', body = null, signal = null } = call
  try {
    return await fetch(new URL(path, access.base), { method, headers: headersOf(call), body, signal })
  } catch {
    throw failed(signal?.aborted ? 'cancelled' : 'network')
  }
}

/** By XMLHttpRequest, since fetch does not report how much of a body is sent. */
function uploaded(call: Call, onUpload: (part: number) => void): Promise<Reply> {
  const { access, path, body = null, signal } = call
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', new URL(path, access.base))
    request.responseType = 'arraybuffer'
    for (const [name, value] of Object.entries(headersOf(call))) request.setRequestHeader(name, value)
    request.upload.onprogress = event => onUpload(event.loaded / event.total)
    request.onload = () => {
      signal?.removeEventListener('abort', abort)
      resolve(new Response(request.response, { status: request.status }))
    }
    request.onerror = () => reject(failed('network'))
    request.onabort = () => reject(failed('cancelled'))
    signal?.addEventListener('abort', abort, { once: true })
    request.send(body)
  })
}

const overHttp: Transport = {
  hasService: true,
  send: call => (call.onUpload === undefined ? fetched(call) : uploaded(call, call.onUpload)),
}

let current = overHttp

export const transport = (): Transport => current

/** Said once, before the first call. */
export function useTransport(given: Transport): void {
  current = given
}

/** A body as it would be sent. */
export async function packed(body: XMLHttpRequestBodyInit | null | undefined) {
  if (typeof body === 'string') return { contentType: JSON_TYPE, body: new TextEncoder().encode(body) }
  const sent = new Response(body ?? null)
  return { contentType: sent.headers.get('content-type') ?? '', body: new Uint8Array(await sent.arrayBuffer()) }
}

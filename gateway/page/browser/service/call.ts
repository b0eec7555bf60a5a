/** One call with a body: uploaded with its progress, answered as JSON, given up when the signal says so. */
import type { Access } from './messages.ts'
import { Refused, refusedBy } from './refused.ts'

export interface CallContext {
  readonly access: Access
  readonly signal: AbortSignal
  /** 0 to 1 of the body. */
  readonly onUpload?: (part: number) => void
}

/** XMLHttpRequest, since fetch does not report how much of a body is sent. Throws Refused. */
export function post(path: string, body: XMLHttpRequestBodyInit | null, context: CallContext): Promise<unknown> {
  const { access, signal, onUpload } = context
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    request.open('POST', new URL(path, access.base))
    request.setRequestHeader('x-api-key', access.key)
    if (typeof body === 'string') request.setRequestHeader('content-type', 'application/json')
    request.upload.onprogress = event => onUpload?.(event.loaded / event.total)
    request.onload = () => {
      signal.removeEventListener('abort', abort)
      const { status, responseText } = request
      if (status >= 200 && status < 300) resolve(JSON.parse(responseText))
      else reject(refusedBy(status, responseText))
    }
    request.onerror = () => reject(new Refused({ code: 'network', sentence: '', places: [] }))
    request.onabort = () => reject(new Refused({ code: 'cancelled', sentence: '', places: [] }))
    signal.addEventListener('abort', abort, { once: true })
    request.send(body)
  })
}

export async function get(path: string, { access, signal }: CallContext): Promise<unknown> {
  const answer = await fetch(new URL(path, access.base), { headers: { 'x-api-key': access.key }, signal }).catch(() => {
    throw new Refused({ code: 'network', sentence: '', places: [] })
  })
  if (!answer.ok) throw refusedBy(answer.status, await answer.text())
  return answer.json()
}

/** Verifies callbacks by the Standard Webhooks scheme: an HMAC-SHA256 of id, time and body. Web Crypto alone, so it runs anywhere. */
import type { components } from './api.ts'

/** What a callback says: the result of a completed job, or why there is none. */
export type JobCallback = components['schemas']['JobCallback']

export interface CallbackHeaders {
  readonly 'webhook-id'?: string | null
  readonly 'webhook-timestamp'?: string | null
  readonly 'webhook-signature'?: string | null
}

export class SignatureError extends Error {
  override readonly name = 'SignatureError'
}

/** Older callbacks, and such of the future, are refused: somebody may have kept one to send it again. */
const TOLERANCE_SECONDS = 300

/** The body as an object. Throws a SignatureError when it does not come from the service, or is older than five minutes. */
export async function verifyCallback(
  body: string | Uint8Array<ArrayBuffer>,
  headers: CallbackHeaders | Headers,
  secret: string,
  nowSeconds = Date.now() / 1000,
): Promise<JobCallback> {
  const of = (name: keyof CallbackHeaders): string =>
    (headers instanceof Headers ? headers.get(name) : headers[name]) ?? ''
  const [id, timestamp, signatures] = [of('webhook-id'), of('webhook-timestamp'), of('webhook-signature')]
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) throw new SignatureError('The headers of a callback are missing.')
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) throw new SignatureError('The callback is too old.')
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const key = await crypto.subtle.importKey('raw', keyOf(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
  const head = new TextEncoder().encode(`${id}.${timestamp}.`)
  const signed = new Uint8Array(head.length + bytes.length)
  signed.set(head)
  signed.set(bytes, head.length)
  for (const each of signatures.split(' ')) {
    const [version, value = ''] = each.split(',')
    const signature = version === 'v1' ? fromBase64(value) : undefined
    if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(new TextDecoder().decode(bytes))
  }
  throw new SignatureError('No signature of the callback is right.')
}

const PREFIX = 'whsec_'

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (key === undefined) throw new SignatureError('The secret is not base64.')
  return key
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), sign => sign.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** A small JSON answer of the identity provider: one deadline for the whole, redirects not followed, a bounded body. */
/** So long is waited for an answer, unless the caller says otherwise. */
export const ANSWER_MS_MAX = 5_000
const BYTES_MAX = 256 * 1024

/** An answer of another status than 200. */
export class StatusError extends Error {
  readonly status: number

  constructor(status: number) {
    super(`it answered ${status}`)
    this.status = status
  }
}

interface Post {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Throws when there is no such answer. post: what is sent; absent: GET. */
export async function fetchJson(url: string, post?: Post, msMax: number = ANSWER_MS_MAX): Promise<unknown> {
  // its HTTP client takes 20 MB: it is loaded when it is needed
  const { request } = await import('undici')
  const answer = await request(url, {
    method: post === undefined ? 'GET' : 'POST',
    headers: { accept: 'application/json', ...post?.headers },
    ...(post === undefined ? {} : { body: post.body }),
    signal: AbortSignal.timeout(msMax),
  })
  const chunks: Uint8Array[] = []
  let byteCount = 0
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    byteCount += chunk.length
    // leaving the loop ends the answer
    if (byteCount > BYTES_MAX) throw new Error('its answer is too large')
    chunks.push(chunk)
  }
  if (answer.statusCode !== 200) throw new StatusError(answer.statusCode)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

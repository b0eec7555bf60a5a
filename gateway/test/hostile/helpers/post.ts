/** A call by node:http on a connection of its own: fetch fails by an assertion when a long answer is followed by the end. */
import { request } from 'node:http'

interface PostAnswer {
  readonly status: number
  readonly bytes: Buffer
}

/** Rejects when the connection is reset before the answer is whole. */
export function post(url: string, key: string, body: string | Buffer, headers: object = {}): Promise<PostAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'x-api-key': key, 'content-type': 'application/json', 'content-length': body.length, ...headers },
      },
      answer => {
        const chunks: Buffer[] = []
        answer.on('data', chunk => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => resolve({ status: answer.statusCode!, bytes: Buffer.concat(chunks) }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

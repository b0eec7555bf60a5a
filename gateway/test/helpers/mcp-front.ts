/**
 * A listener before the service that counts what arrives by method and hands it on as it came, with headers of its own: for clients
 * whose requests are to be counted, or who cannot be given a key.
 */
import { createServer, type IncomingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'

export interface Front {
  /** Origin that clients are given. */
  readonly origin: string
  /** Requests so far, by method. */
  readonly countByMethod: Readonly<Record<string, number>>
  /** Names of the headers that came with any of them. */
  readonly headerNames: ReadonlySet<string>
  /** Where requests go; known later than the front where the service must know the front. */
  lead(port: number, headers?: Readonly<Record<string, string>>): void
}

export async function startFront(t: Test): Promise<Front> {
  const countByMethod: Record<string, number> = {}
  const headerNames = new Set<string>()
  let target: { readonly port: number; readonly headers: IncomingHttpHeaders } | undefined
  const server = createServer((incoming, outgoing) => {
    const { method = '', url, headers } = incoming
    countByMethod[method] = (countByMethod[method] ?? 0) + 1
    for (const name of Object.keys(headers)) headerNames.add(name)
    const inner = request(
      { host: '127.0.0.1', port: target!.port, method, path: url, headers: { ...headers, ...target!.headers } },
      answer => {
        outgoing.writeHead(answer.statusCode!, answer.rawHeaders)
        answer.pipe(outgoing)
      },
    )
    inner.on('error', () => outgoing.destroy())
    outgoing.on('close', () => inner.destroy())
    incoming.pipe(inner)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    countByMethod,
    headerNames,
    lead(port, headers = {}) {
      target = { port, headers }
    },
  }
}

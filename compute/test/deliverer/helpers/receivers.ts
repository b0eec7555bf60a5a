/** Receivers of callbacks, good and bad, on loopback; and what counts who came. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import type { Test } from 'tap'

export interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  readonly atMs: number
}

export interface Receiver {
  readonly port: number
  /** "127.0.0.1:port". */
  readonly host: string
  readonly received: Received[]
}

/** Reads each POST whole, then answers it. count: of those before it. */
export async function startReceiver(
  t: Test,
  answer: (response: ServerResponse, count: number, received: Received) => void,
  address = '127.0.0.1',
): Promise<Receiver> {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    try {
      for await (const part of request) parts.push(part as Buffer)
    } catch {
      return // its sender was killed
    }
    const one = { path: request.url!, headers: request.headers, body: Buffer.concat(parts), atMs: Date.now() }
    received.push(one)
    answer(response, received.length - 1, one)
  })
  server.listen(0, address)
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, host: `${address}:${port}`, received }
}

export const withStatus =
  (status: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): void => {
    response.writeHead(status, headers).end()
  }

interface RawServer {
  readonly port: number
  /** Connections so far. */
  readonly count: () => number
}

/** A server that does with each connection whatever it likes. */
export async function startRaw(
  t: Test,
  serve: (socket: Socket) => void,
  address = '127.0.0.1',
  port = 0,
): Promise<RawServer> {
  const sockets = new Set<Socket>()
  let count = 0
  const server = createTcpServer(socket => {
    count++
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    serve(socket)
  })
  server.listen(port, address)
  await once(server, 'listening')
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, count: () => count }
}

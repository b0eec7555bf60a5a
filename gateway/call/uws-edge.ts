/** The edge behind uWebSockets.js, which is imported here alone, when it is asked for: not every machine has the binary. */
/// <reference path="./uws-module.d.ts" />
import type { us_listen_socket } from 'uWebSockets.js'
import { CALLS, listenProblem } from '../../shared/platform/process/listen-failure.ts'
import type { Edge, EdgeHandler } from './edge.ts'

/** Room for bearer tokens, which outgrow the default of 4 KB. uWebSockets.js reads this when it is loaded. */
const HEADER_BYTES_MAX = 16_384

/** Its options of a port that processes share, and of one's own. */
const SHARED = 0
const EXCLUSIVE = 1

export async function uwsEdge(handler: EdgeHandler): Promise<Edge> {
  process.env.UWS_HTTP_MAX_HEADERS_SIZE ??= String(HEADER_BYTES_MAX)
  const { default: uWS } = await import('uWebSockets.js')
  // no server banner
  uWS._cfg('silent')
  const app = uWS.App().any('/*', handler)
  let socket: us_listen_socket | false = false
  const stopListening = (): void => {
    if (socket) uWS.us_listen_socket_close(socket)
    socket = false
  }
  return {
    name: 'uws',
    async listen({ host, port, portShared }) {
      const option = portShared === '1' ? SHARED : EXCLUSIVE
      socket = await new Promise<us_listen_socket | false>(resolve => app.listen(host, port, option, resolve))
      if (socket) return uWS.us_socket_local_port(socket)
      const why = await listenProblem({ host, port, settings: CALLS })
      throw new Error(why ?? `Listening on port ${port} of ${host} failed, although it is free now. Start again.`)
    },
    stopListening,
    close() {
      stopListening()
      app.close()
    },
  }
}

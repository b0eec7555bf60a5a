/** The port that calls come in at. */
import type { Config } from '../../shared/platform/config/config.ts'
import { CALLS, listenProblem } from '../../shared/platform/process/listen-failure.ts'
import uWS, { type TemplatedApp, type us_listen_socket } from './uws.ts'

/** uWebSockets' options of a port that processes share, and of one's own; its enum exists only in the types. */
const SHARED = 0 as never
const EXCLUSIVE = 1 as never

export class ListeningPort {
  readonly #app: TemplatedApp
  readonly #config: Config
  #socket: us_listen_socket | false = false

  constructor(app: TemplatedApp, config: Config) {
    this.#app = app
    this.#config = config
  }

  /** Port that is listened on; a taken port is an error, also where the kernel would share it, unless PORT_SHARED says that it may. */
  open(): Promise<number> {
    const { host, port, portShared } = this.#config
    const option = portShared === '1' ? SHARED : EXCLUSIVE
    return new Promise((resolve, reject) => {
      const taken = (listening: us_listen_socket | false): void => {
        this.#socket = listening
        if (listening) resolve(uWS.us_socket_local_port(listening))
        else this.#fail().catch(reject)
      }
      // host, port, option, callback: a form the types do not know
      ;(this.#app.listen as (...of: unknown[]) => unknown).call(this.#app, host, port, option, taken)
    })
  }

  async #fail(): Promise<never> {
    const { host, port } = this.#config
    const why = await listenProblem({ host, port, settings: CALLS })
    throw new Error(why ?? `Listening on port ${port} of ${host} failed, although it is free now. Start again.`)
  }

  close(): void {
    if (this.#socket) uWS.us_listen_socket_close(this.#socket)
    this.#socket = false
  }
}

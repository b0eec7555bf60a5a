/** The one door to uWebSockets.js, so that its settings come before it and another server could take its place. */
import './uws-env.ts'
import uWS from 'uWebSockets.js'

// no server banner; the function is missing from the types
;(uWS as unknown as { _cfg(setting: string): void })._cfg('silent')

export default uWS
export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'

/** The one door to uWebSockets.js, so that its settings come before it and another server could take its place. */
import './uws-env.ts'
import uWS from 'uWebSockets.js'

uWS._cfg('silent') // no server banner

export default uWS
export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'

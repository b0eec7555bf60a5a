/** The only import of uWebSockets.js, so that its settings are made first and another server could replace it. */
/// <reference path="./uws-module.d.ts" />
import './uws-env.ts'
import uWS from 'uWebSockets.js'

// no server banner
uWS._cfg('silent')

export default uWS
export type { HttpRequest, HttpResponse, TemplatedApp, us_listen_socket } from 'uWebSockets.js'

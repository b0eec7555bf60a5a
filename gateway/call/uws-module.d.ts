/** What we use of uWebSockets.js 20.51. The package of the binary for Linux x64, which alone is installed, has no types. */
declare module 'uWebSockets.js' {
  export interface TemplatedApp {
    any(pattern: string, handler: import('./edge.ts').EdgeHandler): TemplatedApp
    listen(
      host: string,
      port: number,
      option: number,
      listening: (socket: us_listen_socket | false) => void,
    ): TemplatedApp
    close(): TemplatedApp
  }

  export type us_listen_socket = { readonly __listenSocket: never }

  const uWS: {
    App(): TemplatedApp
    us_listen_socket_close(socket: us_listen_socket): void
    us_socket_local_port(socket: us_listen_socket): number
    /** Undocumented: 'silent' leaves the banner of the server out. */
    _cfg(setting: string): void
  }
  export default uWS
}

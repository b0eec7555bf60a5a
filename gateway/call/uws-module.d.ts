/** What we use of uWebSockets.js 20.51. The package of the binary for Linux x64, which alone is installed, has no types. */
declare module 'uWebSockets.js' {
  type RecognizedString = string | ArrayBuffer | Uint8Array | DataView

  export interface HttpRequest {
    getUrl(): string
    getQuery(): string | undefined
    /** As it was sent: methods are case-sensitive. */
    getCaseSensitiveMethod(): string
    forEach(each: (name: string, value: string) => void): void
  }

  /** Not to be used once it is aborted or ended. */
  export interface HttpResponse {
    onAborted(handler: () => void): HttpResponse
    /** The chunk is gone when the handler returns. */
    onData(handler: (chunk: ArrayBuffer, isLast: boolean) => void): HttpResponse
    onWritable(handler: (offset: number) => boolean): HttpResponse
    pause(): void
    resume(): void
    cork(work: () => void): HttpResponse
    writeStatus(status: RecognizedString): HttpResponse
    writeHeader(name: RecognizedString, value: RecognizedString): HttpResponse
    /** Whether everything was taken by the socket. */
    write(chunk: RecognizedString): boolean
    tryEnd(fullBodyOrChunk: RecognizedString, totalSize: number): [isTaken: boolean, isDone: boolean]
    end(body?: RecognizedString, closesConnection?: boolean): HttpResponse
    endWithoutBody(reportedContentLength?: number, closesConnection?: boolean): HttpResponse
    getWriteOffset(): number
    getRemoteAddressAsText(): ArrayBuffer
    close(): HttpResponse
  }

  export interface TemplatedApp {
    any(pattern: string, handler: (res: HttpResponse, req: HttpRequest) => void): TemplatedApp
    listen(host: string, port: number, listening: (socket: us_listen_socket | false) => void): TemplatedApp
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

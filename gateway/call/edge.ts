/**
 * The HTTP server below the gateway, as narrow as the gateway uses it: a request, a response that tells when its client leaves and how much the socket takes,
 * and a port. Two implementations: uWebSockets.js (uws-edge.ts), a binary for Linux x64, and node:http (node-edge.ts), for every machine that runs Node.
 * The names are those of uWebSockets.js, so that its objects are used as they are, without a layer that costs time in every call.
 */
import type { Config } from '../../shared/platform/config/config.ts'

export type Text = string | ArrayBuffer | Uint8Array

export interface EdgeRequest {
  getUrl(): string
  getQuery(): string | undefined
  /** As it was sent: methods are case-sensitive. */
  getCaseSensitiveMethod(): string
  /** Names in lower case. */
  forEach(each: (name: string, value: string) => void): void
}

/** Not to be used once it is aborted or ended. */
export interface EdgeResponse {
  onAborted(handler: () => void): void
  /** The chunk is gone when the handler returns. */
  onData(handler: (chunk: ArrayBuffer | Uint8Array, isLast: boolean) => void): void
  /** Called when the socket takes more; offset: of the body, from which to go on. The handler says whether what it wrote was taken. */
  onWritable(handler: (offset: number) => boolean): void
  pause(): void
  resume(): void
  /** What is written within leaves at once. */
  cork(work: () => void): void
  writeStatus(status: string): void
  /** The value may hold further lines of the head, each behind CRLF. */
  writeHeader(name: string, value: string): void
  /** Begins or goes on with a body of unknown length. Whether the socket took all; what it did not take is kept. */
  write(chunk: Text): boolean
  /** A body of known length, or a part of it. What the socket does not take is not kept. */
  tryEnd(part: Uint8Array, totalBytes: number): [isTaken: boolean, isDone: boolean]
  end(body?: Text, closesConnection?: boolean): void
  endWithoutBody(): void
  getRemoteAddressAsText(): ArrayBuffer | Uint8Array
  /** Drops the connection. */
  close(): void
}

export type EdgeHandler = (res: EdgeResponse, req: EdgeRequest) => void

export interface Edge {
  readonly name: 'uws' | 'node'
  /** Port that is listened on; a taken port is an error, unless it is shared. */
  listen(address: Pick<Config, 'host' | 'port' | 'portShared'>): Promise<number>
  /** Connections that are open go on. */
  stopListening(): void
  close(): void
}

/** Why the binary cannot be used, in words. */
const wordsOf = (error: unknown): string => (error as Error).message.split('\n')[0]!

/** The edge of a setting; noted: why it is not the first choice. */
export async function openEdge(
  setting: Config['edge'],
  handler: EdgeHandler,
  noted: (why: string) => void = () => {},
): Promise<Edge> {
  const ofNode = async (): Promise<Edge> => (await import('./node-edge.ts')).nodeEdge(handler)
  if (setting === 'node') return ofNode()
  try {
    const { uwsEdge } = await import('./uws-edge.ts')
    return await uwsEdge(handler)
  } catch (error) {
    if (setting === 'uws')
      throw new Error(
        `EDGE=uws needs the binary of uWebSockets.js, which this machine does not have (${wordsOf(error)}). EDGE=auto takes node:http instead.`,
      )
    noted(wordsOf(error))
    return ofNode()
  }
}

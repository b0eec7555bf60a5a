/** The client that shows the view: JSON-RPC by postMessage (MCP Apps, revision 2026-01-26). */
const PROTOCOL_VERSION = '2026-01-26'

export interface ToolResult {
  readonly content?: readonly { readonly type: string; readonly text?: string }[]
  readonly structuredContent?: Readonly<Record<string, unknown>>
  readonly isError?: boolean
}

export interface HostListener {
  input(args: Readonly<Record<string, unknown>>): void
  result(result: ToolResult): void
  cancelled(): void
  context(context: { readonly theme?: 'light' | 'dark' }): void
}

interface Rpc {
  readonly id?: number
  readonly method?: string
  // biome-ignore lint/suspicious/noExplicitAny: what comes is checked where it is used
  readonly params?: any
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly result?: any
  readonly error?: { readonly message?: string }
}

type Waiting = { resolve: (value: never) => void; reject: (error: Error) => void }

export class Host {
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(listener: HostListener) {
    addEventListener('message', ({ data, source }: MessageEvent<Rpc>) => {
      if (source === parent && typeof data === 'object' && data !== null) this.#heard(data, listener)
    })
  }

  async begin(listener: HostListener): Promise<void> {
    const { hostContext } = await this.ask<{ hostContext?: { theme?: 'light' | 'dark' } }>('ui/initialize', {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: 'schedule-intelligence', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
    })
    listener.context(hostContext ?? {})
    this.tell('ui/notifications/initialized', {})
  }

  ask<Result>(method: string, params: object): Promise<Result> {
    const id = ++this.#lastId
    parent.postMessage({ jsonrpc: '2.0', id, method, params }, '*')
    return new Promise<Result>((resolve, reject) => this.#waiting.set(id, { resolve, reject }))
  }

  tell(method: string, params: object): void {
    parent.postMessage({ jsonrpc: '2.0', method, params }, '*')
  }

  #heard({ id, method, params, result, error }: Rpc, listener: HostListener): void {
    if (method === undefined) {
      const waiting = id === undefined ? undefined : this.#waiting.get(id)
      if (waiting === undefined) return
      this.#waiting.delete(id!)
      if (error === undefined) waiting.resolve(result as never)
      else waiting.reject(new Error(error.message ?? ''))
    } else if (method === 'ui/notifications/tool-input') listener.input(params?.arguments ?? {})
    else if (method === 'ui/notifications/tool-result') listener.result(params ?? {})
    else if (method === 'ui/notifications/tool-cancelled') listener.cancelled()
    else if (method === 'ui/notifications/host-context-changed') listener.context(params ?? {})
    // a host asks before it takes the view away, and whether it is there
    else if (id !== undefined) parent.postMessage({ jsonrpc: '2.0', id, result: {} }, '*')
  }
}

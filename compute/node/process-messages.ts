/** Messages between a node and the process of a suspect, in addition to those between a process and its thread. */
import type { ThreadEnd } from './job-runner.ts'

/** low: of a processor that the node wants as well it gets a tenth. */
export type ProcessPriority = 'usual' | 'low'

export interface ProcessSettings {
  readonly heapMegabytesMax: number
  readonly analysersModule: string | undefined
}

export type ToProcess =
  /** The first message. */
  | { readonly kind: 'settings'; readonly settings: ProcessSettings }
  /** The next chunk of the frame. */
  | { readonly kind: 'frame'; readonly bytes: Uint8Array }
  /** Its chunks have been sent. */
  | { readonly kind: 'run'; readonly frameBytes: number }
  | { readonly kind: 'stored'; readonly chunkCount: number }
  | { readonly kind: 'stop' }
  | { readonly kind: 'measure' }

export type FromProcess =
  | { readonly kind: 'ready' }
  | { readonly kind: 'chunk'; readonly index: number; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'end'; readonly end: ThreadEnd }
  | { readonly kind: 'measured'; readonly bytes: number | undefined }
  | { readonly kind: 'fault'; readonly fault: string }

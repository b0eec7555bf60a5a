/**
 * What a tool requests from the gateway, which alone reaches the store: the thread reads the arguments, the gateway carries out the order, and
 * a thread writes the answer.
 */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import type { DeliverableId } from '../../shared/contract/endpoint/deliverable-formats.ts'
import type { Refusal } from '../../shared/contract/errors.ts'
import type { ResourceAddress } from '../../shared/contract/mcp/protocol.ts'
import type { ToolOutput } from '../../shared/contract/tools/tool.ts'
import type { CalledTool, MessageOrigin } from '../agent/message/reply.ts'
import type { ProtocolOrder } from '../agent/resources/resource-methods.ts'
import type { WorkFrame, WorkLoaded } from './work.ts'

/** Frames lie in the chunks beside the order. */
export type ToolOrder =
  | {
      readonly do: 'keep'
      readonly loaded: Omit<WorkLoaded, 'kind' | 'chunks' | 'workerMs'>
      readonly ttlSeconds?: number
    }
  /** Keeps a schedule that lies at an address. */
  | { readonly do: 'keep_source'; readonly sourceUrl: string; readonly ttlSeconds?: number }
  | { readonly do: 'list'; readonly cursor: string | null; readonly limit: number }
  | {
      readonly do: 'submit'
      readonly rowId: AnalysisId | DeliverableId
      readonly frame: Omit<WorkFrame, 'kind' | 'chunks' | 'workerMs'>
    }
  | { readonly do: 'read_job'; readonly jobId: string }
  | { readonly do: 'cancel_job'; readonly jobId: string }
  | { readonly do: 'list_resources' }
  | { readonly do: 'read_resource'; readonly address: ResourceAddress; readonly uri: string }

/** What the answer needs of the call, kept while the order is carried out. */
export interface ToolResume {
  /** The message that called; null: a call of its own path. */
  readonly origin: MessageOrigin | null
  readonly tool: string
  readonly does: ToolOrder['do']
  readonly called: CalledTool
  readonly taskCount: number
  readonly output?: ToolOutput
  /** The request of the protocol that needs it; undefined: a tool. */
  readonly asks?: ProtocolOrder['asks']
  /** The resource that is to be read. */
  readonly uri?: string
  /** Why it became a job although the call requested none. */
  readonly why?: string
}

/** What the gateway found: the record that its REST endpoint would answer, or why not. */
export type OrderOutcome = { readonly record: object } | { readonly refusal: Refusal }

/** The answer of a worker to a message: an HTTP status and a JSON-RPC response, as bytes around the result of a tool. */
import { API_VERSION, SERVICE_TITLE } from '../../../shared/contract/envelope.ts'
import type { ErrorCode } from '../../../shared/contract/error-rows.ts'
import type { AgentTool } from '../../../shared/contract/tools/tool.ts'

/** The tool that was called: what it is metered as, and why it was refused; null = it was worked out. */
export interface CalledTool {
  /** Id and path of an endpoint, such as "health.score". */
  readonly endpoint: string
  readonly path: string
  /** Else it costs what a control call costs: nothing. */
  readonly isMetered: boolean
  readonly code: ErrorCode | null
}

export const calledAs = ({ endpoint, isMetered }: AgentTool, code: ErrorCode | null): CalledTool => ({
  endpoint: endpoint.id,
  path: endpoint.path,
  isMetered,
  code,
})

export interface MessageReply {
  readonly status: number
  /** Each owns its memory; none = no body. */
  readonly chunks: Uint8Array<ArrayBuffer>[]
  /** null: a message of the protocol, which costs nothing. */
  readonly called: CalledTool | null
  readonly taskCount: number
  /** JSON text of the id of a request that its client does not want any more. */
  readonly cancels?: string
}

export const SERVER_INFO = { name: 'schedule-intelligence', title: SERVICE_TITLE, version: API_VERSION } as const

/** The bytes of a text, in memory of their own. */
export const textBytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text))

export interface MessageOrigin {
  /** JSON text of the id; null = none that could be read. */
  readonly id: string | null
  /** The revision is one of MODERN_VERSIONS. */
  readonly isModern: boolean
  /** Its client takes a task in place of a result. */
  readonly takesTasks: boolean
}

/** An answer without an id leaves the member out, as the protocol has it. */
const head = (id: string | null): string => `{"jsonrpc":"2.0",${id === null ? '' : `"id":${id},`}`

/** Members that every result of the modern revisions has: whether it is whole, and who gave it. */
const RESULT_TYPE = '"resultType":"complete"'
const META = `"_meta":${JSON.stringify({ 'io.modelcontextprotocol/serverInfo': SERVER_INFO })}`

const joined = (...members: readonly (string | false)[]): string => members.filter(Boolean).join(',')

/** members: JSON of the members of the result, without its braces; '' = none. */
export function protocolReply({ id, isModern }: MessageOrigin, members: string): MessageReply {
  const result = joined(isModern && RESULT_TYPE, members, isModern && META)
  return { status: 200, chunks: [textBytes(`${head(id)}"result":{${result}}}`)], called: null, taskCount: 0 }
}

/** A result of a modern revision from chunks that together are its members, without braces. called: the tool that was called with it. */
export const resultReply = (
  { id }: MessageOrigin,
  members: readonly Uint8Array<ArrayBuffer>[],
  { resultType = 'complete', called = null }: { resultType?: 'complete' | 'task'; called?: CalledTool | null } = {},
): MessageReply => ({
  status: 200,
  chunks: [textBytes(`${head(id)}"result":{"resultType":"${resultType}",`), ...members, textBytes(`,${META}}}`)],
  called,
  taskCount: 0,
})

export const membersOf = (value: object): string => JSON.stringify(value).slice(1, -1)

export function errorReply(
  origin: Pick<MessageOrigin, 'id'>,
  status: number,
  code: number,
  message: string,
  data?: object,
): MessageReply {
  const error = JSON.stringify({ code, message, ...(data === undefined ? {} : { data }) })
  return { status, chunks: [textBytes(`${head(origin.id)}"error":${error}}`)], called: null, taskCount: 0 }
}

export const acceptedReply = (): MessageReply => ({ status: 202, chunks: [], called: null, taskCount: 0 })

interface ToolOutcome {
  readonly called: CalledTool
  readonly texts: readonly string[]
  /** null: there is no result. */
  readonly structured: Uint8Array<ArrayBuffer>[] | null
  readonly taskCount: number
}

/** CallToolResult: text for the model, the result beside it; isError says to the model that it should try otherwise. */
export function toolReply({ id, isModern }: MessageOrigin, outcome: ToolOutcome): MessageReply {
  const { texts, structured, called, taskCount } = outcome
  const content = `"content":${JSON.stringify(texts.map(text => ({ type: 'text', text })))}`
  const before = joined(isModern && RESULT_TYPE, content, structured !== null && '"structuredContent":')
  const after = joined(`,"isError":${called.code !== null}`, isModern && META)
  const chunks = [textBytes(`${head(id)}"result":{${before}`), ...(structured ?? []), textBytes(`${after}}}`)]
  return { status: 200, chunks, called, taskCount }
}

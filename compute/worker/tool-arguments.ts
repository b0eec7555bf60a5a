/** The arguments of a tool beside its schedules, and the context of its call. */
import { unpack } from 'msgpackr'
import { HANDLE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import type { ReplyContext } from '../../shared/contract/envelope.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { checkerOf } from '../../shared/contract/schema/schema-checker.ts'
import { addSchemaFaults } from '../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../shared/contract/schema/validation-faults.ts'
import type { ServiceTool, ToolOutput } from '../../shared/contract/tools/tool.ts'
import type { CalledTool } from '../agent/message/reply.ts'
import { argumentsRow, type ToolRun } from '../agent/message/run-tool.ts'
import type { ProtocolOrder } from '../agent/resources/resource-methods.ts'
import { NON_TASK_BYTES_MAX } from '../engine/read/body-reader.ts'
import type { KeptSchedules } from '../engine/read/kept/kept-schedule.ts'
import { type MediaType, type ReadLimits, readRequest } from '../engine/read/read-request.ts'
import { addUnknown } from '../engine/read/unknown-members.ts'
import type { ToolOrder } from './tool-order.ts'
import type { WorkHeader } from './work.ts'

export interface ToolCallContext {
  readonly header: WorkHeader
  /** Media type of the arguments. */
  readonly mediaType: MediaType
  readonly limits: ReadLimits
  readonly kept: KeptSchedules
  /** Throws when nobody wants the answer any more. */
  readonly checkpoint?: () => void
  readonly reply: (path: string) => ReplyContext
}

export type Ran = ToolRun | OrderedRun
export interface OrderedRun {
  readonly order: ToolOrder
  readonly chunks: readonly Uint8Array[]
  readonly taskCount: number
  readonly called: CalledTool
  readonly output?: ToolOutput
  readonly why?: string
  readonly tool: string
  readonly asks?: ProtocolOrder['asks']
  readonly uri?: string
}

export const refused = (outcome: Refusal, taskCount = 0): ToolRun => ({ outcome, taskCount })
export const unbounded = (limits: ReadLimits): ReadLimits => ({ ...limits, syncTaskCountMax: Number.POSITIVE_INFINITY })

/** Arguments of a tool beside its schedules, held against their schema. */
export function argumentsOf(
  tool: ServiceTool,
  args: Uint8Array,
  { limits, mediaType }: ToolCallContext,
): Params | Refusal {
  const read = readRequest(argumentsRow(tool.own, 'strict', namesOf(tool)), args, mediaType, unbounded(limits))
  if ('schedules' in read) return given(read.params)
  // the reader of requests takes no file as a text beside its tasks
  return args.length > NON_TASK_BYTES_MAX ? wholeArguments(tool, args, mediaType, read) : read
}

const namesOf = ({ request, inputSchema }: ServiceTool): readonly string[] => [
  ...new Set([
    ...Object.keys((request as { properties?: object }).properties ?? {}),
    ...Object.keys(inputSchema.properties ?? {}),
  ]),
]

function wholeArguments(tool: ServiceTool, args: Uint8Array, mediaType: MediaType, refusal: Refusal): Params | Refusal {
  const sent = parsedArguments(args, mediaType)
  if (sent === undefined) return refusal
  const faults = new ValidationFaults(['body'])
  addSchemaFaults(checkerOf(tool.own), given(sent), faults)
  const known = namesOf(tool)
  const unknown = Object.keys(sent).filter(name => !known.includes(name) && name !== HANDLE_MEMBER)
  addUnknown(new Map(unknown.map(name => [name, known])), [], faults)
  if (faults.count === 0) return given(sent)
  return { ...refuse('validation'), faults: faults.faults, faultCount: faults.count }
}

/** undefined: they are no object. */
function parsedArguments(args: Uint8Array, mediaType: MediaType): Params | undefined {
  try {
    const sent: unknown = mediaType === 'application/json' ? JSON.parse(Buffer.from(args).toString()) : unpack(args)
    return typeof sent === 'object' && sent !== null && !Array.isArray(sent) ? (sent as Params) : undefined
  } catch {
    return undefined
  }
}

export type Params = Readonly<Record<string, unknown>>

/** Null members count as absent. */
const given = (params: Params): Params =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))

export const isRefused = (value: object): value is Refusal => 'code' in value && 'details' in value

export const NO_CHUNKS: readonly Uint8Array[] = []

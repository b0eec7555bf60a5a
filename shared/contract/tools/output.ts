/** Arguments of a tool: the request of its row and OUTPUT_MEMBER, which is taken away before the analysis sees the rest. */
import Type, { type TSchema } from 'typebox'
import type { AnalysisInput } from '../schedule/input.ts'
import { OUTPUT_MEMBER, TOOL_DETAILS, type ToolOutput } from './tool.ts'

/** More than any list has. */
const ITEMS_MAX = 100_000_000

export const Output: TSchema = Type.Object(
  {
    detail: Type.Optional(
      Type.Unsafe({
        type: 'string',
        enum: [...TOOL_DETAILS],
        description:
          'brief: the verdict, the key figures and the worst items, the default for kept and for large schedules. compact: lists as long as fits. full: the result with lists of any length.',
      }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 200 }), {
        description:
          'Members of data to return, or members of these ("tasks.id"); default all. The fewer, the more of each.',
      }),
    ),
    max_items: Type.Optional(
      Type.Integer({ minimum: 0, maximum: ITEMS_MAX, description: 'Longest list of a compact result, if it fits.' }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: ITEMS_MAX,
        default: 0,
        description: 'Items of each list of data to pass over: the next_offset of the page before.',
      }),
    ),
  },
  { description: 'How much of the result to return.' },
)

/** `output` as agents are shown it; the instructions say what fields and offset are, the description of each tool the members of data. */
export const OUTPUT_SHOWN: object = {
  type: 'object',
  properties: {
    detail: { type: 'string', enum: TOOL_DETAILS },
  },
}

/** Body that the reader takes the arguments by. */
export function toolRequest(request: TSchema): TSchema {
  const { properties, ...rest } = request as TSchema & { readonly properties?: Record<string, TSchema> }
  if (properties === undefined) throw new Error('the request of an analysis is an object')
  return { ...rest, properties: { ...properties, [OUTPUT_MEMBER]: Type.Optional(Output) } } as unknown as TSchema
}

/** The input of the endpoint, and the options of the output; null members count as absent. */
export function takeOutput(sent: AnalysisInput): { readonly input: AnalysisInput; readonly output: ToolOutput } {
  const { [OUTPUT_MEMBER]: output, ...params } = sent.params
  const given = Object.entries((output ?? {}) as ToolOutput).filter(([, value]) => value !== null)
  return { input: { ...sent, params }, output: Object.fromEntries(given) }
}

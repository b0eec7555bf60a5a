/** Bodies of the agent tool interface as the document describes them: what is in a schedule or a result, its own row says. */
import Type, { type TSchema } from 'typebox'
import { LEGACY_VERSIONS, MODERN_VERSIONS, TOOL_LISTINGS, type ToolListing } from '../../mcp/protocol.ts'
import { ErrorBody } from './service-data.ts'

const anyObject = (description: string): TSchema => Type.Object({}, { description })

const Tool = Type.Object(
  {
    name: Type.String({ description: 'Name of the tool for calls.' }),
    title: Type.String({ description: 'Title of the tool for people.' }),
    description: Type.String({ description: 'What the tool answers, when to use it, and what it needs.' }),
    inputSchema: anyObject('JSON Schema of its arguments.'),
    outputSchema: Type.Optional(anyObject('JSON Schema of its result.')),
    annotations: anyObject('Hints of the Model Context Protocol.'),
  },
  { $id: 'AgentTool', description: 'A tool in the form of the Model Context Protocol.' },
)

export const ToolList = Type.Object({
  tools: Type.Array(Tool, {
    description:
      'The fourteen tools of the analyses that the specification names, those that the caller may use, in a fixed order.',
  }),
  more_tools: Type.Array(Tool, {
    description:
      'The other tools that the caller may use: they keep schedules, answer questions about single tasks and read jobs. tools/list of POST /mcp has both kinds in one list.',
  }),
})

export const MessageQuery = Type.Object({
  tools: Type.Optional(
    Type.Unsafe<ToolListing>({
      type: 'string',
      enum: [...TOOL_LISTINGS],
      description:
        'What `tools/list` answers: every tool (`all`, the default), or `find_tools` and `call_tool` (`search`), by which a model finds the others and calls them, in a twentieth of the context.',
    }),
  ),
})

export const ToolParams = Type.Object({
  tool_name: Type.String({ description: 'Name of a tool, as GET /mcp/tools lists it.' }),
})

const ARGUMENTS = {
  tasks: [
    { id: 'A', duration_days: 3 },
    { id: 'B', duration_days: 5, predecessors: ['A'] },
  ],
  output: { detail: 'compact', fields: ['critical_path'] },
}

export const ToolArguments = Type.Object(
  {},
  {
    description:
      'Request body of the analysis, and `output`, which selects how much of the result is returned. For a tool that is not an analysis: as in its inputSchema.',
    examples: [ARGUMENTS],
  },
)

export const ToolResult = Type.Object(
  { status: Type.String(), metadata: anyObject('That of the analysis.') },
  {
    $id: 'ToolResult',
    description:
      'Result envelope of the analysis: in brief or shortened for an agent, or complete with output.detail "full". A tool that is not an analysis returns the same members with its own data.',
  },
)

const rpcId = Type.Union([Type.String(), Type.Number()], {
  description: 'Id chosen by the sender; the reply has the same id.',
})

export const RpcMessage = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(rpcId),
    method: Type.String({
      description:
        'initialize, server/discover, tools/list, tools/call, a method of resources, prompts, skills or tasks, or a notification.',
    }),
    params: Type.Optional(anyObject('Those of the method.')),
  },
  {
    $id: 'RpcMessage',
    examples: [{ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'analysis_cpm', arguments: ARGUMENTS } }],
    description: `One message of the Model Context Protocol, revision ${[...MODERN_VERSIONS, ...LEGACY_VERSIONS].join(', ')}.`,
  },
)

const RpcError = Type.Object(
  {
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(rpcId),
    error: Type.Object(
      {
        code: Type.Integer({ description: 'Code of JSON-RPC or of the protocol.' }),
        message: Type.String(),
        data: Type.Optional(Type.Unknown()),
      },
      { $id: 'RpcFault', description: 'Code and sentence.' },
    ),
  },
  { $id: 'RpcError', description: 'Error of a message.' },
)

export const RpcAnswer = Type.Union([
  Type.Object(
    { jsonrpc: Type.Literal('2.0'), id: rpcId, result: anyObject('That of the method.') },
    { $id: 'RpcResult', description: 'Reply to a message.' },
  ),
  RpcError,
])

/** Answers a message that cannot be read or served, or a call that was refused before anybody looked into it. */
export const RpcRefusal = Type.Union([RpcError, ErrorBody])

export const RegistryEntry = Type.Object({
  $schema: Type.String(),
  name: Type.String({ pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' }),
  title: Type.String({ maxLength: 100 }),
  description: Type.String({ maxLength: 100 }),
  version: Type.String(),
  websiteUrl: Type.Optional(Type.String()),
  remotes: Type.Array(anyObject('Transport, address and headers.')),
})

export const StatelessReply = Type.Object({
  status: Type.Literal('ok'),
  transport: Type.Literal('stateless', { description: 'No session, no stream of the server’s own: POST a message.' }),
})

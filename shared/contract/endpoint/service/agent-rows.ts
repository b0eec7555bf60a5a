/** The agent tools, over REST and the Model Context Protocol. */
import { EVENT_STREAM_MEDIA_TYPE } from '../../negotiate.ts'
import {
  MessageQuery,
  RpcAnswer,
  RpcMessage,
  RpcRefusal,
  StatelessReply,
  ToolArguments,
  ToolList,
  ToolParams,
  ToolResult,
} from '../data/mcp-data.ts'
import { AGENT_PATH } from '../paths.ts'
import { json, live, service } from './service-row.ts'

const ofAgents = { isOriginChecked: true, refusals: ['origin_forbidden'] } as const
/** Refusals of a first call after sign-in that creates no account; a message gets this inside its answer. */
const OF_SIGN_UP = ['email_unverified', 'email_taken', 'account_deleted'] as const
const TOOLS_PATH = `${AGENT_PATH}/tools`

export const agentRows = [
  service('mcp.tools', 'GET', TOOLS_PATH, 'The agent tools', {
    ...ofAgents,
    refusals: [...ofAgents.refusals, ...OF_SIGN_UP],
    identity: 'key',
    description: 'Does not count against the month. The list has the tools that the tier of the caller may call.',
    replies: { 200: json('The tools of the caller.', ToolList) },
  }),
  service('mcp.call', 'POST', `${TOOLS_PATH}/{tool_name}`, 'Call an agent tool', {
    identity: 'key',
    meter: 'analysis',
    agent: 'tool',
    isOriginChecked: true,
    params: ToolParams,
    body: ToolArguments,
    description:
      'The analysis of the tool, with its limits and metered as it: the same pipeline, without a redirect. A tool that is no analysis is metered as the endpoint that does the same. Above the limit of a synchronous call the tool submits a job, where the tier has jobs. Answers JSON.',
    replies: { 200: json('The result, cut for an agent unless output.detail is "full".', ToolResult) },
    refusals: [
      'origin_forbidden',
      'tool_not_found',
      'tier_forbidden',
      'month_exceeded',
      'dependency_cycle',
      ...OF_SIGN_UP,
    ],
  }),
  service('mcp.message', 'POST', AGENT_PATH, 'One JSON-RPC message', {
    ...ofAgents,
    identity: 'key',
    meter: 'analysis',
    agent: 'message',
    query: MessageQuery,
    body: RpcMessage,
    description:
      'The Model Context Protocol without a session. tools/call is metered as the endpoint it calls; all other messages are free. What is refused of a tool call is a result with isError.',
    replies: {
      200: json('The answer to a request.', RpcAnswer),
      202: json('A notification was heard.'),
      400: { ...json('A message that cannot be read or served.', RpcRefusal), hasRefusals: true },
      404: { ...json('An unknown method, of revision 2026-07-28.', RpcRefusal), hasRefusals: true },
    },
  }),
  service('mcp.stream', 'GET', AGENT_PATH, 'Stateless: no stream', {
    ...live,
    ...ofAgents,
    description:
      'The server sends nothing on its own. A client that accepts text/event-stream gets a stream that ends at once and asks the client to reconnect after an hour.',
    replies: {
      200: { ...json('How the interface is spoken to.', StatelessReply), otherMediaTypes: [EVENT_STREAM_MEDIA_TYPE] },
    },
  }),
  service('mcp.end', 'DELETE', AGENT_PATH, 'Stateless: nothing to end', {
    ...live,
    ...ofAgents,
    replies: { 200: json('There was no session.', StatelessReply) },
  }),
]

/** prompts/list and prompts/get. */
import { RPC } from '../../../shared/contract/mcp/protocol.ts'
import type { RpcError } from '../message/check-headers.ts'
import type { RpcMessage } from '../message/read-message.ts'
import { membersOf } from '../message/reply.ts'
import { PROMPTS, promptNamed } from './prompts.ts'

const invalid = (message: string): RpcError => ({ status: 200, code: RPC.invalidParams, message })

export const promptList = (): string => membersOf({ prompts: PROMPTS.map(({ text: _, ...listed }) => listed) })

/** Longest argument: some hundred ids. */
const ARGUMENT_CHARACTERS_MAX = 8_000

/** JSON of an object, or of the text of one. */
function objectIn(json: string): Readonly<Record<string, unknown>> | undefined {
  const value: unknown = JSON.parse(json)
  if (typeof value === 'object') return value as Readonly<Record<string, unknown>>
  try {
    const inner: unknown = JSON.parse(String(value))
    return typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? (inner as Readonly<Record<string, unknown>>)
      : undefined
  } catch {
    return undefined
  }
}

/** body: of the message, in which the arguments lie. */
export function getPrompt({ name, arguments: span }: RpcMessage, body: Uint8Array): string | RpcError {
  if (typeof name !== 'string') return invalid('params.name is missing: the name of the prompt.')
  const prompt = promptNamed(name)
  if (prompt === undefined)
    return invalid(`Unknown prompt: ${name}. The prompts are ${PROMPTS.map(one => one.name).join(', ')}.`)
  if (span === null) return invalid('params.arguments must be an object.')
  const sent = span === undefined ? {} : objectIn(Buffer.from(body.subarray(span.start, span.end)).toString())
  if (sent === undefined) return invalid('params.arguments must be an object.')
  const given: Record<string, string> = {}
  for (const argument of prompt.arguments) {
    const value = Object.hasOwn(sent, argument.name) ? sent[argument.name] : undefined
    if (value === undefined || value === null) {
      if (argument.required) return invalid(`params.arguments.${argument.name} is missing: ${argument.description}`)
      continue
    }
    if (typeof value !== 'string' || value.length > ARGUMENT_CHARACTERS_MAX)
      return invalid(
        `params.arguments.${argument.name} must be a text of at most ${ARGUMENT_CHARACTERS_MAX} characters.`,
      )
    given[argument.name] = value
  }
  return membersOf({
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given) } }],
  })
}

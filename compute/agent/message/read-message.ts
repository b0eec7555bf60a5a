/**
 * The envelope of a JSON-RPC message: method, id and sender, read in one pass over the bytes. The arguments of a tool, which hold the
 * schedule, are only located here; they are read later by the rules of their row. No object is built from names that the sender chooses.
 * If a member comes twice, the last one counts, as in every other body.
 */
import { TASKS_EXTENSION } from '../../../shared/contract/mcp/protocol.ts'
import { JsonTokens } from '../../engine/read/json-tokens.ts'
import { ARRAY, BodySyntaxError, NULL, NUMBER, OBJECT, STRING, type Tokens } from '../../engine/read/tokens.ts'

/** undefined = not there; null = there, and no text, or a text that is longer than anything that is known. */
type Text = string | null | undefined

interface Span {
  readonly start: number
  readonly end: number
}

export interface RpcMessage {
  readonly jsonrpc: Text
  /** JSON text of the id as it was sent; undefined = there is none; null = it is none that the protocol allows. */
  readonly id: Text
  readonly method: Text
  /** params is there, and no object. */
  readonly hasOddParams: boolean
  /** params.name */
  readonly name: Text
  /** params.uri, of a resource. */
  readonly uri: Text
  /** params.taskId */
  readonly taskId: Text
  /** JSON text of params.requestId, of a cancellation; null = it is none that a request can have. */
  readonly requestId: Text
  /** JSON text of params._meta.progressToken. */
  readonly progressToken: Text
  /** params.protocolVersion, of initialize. */
  readonly protocolVersion: Text
  /** params.cursor */
  readonly cursor: Text
  /** params.arguments, an object or the JSON text of one in quotes; null = there, and neither. */
  readonly arguments: Span | null | undefined
  /** The version that params._meta names. */
  readonly metaVersion: Text
  readonly hasCapabilities: boolean
  /** The client takes a task in place of a result. */
  readonly takesTasks: boolean
}

type MessageFault = 'syntax' | 'batch' | 'no_object'

/** Longest text that is of interest: names, versions, cursors, ids. */
const TEXT_BYTES_MAX = 256

const VERSION_KEY = 'io.modelcontextprotocol/protocolVersion'
const CAPABILITIES_KEY = 'io.modelcontextprotocol/clientCapabilities'

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The string or key just read. */
function textOf(tokens: Tokens): string | null {
  const { bytes, start, end, escaped } = tokens
  if (end - start > TEXT_BYTES_MAX) return null
  if (!escaped) return decoder.decode(bytes.subarray(start, end))
  const length = tokens.unescape(start, end)
  return decoder.decode(tokens.unescaped.subarray(0, length))
}

/** The next value, when it is a short text. */
function readText(tokens: Tokens): Text {
  const kind = tokens.next()
  tokens.skip(kind)
  if (kind === NULL) return undefined
  return kind === STRING ? textOf(tokens) : null
}

/** Strings and whole numbers are ids. The text goes back as it came: a number of many digits keeps them all. */
function readId(tokens: Tokens): Text {
  const from = tokens.pos
  const kind = tokens.next()
  const to = tokens.pos
  tokens.skip(kind)
  if (kind !== STRING && !(kind === NUMBER && Number.isInteger(tokens.number[0]))) return null
  // before a number there may be blanks, as many as there are
  const start = kind === STRING ? tokens.start - 1 : Math.max(from, to - TEXT_BYTES_MAX - 1)
  if (to - start > TEXT_BYTES_MAX + 1) return null
  const text = decoder.decode(tokens.bytes.subarray(start, to)).trimStart()
  return text.length > TEXT_BYTES_MAX ? null : text
}

/** The members of the next value, each handed to `take`, which reads its value. False when it is no object. */
function readMembers(tokens: Tokens, take: (name: string | null) => void): boolean | undefined {
  const kind = tokens.next()
  if (kind !== OBJECT) {
    tokens.skip(kind)
    return kind === NULL ? undefined : false
  }
  for (let index = 0; tokens.member(index); index++) take(textOf(tokens))
  return true
}

const skipValue = (tokens: Tokens): void => tokens.skip(tokens.next())

type Found = { -readonly [Member in keyof RpcMessage]: RpcMessage[Member] }

const nothing = (): Found => ({
  jsonrpc: undefined,
  id: undefined,
  method: undefined,
  ...noParams(),
})

const noParams = () => ({
  hasOddParams: false,
  name: undefined,
  uri: undefined,
  taskId: undefined,
  requestId: undefined,
  progressToken: undefined,
  protocolVersion: undefined,
  cursor: undefined,
  arguments: undefined,
  metaVersion: undefined,
  hasCapabilities: false,
  takesTasks: false,
})

function readArguments(tokens: Tokens): Span | null | undefined {
  const start = tokens.pos
  const kind = tokens.next()
  tokens.skip(kind)
  if (kind === NULL) return undefined
  return kind === OBJECT || kind === STRING ? { start, end: tokens.pos } : null
}

function readCapabilities(tokens: Tokens, found: Found): void {
  found.takesTasks = false
  const isObject = readMembers(tokens, name => {
    if (name !== 'extensions') return skipValue(tokens)
    found.takesTasks = false
    readMembers(tokens, extension => {
      if (extension === TASKS_EXTENSION) found.takesTasks = true
      skipValue(tokens)
    })
  })
  found.hasCapabilities = isObject === true
}

function readMeta(tokens: Tokens, found: Found): void {
  found.metaVersion = undefined
  found.progressToken = undefined
  found.hasCapabilities = false
  found.takesTasks = false
  readMembers(tokens, name => {
    if (name === VERSION_KEY) found.metaVersion = readText(tokens)
    else if (name === 'progressToken') found.progressToken = readId(tokens)
    else if (name === CAPABILITIES_KEY) readCapabilities(tokens, found)
    else skipValue(tokens)
  })
}

function readParams(tokens: Tokens, found: Found): void {
  Object.assign(found, noParams())
  const isObject = readMembers(tokens, name => {
    if (name === 'name') found.name = readText(tokens)
    else if (name === 'uri') found.uri = readText(tokens)
    else if (name === 'taskId') found.taskId = readText(tokens)
    else if (name === 'requestId') found.requestId = readId(tokens)
    else if (name === 'arguments') found.arguments = readArguments(tokens)
    else if (name === 'protocolVersion') found.protocolVersion = readText(tokens)
    else if (name === 'cursor') found.cursor = readText(tokens)
    else if (name === '_meta') readMeta(tokens, found)
    else skipValue(tokens)
  })
  found.hasOddParams = isObject === false
}

export function readMessage(
  body: Uint8Array,
): { readonly message: RpcMessage } | { readonly fault: MessageFault; readonly reason: string } {
  try {
    const tokens = new JsonTokens(body)
    const kind = tokens.next()
    if (kind === ARRAY) return { fault: 'batch', reason: 'One message per POST: arrays of messages are not taken.' }
    if (kind !== OBJECT) return { fault: 'no_object', reason: 'The body is no JSON-RPC message: it is not an object.' }
    const found = nothing()
    for (let index = 0; tokens.member(index); index++) {
      const name = textOf(tokens)
      if (name === 'jsonrpc') found.jsonrpc = readText(tokens)
      else if (name === 'id') found.id = readId(tokens)
      else if (name === 'method') found.method = readText(tokens)
      else if (name === 'params') readParams(tokens, found)
      else skipValue(tokens)
    }
    tokens.finish()
    return { message: found }
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return { fault: 'syntax', reason: `The body is not valid JSON: ${error.message} at byte ${error.offset}.` }
  }
}

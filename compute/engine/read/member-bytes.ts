/** One member of a body as it stands there, for a reader of its own. */
import type { Refusal } from '../../../shared/contract/errors.ts'
import { JsonTokens } from './json-tokens.ts'
import { MsgpackTokens } from './msgpack-tokens.ts'
import { type MediaType, refuseSyntax } from './read-request.ts'
import { BodySyntaxError, OBJECT, type Tokens } from './tokens.ts'

/** The key just read. */
function isCalled(tokens: Tokens, name: Buffer): boolean {
  const { bytes, start, end, escaped } = tokens
  if (!escaped) return name.equals(bytes.subarray(start, end))
  const length = tokens.unescape(start, end)
  return name.equals(tokens.unescaped.subarray(0, length))
}

const NO_BYTES = new Uint8Array(0)

/** The bytes of a member; the last where it comes twice, none where it is absent. */
export function memberBytes(body: Uint8Array, mediaType: MediaType, memberName: string): Uint8Array | Refusal {
  try {
    return lastMember(body, mediaType, Buffer.from(memberName))
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return refuseSyntax(error, mediaType, body)
  }
}

function lastMember(body: Uint8Array, mediaType: MediaType, name: Buffer): Uint8Array {
  const tokens = mediaType === 'application/json' ? new JsonTokens(body) : new MsgpackTokens(body)
  let found: Uint8Array = NO_BYTES
  if (tokens.next() !== OBJECT) return found
  for (let index = 0; tokens.member(index); index++) {
    const isWanted = isCalled(tokens, name)
    const from = tokens.pos
    tokens.skip(tokens.next())
    if (isWanted) found = tokens.bytes.subarray(from, tokens.pos)
  }
  return found
}

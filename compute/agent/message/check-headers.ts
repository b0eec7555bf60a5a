/**
 * Determines the revision of a message, and checks its headers against its body. A header must be true in every revision, because the gateway
 * and proxies have already acted on it.
 */
import {
  ASSUMED_VERSION,
  HEADER_NAMES,
  LEGACY_VERSIONS,
  METHOD_HEADER,
  type MessageHeaders,
  NAME_HEADER,
  NAMED_METHODS,
  RPC,
  SUPPORTED_VERSIONS,
  VERSION_HEADER,
} from '../../../shared/contract/mcp/protocol.ts'
import type { RpcMessage } from './read-message.ts'

export interface RpcError {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data?: object
}

interface Era {
  readonly version: string
  readonly isModern: boolean
}

const mismatch = (message: string): RpcError => ({ status: 400, code: RPC.headerMismatch, message })

const isLegacy = (version: string): boolean => (LEGACY_VERSIONS as readonly string[]).includes(version)

/** Longest part of a header that an error repeats. */
const ECHO_MAX = 100
const shown = (text: string | null | undefined): string => JSON.stringify((text ?? '').slice(0, ECHO_MAX))

/** Revision 2026-07-28, Streamable HTTP, value encoding. undefined: it cannot be decoded. */
function decodedHeader(text: string): string | undefined {
  const inner = /^=\?base64\?(.*)\?=$/s.exec(text)?.[1]
  if (inner === undefined) return /^[\t\x20-\x7e]*$/.test(text) ? text : undefined
  const bytes = Buffer.from(inner, 'base64')
  return bytes.toString('base64') === inner ? bytes.toString('utf8') : undefined
}

/** The revision of a message; what it is checked by later depends on it. */
export function eraOf(message: RpcMessage, headers: MessageHeaders): Era | { readonly error: RpcError } {
  const repeated = headers.repeated[0]
  if (repeated !== undefined) {
    return { error: mismatch(`Header mismatch: the header ${HEADER_NAMES[repeated]} comes more than once`) }
  }
  const { version: header } = headers
  const { metaVersion } = message
  if (metaVersion === undefined && header === null) return { version: ASSUMED_VERSION, isModern: false }
  if (metaVersion === undefined && isLegacy(header!)) return { version: header!, isModern: false }
  if (metaVersion !== undefined && header === null) {
    return { error: mismatch(`Header mismatch: the header ${HEADER_NAMES[VERSION_HEADER]} is missing`) }
  }
  if (metaVersion !== undefined && metaVersion !== header) {
    const inBody = metaVersion === null ? 'is no version' : `is ${shown(metaVersion)}`
    return {
      error: mismatch(
        `Header mismatch: ${HEADER_NAMES[VERSION_HEADER]} is ${shown(header)}, the version in _meta ${inBody}`,
      ),
    }
  }
  if (!SUPPORTED_VERSIONS.includes(header!)) {
    return {
      error: {
        status: 400,
        code: RPC.versionUnsupported,
        message: 'Unsupported protocol version',
        data: { supported: SUPPORTED_VERSIONS, requested: header!.slice(0, ECHO_MAX) },
      },
    }
  }
  return { version: header!, isModern: !isLegacy(header!) }
}

/** isRequired: the header must be there. inBody: null = no value that could be in a header. */
function headerFault(header: string, value: string | null, inBody: string | null, isRequired: boolean) {
  const name = HEADER_NAMES[header]
  if (value === null) return isRequired ? mismatch(`Header mismatch: the header ${name} is missing`) : undefined
  const decoded = header === NAME_HEADER ? decodedHeader(value) : value
  if (decoded === undefined) return mismatch(`Header mismatch: the value of ${name} cannot be decoded`)
  if (decoded === inBody) return undefined
  const bodyValue = inBody === null ? 'none' : shown(inBody)
  return mismatch(`Header mismatch: ${name} header value ${shown(decoded)} does not match body value ${bodyValue}`)
}

/** The method of a message; requests of modern revisions must state it in a header. */
export const methodFault = (message: RpcMessage, headers: MessageHeaders, isRequired: boolean): RpcError | undefined =>
  headerFault(METHOD_HEADER, headers.method, message.method ?? null, isRequired)

/** The name of the requested tool or prompt, or the address of the resource. Other methods have no name. */
export function nameFault(message: RpcMessage, headers: MessageHeaders, isRequired: boolean): RpcError | undefined {
  const member = NAMED_METHODS.get(message.method ?? '')
  return member === undefined ? undefined : headerFault(NAME_HEADER, headers.name, message[member] ?? null, isRequired)
}

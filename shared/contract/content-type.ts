/** How a body is read, by its Content-Type: JSON, msgpack, a project file or a form. */
import type { MediaType } from './negotiate.ts'
import { FORM_MEDIA_TYPE, READ_MEDIA_TYPES, SNIFFED_MEDIA_TYPES } from './schedule/file-formats.ts'

const MEDIA_TYPES: ReadonlyMap<string, MediaType> = new Map([
  ['application/json', 'application/json'],
  ['application/msgpack', 'application/msgpack'],
  ['application/x-msgpack', 'application/msgpack'],
  ['application/vnd.msgpack', 'application/msgpack'],
])
/** The reader detects the format from the first bytes. */
const FILE_TYPES: ReadonlySet<string> = new Set([...READ_MEDIA_TYPES, ...SNIFFED_MEDIA_TYPES])

/** How the body is read. */
export interface ContentType {
  readonly mediaType: MediaType
  /** Set for a project file or a form. */
  readonly file?: { readonly boundary: string | null; readonly charset?: string }
}

/** undefined: nobody reads such a body. */
export function contentTypeOf(type: string, takesFiles: boolean): ContentType | undefined {
  const [first = '', ...parameters] = type.split(';').map(part => part.trim())
  const name = first.toLowerCase()
  const charset = parameterOf(parameters, 'charset')?.toLowerCase()
  const mediaType = MEDIA_TYPES.get(name)
  if (mediaType !== undefined) {
    return charset === undefined || charset === 'utf-8' || charset === 'utf8' ? { mediaType } : undefined
  }
  if (!takesFiles) return undefined
  if (FILE_TYPES.has(name)) {
    if (charset !== undefined && !isEncodingName(charset)) return undefined
    return { mediaType: 'application/json', file: { boundary: null, ...(charset !== undefined && { charset }) } }
  }
  const boundary = parameterOf(parameters, 'boundary') ?? ''
  if (name !== FORM_MEDIA_TYPE || !BOUNDARY.test(boundary)) return undefined
  return { mediaType: 'application/json', file: { boundary } }
}

/** RFC 2046, section 5.1.1. */
const BOUNDARY = /^[0-9A-Za-z'()+_,./:=? -]{0,69}[0-9A-Za-z'()+_,./:=?-]$/

function parameterOf(parameters: readonly string[], name: string): string | undefined {
  const found = parameters.find(parameter => parameter.toLowerCase().startsWith(`${name}=`))
  return found?.slice(name.length + 1).replaceAll('"', '')
}

/** Only checks that the name exists. The reader decides which encodings it supports. */
const isEncodingName = (charset: string): boolean => {
  try {
    return new TextDecoder(charset).encoding !== ''
  } catch {
    return false
  }
}

/** Content-Type and Content-Encoding of a body: what it is read as, or why it is refused (415). */
import type { BodyEncoding, BodyMediaType } from '../../../compute/worker/pool.ts'
import { type Refusal, refuse } from '../../../shared/errors.ts'
import type { Exchange } from '../../http/exchange.ts'

const MEDIA_TYPES: ReadonlyMap<string, BodyMediaType> = new Map([
  ['application/json', 'application/json'],
  ['application/msgpack', 'application/msgpack'],
  ['application/x-msgpack', 'application/msgpack'],
  ['application/vnd.msgpack', 'application/msgpack'],
])
const ENCODINGS: readonly BodyEncoding[] = ['gzip', 'br', 'zstd']
/** Longest part of a header that a refusal repeats. */
const ECHO_MAX = 100

export interface BodyForm {
  readonly mediaType: BodyMediaType
  readonly encoding: BodyEncoding | null
}

const unsupported = (type: string, supported: string): Refusal =>
  refuse('media_type_unsupported', { value: JSON.stringify(type.slice(0, ECHO_MAX)), supported })

/** Of a body that must be JSON, encoded or not. */
export function readJsonForm(exchange: Exchange): BodyForm | Refusal {
  const form = readBodyForm(exchange)
  if ('code' in form || form.mediaType === 'application/json') return form
  return unsupported(exchange.header('content-type') ?? '', 'application/json (UTF-8)')
}

const IDENTITY = 'identity'

const codingOf = (exchange: Exchange): string => (exchange.header('content-encoding') ?? IDENTITY).trim().toLowerCase()

export const isEncoded = (exchange: Exchange): boolean => codingOf(exchange) !== IDENTITY

export function readBodyForm(exchange: Exchange): BodyForm | Refusal {
  const type = exchange.header('content-type') ?? 'application/json'
  const [name = '', ...parameters] = type.split(';').map(part => part.trim().toLowerCase())
  const mediaType = MEDIA_TYPES.get(name)
  const charset = parameters
    .find(parameter => parameter.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '')
  if (mediaType === undefined || (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8')) {
    return unsupported(type, 'application/json (UTF-8) or application/msgpack')
  }
  if (!isEncoded(exchange)) return { mediaType, encoding: null }
  const coding = codingOf(exchange)
  const encoding = ENCODINGS.find(known => known === (coding === 'x-gzip' ? 'gzip' : coding))
  if (encoding === undefined || exchange.isRepeated('content-encoding')) {
    return refuse('encoding_unsupported', {
      value: JSON.stringify(coding.slice(0, ECHO_MAX)),
      supported: ENCODINGS.join(', '),
    })
  }
  return { mediaType, encoding }
}

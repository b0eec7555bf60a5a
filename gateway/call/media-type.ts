/** Determines the form of a body from Content-Type and Content-Encoding, or refuses it (415). */
import type { BodyEncoding } from '../../compute/worker/pool.ts'
import { type ContentType, contentTypeOf } from '../../shared/contract/content-type.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { FORM_MEDIA_TYPE, READ_MEDIA_TYPES } from '../../shared/contract/schedule/file-formats.ts'
import type { Exchange } from './exchange.ts'

// Names of the encodings in which a body may be compressed.

const ENCODINGS: readonly BodyEncoding[] = ['gzip', 'br', 'zstd']

const IDENTITY = 'identity'

/** null: nothing is encoded; undefined: it is not known. */
export function encodingCalled(name = IDENTITY): BodyEncoding | null | undefined {
  if (name === IDENTITY) return null
  const coding = name.trim().toLowerCase()
  if (coding === IDENTITY) return null
  return ENCODINGS.find(known => known === (coding === 'x-gzip' ? 'gzip' : coding))
}

/** Maximum length of a header value that a refusal quotes. */
const ECHO_MAX = 100

export interface BodyForm extends ContentType {
  readonly encoding: BodyEncoding | null
}

const JSON_TYPE = 'application/json'
/** What most bodies are. */
const PLAIN_JSON: BodyForm = Object.freeze({ mediaType: JSON_TYPE, encoding: null })

const JSON_OR_MSGPACK = 'application/json (UTF-8) or application/msgpack'
const FILES = `${READ_MEDIA_TYPES.join(', ')} or ${FORM_MEDIA_TYPE} with project files`

const unsupported = (type: string, supported: string): Refusal =>
  refuse('media_type_unsupported', { value: JSON.stringify(type.slice(0, ECHO_MAX)), supported })

/** For a body that must be JSON, compressed or not. */
export function readJsonForm(exchange: Exchange): BodyForm | Refusal {
  const form = readBodyForm(exchange)
  if ('code' in form || form.mediaType === 'application/json') return form
  return unsupported(exchange.header('content-type') ?? '', 'application/json (UTF-8)')
}

/** An encoding that is not known counts as one. */
export const isEncoded = (exchange: Exchange): boolean => encodingCalled(exchange.header('content-encoding')) !== null

/** The form of a body that is JSON or msgpack. */
export const readBodyForm = (exchange: Exchange): BodyForm | Refusal => formOf(exchange, false)

/** The form of a body that may be a project file or a form, too. */
export const readFileForm = (exchange: Exchange): BodyForm | Refusal => formOf(exchange, true)

function formOf(exchange: Exchange, takesFiles: boolean): BodyForm | Refusal {
  const type = exchange.header('content-type') ?? JSON_TYPE
  if (type === JSON_TYPE && !isEncoded(exchange)) return PLAIN_JSON
  const content = contentTypeOf(type, takesFiles)
  if (content === undefined) return unsupported(type, takesFiles ? `${JSON_OR_MSGPACK}, or ${FILES}` : JSON_OR_MSGPACK)
  if (!isEncoded(exchange)) return { ...content, encoding: null }
  const coding = exchange.header('content-encoding') ?? ''
  const encoding = encodingCalled(coding)
  if (encoding == null || exchange.isRepeated('content-encoding')) {
    return refuse('encoding_unsupported', {
      value: JSON.stringify(coding.trim().toLowerCase().slice(0, ECHO_MAX)),
      supported: ENCODINGS.join(', '),
    })
  }
  return { ...content, encoding }
}

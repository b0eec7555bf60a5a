/**
 * The bytes of an XML file as UTF-8, and what is refused of a file that is no XML. A byte order mark
 * decides on the encoding; else ?encoding=; else the declaration; else UTF-8. What claims to be UTF-8 and is not is read as windows-1252.
 */
import { isUtf8 } from 'node:buffer'
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { type FileOptions, isRefusal, refuseFile } from '../file-schedule.ts'
import type { ImportWarnings } from '../import-warnings.ts'
import { decodeFile, transcoded, UTF8 } from '../text-decoding.ts'
import { XmlSyntaxError } from './xml-markup.ts'

const FALLBACK = 'windows-1252'

interface XmlFile {
  /** UTF-8, without a mark. */
  readonly bytes: Uint8Array
  /** What the file was in. */
  readonly encoding: string
}

export function openXml(body: Uint8Array, options: FileOptions, warnings: ImportWarnings): XmlFile | Refusal {
  const decoded = decodeFile(
    body,
    options.encoding ?? declaredEncoding(body),
    options.encoding === undefined ? ['body', 'encoding'] : undefined,
  )
  if (isRefusal(decoded)) return decoded
  const { bytes, encoding } = decoded
  if (encoding.startsWith('utf-16')) return { bytes, encoding }
  if (encoding !== UTF8) return { bytes: transcoded(bytes, encoding), encoding }
  if (isUtf8(bytes)) return { bytes, encoding }
  warnings.add(
    'encoding_guessed',
    `The file is not valid UTF-8; its texts were read as ${FALLBACK}. ?encoding= tells another.`,
  )
  return { bytes: transcoded(bytes, FALLBACK), encoding: FALLBACK }
}

const DECLARATION_BYTES_MAX = 200

/** What <?xml encoding="..."?> says of a file in bytes of ASCII; UTF-16 is seen without it. */
function declaredEncoding(body: Uint8Array): string | undefined {
  const start = String.fromCharCode(...body.subarray(0, DECLARATION_BYTES_MAX))
  const name = /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/.exec(start)?.[1]
  // a file in bytes that calls itself UTF-16 was transcoded by something that left the declaration as it was
  return name === undefined || /^utf-?16|^ucs/i.test(name) ? undefined : name
}

const refuseXml = (error: XmlSyntaxError): Refusal =>
  refuseFile(['body'], 'format', `The file is not XML that can be read: ${error.message}, at byte ${error.offset}.`)

/** What `read` gives, or the refusal of what is no XML. */
export function readingXml<Result>(read: () => Result): Result | Refusal {
  try {
    return read()
  } catch (error) {
    if (error instanceof XmlSyntaxError) return refuseXml(error)
    throw error
  }
}

/** One project file to columns. */
import type { Refusal } from '../../../../shared/errors.ts'
import type { FileFormat } from '../../../../shared/schedule/import-report.ts'
import type { FileOptions, FileSchedule } from './file-schedule.ts'
import { FILE_READERS } from './readers.ts'

export interface FileReading {
  readonly project?: string | undefined
  readonly encoding?: string | undefined
  /** Of a Content-Type: a hint. A requested encoding and one that an XML file declares win over it. */
  readonly charset?: string | undefined
}

const DECLARATION_BYTES = 200

export function readFile(
  format: FileFormat,
  bytes: Uint8Array,
  { project, encoding, charset }: FileReading,
): FileSchedule | Refusal {
  const stated = encoding ?? (format !== 'xer' && declaresEncoding(bytes) ? undefined : charset)
  const options: FileOptions = {
    ...(project === undefined ? {} : { project }),
    ...(stated === undefined ? {} : { encoding: stated }),
  }
  return FILE_READERS[format](bytes, options)
}

const declaresEncoding = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_BYTES)).toString('latin1'),
  )

/** One project file to columns. */
import { hash } from 'node:crypto'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/file-formats.ts'
import { WorkExceeded, WorkMeter } from '../../../../shared/contract/schedule/work-meter.ts'
import { spendMarks } from '../inflated-marks.ts'
import { type FileOptions, type FileSchedule, refuseFile } from './file-schedule.ts'
import { FILE_READERS } from './readers.ts'
import { assumedDate } from './scheduled-by.ts'

export interface FileReading {
  readonly project?: string | undefined
  readonly encoding?: string | undefined
  /** The charset of a Content-Type, which is a hint: a requested encoding and one that an XML file declares win over it. */
  readonly charset?: string | undefined
}

const DECLARATION_BYTES = 200

/** `meter`: of the request that the file is a part of. */
export function readFile(
  format: FileFormat,
  bytes: Uint8Array,
  { project, encoding, charset }: FileReading,
  meter = new WorkMeter(bytes.length),
): FileSchedule | Refusal {
  const stated = encoding ?? (declaresEncoding(bytes) ? undefined : charset)
  const options: FileOptions = {
    meter,
    ...(project === undefined ? {} : { project }),
    ...(stated === undefined ? {} : { encoding: stated }),
  }
  try {
    spendMarks(format, bytes, meter)
    const read = FILE_READERS[format](bytes, options)
    return 'code' in read ? read : { ...read, report: completed(read, bytes) }
  } catch (error) {
    if (!(error instanceof WorkExceeded)) throw error
    return refuseFile(['body', ...error.place], 'value', error.message)
  }
}

/** The hash stands beside the format, so that a reader of the reply can tell the file again. */
const completed = ({ columns, members, report }: FileSchedule, bytes: Uint8Array): FileSchedule['report'] => {
  const { format, ...rest } = report
  return { format, sha256: hash('sha256', bytes), ...rest, ...assumedDate(columns, members, report) }
}

const declaresEncoding = (bytes: Uint8Array): boolean =>
  /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*\sencoding\s*=/.test(
    Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, DECLARATION_BYTES)).toString('latin1'),
  )

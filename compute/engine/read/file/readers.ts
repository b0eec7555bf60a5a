/** The reader of each format. */
import { type Refusal, refuse } from '../../../../shared/errors.ts'
import type { FileFormat } from '../../../../shared/schedule/import-report.ts'
import type { FileOptions, FileSchedule } from './file-schedule.ts'
import { readXer } from './xer/read-xer.ts'

type FileReader = (bytes: Uint8Array, options: FileOptions) => FileSchedule | Refusal

const unbuilt: FileReader = () => refuse('not_implemented', { what: 'Reading files of this format' })

export const FILE_READERS: Readonly<Record<FileFormat, FileReader>> = {
  xer: readXer,
  p6_xml: unbuilt,
  ms_project_xml: unbuilt,
}

/** The reader of each format. */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { FileFormat } from '../../../../shared/contract/schedule/file-formats.ts'
import type { FileOptions, FileSchedule } from './file-schedule.ts'
import { readMpp } from './mpp/read-mpp.ts'
import { isMpx, readMpx } from './mpx/read-mpx.ts'
import { readMsProjectXml } from './ms-project-xml/read-ms-project-xml.ts'
import { readP6Xml } from './p6-xml/read-p6-xml.ts'
import { readSdef } from './sdef/read-sdef.ts'
import { readSpd } from './spd/read-spd.ts'
import { readXer } from './xer/read-xer.ts'

type FileReader = (bytes: Uint8Array, options: FileOptions) => FileSchedule | Refusal

export const FILE_READERS: Readonly<Record<FileFormat, FileReader>> = {
  xer: readXer,
  p6_xml: readP6Xml,
  ms_project_xml: readMsProjectXml,
  // its text format goes by the same name
  mpp: (bytes, options) => (isMpx(bytes) ? readMpx : readMpp)(bytes, options),
  sdef: readSdef,
  ipmdar_spd: readSpd,
}

/** The one schedule of a request as a project file. */
import type { FileTarget } from '../../../../shared/contract/endpoint/convert.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { momentOf } from '../../../../shared/contract/schedule/setting.ts'
import { writeMsProjectXml } from './ms-project-xml.ts'
import { writeP6Xml } from './p6-xml.ts'
import { writeXer } from './xer.ts'

interface ProjectHead {
  readonly id: string | null
  readonly name: string | null
  /** Minutes since 1970, NaN = not given. */
  readonly dataDate: number
}

type FileWriter = (columns: ScheduleColumns, head: ProjectHead) => Uint8Array<ArrayBuffer>[]

const FILE_WRITERS: Readonly<Record<FileTarget, FileWriter>> = {
  // its memory goes to another thread, so it must be its own
  xer: (columns, head) => [new Uint8Array(writeXer(columns, head))],
  p6_xml: writeP6Xml,
  ms_project_xml: (columns, { id, name }) => writeMsProjectXml(columns, { name: name ?? id }),
}

export function writeProjectFile(
  target: FileTarget,
  { params, schedules, imports }: AnalysisInput,
): Uint8Array<ArrayBuffer>[] {
  const columns = schedules.get('tasks')!
  const report = imports?.[0]
  const [id, name] = [report?.project_id ?? null, report?.project_name ?? null]
  return FILE_WRITERS[target](columns, { id, name, dataDate: momentOf(params.status_date) })
}

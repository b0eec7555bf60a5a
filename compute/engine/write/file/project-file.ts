/** The one schedule of a request as a project file. */
import type { FileTarget } from '../../../../shared/contract/endpoint/convert.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { momentOf } from '../../../../shared/contract/schedule/setting.ts'
import { writeMsProjectXml } from './ms-project-xml.ts'
import { writeXer } from './xer.ts'

export function writeProjectFile(
  target: FileTarget,
  { params, schedules, imports }: AnalysisInput,
): Uint8Array<ArrayBuffer>[] {
  const columns = schedules.get('tasks')!
  const report = imports?.[0]
  const [id, name] = [report?.project_id ?? null, report?.project_name ?? null]
  if (target === 'ms_project_xml') return writeMsProjectXml(columns, { name: name ?? id })
  // its memory goes to another thread, so it must be its own
  return [new Uint8Array(writeXer(columns, { id, name, dataDate: momentOf(params.status_date) }))]
}

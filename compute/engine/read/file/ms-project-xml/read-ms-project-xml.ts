/** The XML of Microsoft Project (MSPDI) to a schedule: properties and calendars, resources, tasks and assignments, in whatever order they stand. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { ColumnsBuilder } from '../../columns-builder.ts'
import { BadValues } from '../bad-values.ts'
import { type FileOptions, type FileSchedule, isRefusal, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { msProjectSchedule } from '../ms-project/ms-project-schedule.ts'
import { XmlCursor } from '../xml/xml-cursor.ts'
import { openXml, readingXml } from '../xml/xml-file.ts'
import { E, MS_NAMES } from './element-names.ts'
import { readProject } from './project-reader.ts'

export function readMsProjectXml(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  return readingXml(() => {
    const warnings = new ImportWarnings()
    const meter = options.meter ?? new WorkMeter(body.length)
    const opened = openXml(body, options, warnings)
    if (isRefusal(opened)) return opened
    const xml = new XmlCursor(opened.bytes, MS_NAMES)
    if (xml.child() !== E.Project)
      return refuseFile(
        ['body'],
        'format',
        'The file is not the XML of Microsoft Project: its first element must be Project.',
      )
    const builder = new ColumnsBuilder(opened.bytes.length)
    const bad = new BadValues()
    const parts = readProject(xml, builder, warnings, bad, meter)
    xml.finish()
    bad.warn(warnings)
    const { saveVersion } = parts.properties
    const words = {
      format: 'ms_project_xml',
      version: saveVersion === '' ? null : saveVersion,
      encoding: opened.encoding,
    } as const
    return msProjectSchedule(parts, builder, warnings, words, { ...options, meter })
  })
}

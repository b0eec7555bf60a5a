/**
 * The XML of Primavera P6 (PMXML) to a schedule. It is gone over twice: first calendars, resources and the projects that there are, then the project
 * that was chosen, with what stands outside of it and names it. What fields mean is as in XER, so that both exports of a project give one schedule.
 */

import type { Refusal } from '../../../../../shared/errors.ts'
import { RELATION_ALIASES } from '../../../../../shared/schedule/aliases.ts'
import { RELATION_TYPES } from '../../../../../shared/schedule/fields.ts'
import { WorkMeter } from '../../../../../shared/schedule/work-meter.ts'
import { ColumnsBuilder } from '../../columns-builder.ts'
import { WordTable } from '../../word-table.ts'
import { BadValues } from '../bad-values.ts'
import { type FileOptions, type FileSchedule, isRefusal, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { knownMoment } from '../xml/single-values.ts'
import { NO_CHILD, XmlCursor, type XmlMark } from '../xml/xml-cursor.ts'
import { openXml, readingXml } from '../xml/xml-file.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E, P6_NAMES } from './element-names.ts'
import { P6Activities } from './p6-activities.ts'
import { P6Baseline } from './p6-baseline.ts'
import { P6Calendars } from './p6-calendars.ts'
import { P6Codes, P6Links, P6OtherTasks, P6Wbs } from './p6-lists.ts'
import { P6Options } from './p6-options.ts'
import { baselineOf, chooseProject, type P6Project, reportBaselines, scanProject } from './p6-projects.ts'
import { P6Assignments, P6Resources } from './p6-resources.ts'
import { scheduleOf } from './p6-schedule.ts'

const TYPES = new WordTable(RELATION_TYPES, RELATION_ALIASES)
const encoder = new TextEncoder()

/** Index into RELATION_TYPES; 0 where none is given, -1 = none that is known. */
function relationOf(text: string): number {
  const bytes = encoder.encode(text)
  return text === '' ? 0 : TYPES.find(bytes, 0, bytes.length)
}

/** What a file says of the project that is read. */
export class P6File {
  readonly warnings: ImportWarnings
  readonly meter: WorkMeter
  readonly bad = new BadValues()
  readonly builder: ColumnsBuilder
  readonly activities: P6Activities
  readonly calendars: P6Calendars
  readonly resources = new P6Resources()
  readonly assignments = new P6Assignments()
  readonly codes = new P6Codes()
  readonly links = new P6Links()
  readonly others = new P6OtherTasks()
  readonly wbs: P6Wbs
  readonly options = new P6Options()
  readonly baseline: P6Baseline
  // of the project: moments, NaN = not given
  dataDate = Number.NaN
  start = Number.NaN
  finishBy = Number.NaN
  calendarId = Number.NaN
  currentBaselineId = Number.NaN
  readonly #xml: XmlCursor
  readonly #projects: P6Project[] = []
  /** There are activities and the like outside of projects. */
  #hasLoose = false

  constructor(xml: XmlCursor, warnings: ImportWarnings, meter: WorkMeter) {
    this.#xml = xml
    this.meter = meter
    this.wbs = new P6Wbs(meter)
    this.warnings = warnings
    this.builder = new ColumnsBuilder(xml.bytes.length)
    this.activities = new P6Activities(xml, this.builder, warnings, this.bad)
    this.calendars = new P6Calendars(warnings)
    this.baseline = new P6Baseline(xml)
  }

  /** The root has been opened; undefined = all is read. */
  read(wanted: string | undefined): P6Project | Refusal {
    const xml = this.#xml
    const root = xml.mark()
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (name === E.Project || name === E.BaselineProject)
        this.#projects.push(scanProject(xml, name === E.BaselineProject))
      else if (!this.#takeShared(name)) {
        this.#hasLoose ||=
          name === E.Activity || name === E.Relationship || name === E.WBS || name === E.ResourceAssignment
        xml.skip()
      }
    }
    xml.finish()
    const project = chooseProject(this.#projects, wanted, this.warnings)
    if (isRefusal(project)) return project
    this.#readProject(project)
    if (this.#hasLoose) {
      xml.reset(root)
      for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted())
        if (!this.#takeRow(name, project.objectId)) xml.skip()
    }
    this.#readOthers(project, root)
    this.calendars.chooseDefault(this.calendarId)
    const baseline = baselineOf(this.#projects, project, this.currentBaselineId)
    reportBaselines(this.#projects, project, baseline, this.warnings)
    if (baseline !== undefined) {
      xml.reset(baseline.mark)
      for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
        if (name === E.Activity) this.baseline.readActivity()
        else if (name === E.Calendar) this.calendars.read(xml)
        else xml.skip()
      }
    }
    return project
  }

  /** Tasks of other projects that links of this one name, and the links that stand with them. */
  #readOthers(project: P6Project, root: XmlMark): void {
    const xml = this.#xml
    const others = this.#projects.filter(each => each !== project && !each.isBaseline && each.activityCount > 0)
    if (project.isBaseline || (others.length === 0 && !this.#hasLoose)) return
    const { links, activities } = this
    const take = (name: number): void => {
      if (name === E.Activity) this.others.read(xml, id => activities.rowOfObjectId.has(id))
      else xml.skip()
    }
    for (const { mark } of others) {
      xml.reset(mark)
      for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
        if (name === E.Relationship) {
          const before = links.type.count
          links.read(xml, relationOf, this.warnings)
          const [from, to] = [links.predecessor.at(before), links.successor.at(before)]
          if (activities.rowOfObjectId.has(from) === activities.rowOfObjectId.has(to)) links.cut(before)
        } else take(name)
      }
    }
    if (!this.#hasLoose) return
    xml.reset(root)
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) take(name)
  }

  #readProject(project: P6Project): void {
    const xml = this.#xml
    xml.reset(project.mark)
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
      if (this.#takeRow(name, project.objectId) || this.#takeShared(name) || this.options.take(xml, name)) continue
      if (name === E.ScheduleOptions) {
        for (let option = xml.child(); option !== NO_CHILD; option = xml.child())
          if (!this.options.take(xml, option)) xml.skip()
      } else if (name === E.DataDate) this.dataDate = knownMoment(xml, this.warnings, 'DataDate')
      else if (name === E.PlannedStartDate) this.start = knownMoment(xml, this.warnings, 'PlannedStartDate')
      else if (name === E.MustFinishByDate) this.finishBy = knownMoment(xml, this.warnings, 'MustFinishByDate')
      else if (name === E.ActivityDefaultCalendarObjectId) this.calendarId = this.#number()
      else if (name === E.CurrentBaselineProjectObjectId) this.currentBaselineId = this.#number()
      else xml.skip()
    }
  }

  /** Lists that stand in projects and outside of them. */
  #takeShared(name: number): boolean {
    const xml = this.#xml
    if (name === E.Calendar) this.calendars.read(xml)
    else if (name === E.Resource) this.resources.read(xml, this.warnings)
    else if (name === E.ResourceRate) this.resources.readRate(xml, this.warnings)
    else if (name === E.ActivityCodeType) this.codes.readType(xml)
    else if (name === E.ActivityCode) this.codes.readValue(xml)
    else if (name === E.UDFType) this.codes.readField(xml)
    else return false
    return true
  }

  #takeRow(name: number, projectId: number): boolean {
    const xml = this.#xml
    if (name === E.Activity) this.activities.read(projectId)
    else if (name === E.WBS) this.wbs.read(xml)
    else if (name === E.Relationship) this.links.read(xml, relationOf, this.warnings)
    else if (name === E.ResourceAssignment || name === E.ActivityExpense) this.assignments.read(xml, this.warnings)
    else return false
    return true
  }

  #number(): number {
    this.#xml.text()
    return numberOf(this.#xml)
  }
}

/** "http://xmlns.oracle.com/Primavera/P6/V18.1/API/BusinessObjects" in the root element. */
const VERSION = /Primavera\/P6\/V([\d.]+)\//

export function readP6Xml(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  return readingXml(() => {
    const warnings = new ImportWarnings()
    const opened = openXml(body, options, warnings)
    if (isRefusal(opened)) return opened
    const xml = new XmlCursor(opened.bytes, P6_NAMES)
    const root = xml.child()
    if (root !== E.APIBusinessObjects && root !== E.BusinessObjects)
      return refuseFile(
        ['body'],
        'format',
        'The file is not the XML of P6: its first element must be APIBusinessObjects.',
      )
    const head = Buffer.from(opened.bytes.subarray(0, Math.min(xml.pos, 4_096))).toString('latin1')
    const file = new P6File(xml, warnings, options.meter ?? new WorkMeter(body.length))
    const project = file.read(options.project)
    if (isRefusal(project)) return project
    if (file.activities.count === 0) {
      const name = JSON.stringify(project.id.slice(0, 100))
      const words = `The project ${name} has no activities that could be read: ${file.activities.leftOut.count} were left out.`
      return refuseFile(['body', 'Activity'], 'length', words)
    }
    file.bad.warn(warnings)
    return scheduleOf(file, project, opened.encoding, VERSION.exec(head)?.[1] ?? null)
  })
}

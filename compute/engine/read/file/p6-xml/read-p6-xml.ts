/**
 * The XML of Primavera P6 (PMXML) to a schedule. It is gone over twice: first calendars, resources and the projects that there are, then the project
 * that was chosen, with what stands outside of it and names it. What rows mean is said in ../p6/, so that both exports of a project give one schedule.
 */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { BadValues } from '../bad-values.ts'
import { type FileOptions, type FileSchedule, isRefusal, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { XML } from '../p6/p6-fields.ts'
import { P6Schedule } from '../p6/p6-schedule.ts'
import { TASKS_MAX } from '../p6/p6-tasks.ts'
import type { P6Words } from '../p6/p6-words.ts'
import { knownMoment } from '../xml/single-values.ts'
import { NO_CHILD, XmlCursor, type XmlMark } from '../xml/xml-cursor.ts'
import { openXml, readingXml } from '../xml/xml-file.ts'
import { numberOf } from '../xml/xml-values.ts'
import { E, P6_NAMES } from './element-names.ts'
import { P6Baseline } from './p6-baseline.ts'
import { readCalendar } from './p6-calendar-elements.ts'
import { P6Lists } from './p6-lists.ts'
import { OptionTexts } from './p6-options.ts'
import { baselineOf, type P6Project, projectOf, reportBaselines, scanProject } from './p6-projects.ts'

const WORDS: P6Words = {
  side: XML,
  Tasks: 'Activities',
  tasks: 'activities',
  taskKey: 'ObjectId',
  taskLeftOut: 'Activities without an ObjectId of their own, or without a usable Id, were left out.',
  calendarLeftOut: 'Calendars without an ObjectId of their own were left out.',
  linksLost: {
    code: 'links_left_out',
    text: 'Links name activities that were not read and were left out; dates and floats may differ.',
  },
  projectIds: 'id or name',
  projectCalendar: 'ActivityDefaultCalendarObjectId',
  taskCalendar: 'Activity.CalendarObjectId',
  baseCalendar: 'Calendar.BaseCalendarObjectId',
  hoursPerDay: 'HoursPerDay',
  workingTimes: { code: 'calendar_without_work', short: 'StandardWorkWeek', list: 'Calendar.StandardWorkWeek' },
  readAs: { type: 'Task Dependent', percentType: 'Duration', linkType: 'Finish to Start', resourceType: 'Labor' },
  options: {
    list: 'ScheduleOptions',
    actualDates: 'OutOfSequenceScheduleType',
    lagStart: 'StartToStartLagCalculationType',
  },
}

/** What a file says of the project that is read. */
class P6File {
  readonly lists: P6Lists
  readonly schedule: P6Schedule
  readonly baseline: P6Baseline
  readonly options = new OptionTexts()
  readonly bad = new BadValues()
  // of the project: moments, NaN = not given
  dataDate = Number.NaN
  start = Number.NaN
  finishBy = Number.NaN
  #calendarId = Number.NaN
  #currentBaselineId = Number.NaN
  readonly #xml: XmlCursor
  readonly #warnings: ImportWarnings
  readonly #projects: P6Project[] = []
  /** There are activities and the like outside of projects. */
  #hasLoose = false
  /** What its baseline is chosen by. */
  baselineProject: string | undefined

  constructor(xml: XmlCursor, warnings: ImportWarnings, meter: WorkMeter) {
    this.#xml = xml
    this.#warnings = warnings
    this.lists = new P6Lists(xml, warnings, this.bad)
    const { records, taskAt, resourceAt } = this.lists
    const { length } = xml.bytes
    this.schedule = new P6Schedule({ ...records, taskAt, resourceAt }, WORDS, warnings, meter, length, length)
    this.baseline = new P6Baseline(xml)
  }

  /** The root has been opened. */
  read(wanted: string | undefined): P6Project | Refusal {
    const xml = this.#xml
    const root = xml.mark()
    this.#eachChild(name => {
      if (name === E.Project || name === E.BaselineProject)
        this.#projects.push(scanProject(xml, name === E.BaselineProject))
      else if (!this.#takeShared(name)) {
        this.#hasLoose ||=
          name === E.Activity || name === E.Relationship || name === E.WBS || name === E.ResourceAssignment
        return false
      }
      return true
    })
    xml.finish()
    const project = projectOf(this.#projects, wanted, WORDS, this.#warnings)
    if (isRefusal(project)) return project
    const { objectId } = project
    xml.reset(project.mark)
    this.#eachChild(name => this.#takeRow(name, objectId) || this.#takeShared(name) || this.#takeOfProject(name))
    if (this.#hasLoose) {
      xml.reset(root)
      this.#eachChild(name => this.#takeRow(name, objectId))
    }
    this.#readOthers(project, root)
    const { calendars } = this.schedule
    calendars.chooseDefault(Number.isNaN(this.#calendarId) ? '' : String(this.#calendarId))
    const baseline = baselineOf(this.#projects, project, this.#currentBaselineId)
    reportBaselines(this.#projects, project, baseline, this.#warnings)
    if (baseline === undefined) return project
    this.baselineProject = Number.isNaN(baseline.objectId) ? baseline.id : String(baseline.objectId)
    xml.reset(baseline.mark)
    this.#eachChild(name => {
      if (name === E.Activity) this.baseline.readActivity()
      else if (name === E.Calendar) readCalendar(xml, calendars, this.#warnings)
      else return false
      return true
    })
    return project
  }

  /** Gives the children of the open element to `take`, and skips those that it does not read. */
  #eachChild(take: (name: number) => boolean): void {
    const xml = this.#xml
    for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) if (!take(name)) xml.skip()
  }

  /** Tasks of other projects that links of this one name, and the links that stand with them. */
  #readOthers(project: P6Project, root: XmlMark): void {
    const others = this.#projects.filter(each => each !== project && !each.isBaseline && each.taskCount > 0)
    if (project.isBaseline || (others.length === 0 && !this.#hasLoose)) return
    const take = (name: number): boolean => {
      if (name !== E.Activity) return false
      this.lists.readOther()
      return true
    }
    for (const { mark } of others) {
      this.#xml.reset(mark)
      this.#eachChild(name => {
        if (name !== E.Relationship) return take(name)
        this.lists.readForeignLink()
        return true
      })
    }
    if (!this.#hasLoose) return
    this.#xml.reset(root)
    this.#eachChild(take)
  }

  #takeOfProject(name: number): boolean {
    const xml = this.#xml
    if (name === E.ScheduleOptions) this.#eachChild(option => this.options.take(xml, option))
    else if (this.options.take(xml, name)) return true
    else if (name === E.DataDate) this.dataDate = knownMoment(xml, this.#warnings, 'DataDate')
    else if (name === E.PlannedStartDate) this.start = knownMoment(xml, this.#warnings, 'PlannedStartDate')
    else if (name === E.MustFinishByDate) this.finishBy = knownMoment(xml, this.#warnings, 'MustFinishByDate')
    else if (name === E.ActivityDefaultCalendarObjectId) this.#calendarId = this.#number()
    else if (name === E.CurrentBaselineProjectObjectId) this.#currentBaselineId = this.#number()
    else return false
    return true
  }

  /** Lists that stand in projects and outside of them. */
  #takeShared(name: number): boolean {
    const { lists, schedule } = this
    if (name === E.Calendar) readCalendar(this.#xml, schedule.calendars, this.#warnings)
    else if (name === E.Resource) lists.readResource(schedule)
    else if (name === E.ResourceRate) lists.readRate()
    else if (name === E.ActivityCodeType) lists.readCodeType(schedule)
    else if (name === E.ActivityCode) lists.readCode(schedule)
    else if (name === E.UDFType) lists.readFieldType(schedule)
    else return false
    return true
  }

  #takeRow(name: number, projectId: number): boolean {
    const { lists, schedule } = this
    if (name === E.Activity) lists.readActivity(projectId, schedule)
    else if (name === E.WBS) lists.readWbs(schedule)
    else if (name === E.Relationship) lists.readLink()
    else if (name === E.ResourceAssignment || name === E.ActivityExpense) lists.readAssignment()
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
    const { bytes, encoding } = opened
    const xml = new XmlCursor(bytes, P6_NAMES)
    const root = xml.child()
    if (root !== E.APIBusinessObjects && root !== E.BusinessObjects)
      return refuseFile(
        ['body'],
        'format',
        'The file is not the XML of P6: its first element must be APIBusinessObjects.',
      )
    const head = Buffer.from(bytes.subarray(0, Math.min(xml.pos, 4_096))).toString('latin1')
    const file = new P6File(xml, warnings, options.meter ?? new WorkMeter(body.length))
    const project = file.read(options.project)
    if (isRefusal(project)) return project
    const { lists, schedule, dataDate, start, finishBy } = file
    const { tasks, builder, calendars } = schedule
    const rowsLeftOut = tasks.leftOut.count
    if (tasks.count === 0) {
      const name = JSON.stringify(project.id.slice(0, 100))
      const words = `The project ${name} has no activities that could be read: ${rowsLeftOut} were left out.`
      return refuseFile(['body', 'Activity'], 'length', words)
    }
    if (lists.isTooLong)
      return refuseFile(
        ['body', 'Activity'],
        'length',
        `A schedule has at most ${TASKS_MAX} activities; this one has more.`,
      )
    file.bad.warn(warnings)
    lists.giveRows(schedule)
    const links = lists.giveLinks(schedule, project.objectId)
    file.baseline.setAll(builder, tasks.count, row => calendars.minutesPerDay(calendars.idOf(tasks.calendar.at(row))))
    const header = {
      format: 'p6_xml',
      version: VERSION.exec(head)?.[1] ?? null,
      encoding,
      id: project.id || (Number.isNaN(project.objectId) ? null : String(project.objectId)),
      name: project.name || null,
      dataDate,
      start,
      finishBy,
      rowsLeftOut,
    } as const
    const read = schedule.finish(links, header, file.options.read(warnings))
    const { baselineProject } = file
    return isRefusal(read) || baselineProject === undefined ? read : { ...read, baselineProject }
  })
}

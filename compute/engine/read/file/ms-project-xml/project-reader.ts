/** The element Project of a file of Microsoft Project: its properties, and its lists wherever among them they stand. */
import { MINUTES_PER_DAY } from '../../../../../shared/contract/schedule/time-of-day.ts'
import type { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import type { ColumnsBuilder } from '../../columns-builder.ts'
import type { BadValues } from '../bad-values.ts'
import { type ImportWarnings, OPTION_UNKNOWN } from '../import-warnings.ts'
import type { FileCalendar } from '../ms-project/file-calendar.ts'
import { MINUTES_DEFAULT, type ProjectParts, ProjectProperties } from '../ms-project/project-parts.ts'
import { AssignmentRows, type MsResource } from '../ms-project/project-resources.ts'
import { knownFlag, knownMoment, knownNumber } from '../xml/single-values.ts'
import { NO_CHILD, type XmlCursor } from '../xml/xml-cursor.ts'
import { numberOf } from '../xml/xml-values.ts'
import { CalendarReader } from './calendar-reader.ts'
import { readFieldNames } from './custom-field-reader.ts'
import { E } from './element-names.ts'
import { readAssignments, readResources } from './resource-reader.ts'
import { TaskReader } from './task-reader.ts'

const isDayLength = (minutes: number): boolean => minutes > 0 && minutes <= MINUTES_PER_DAY
const DAY_LENGTH = { field: 'MinutesPerDay', readAs: String(MINUTES_DEFAULT) }
const SLACK_LIMIT = { field: 'CriticalSlackLimit', readAs: '0', code: OPTION_UNKNOWN }
const NAME_LENGTH_MAX = 500

/** The cursor has opened Project. */
export function readProject(
  xml: XmlCursor,
  builder: ColumnsBuilder,
  warnings: ImportWarnings,
  bad: BadValues,
  meter: WorkMeter,
): ProjectParts {
  const properties = new ProjectProperties()
  const calendars: FileCalendar[] = []
  const resources = new Map<number, MsResource>()
  const tasks = new TaskReader(xml, builder, warnings, bad)
  const assignments = new AssignmentRows()
  const calendarReader = new CalendarReader(xml, warnings, meter)
  let ofConstraints = Number.NaN
  let isOfProject = false
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name === E.Tasks) tasks.readTasks()
    else if (name === E.HonorConstraints) ofConstraints = knownFlag(xml, warnings, 'HonorConstraints', 1)
    else if (name === E.WBSMasks) {
      isOfProject = true
      xml.skip()
    } else if (name === E.ExtendedAttributes || name === E.OutlineCodes) readFieldNames(xml, tasks.keeper.customFields)
    else if (name === E.Assignments) readAssignments(xml, assignments, warnings)
    else if (name === E.Calendars) readCalendars(xml, calendarReader, calendars)
    else if (name === E.Resources) readResources(xml, resources, warnings)
    else readProperty(xml, name, properties, warnings)
  }
  // Microsoft Project writes the switch as it keeps it, 1 where constraints do not hold; others write what its name says, and no masks of WBS codes
  if (!Number.isNaN(ofConstraints)) properties.honorsConstraints = (ofConstraints === 1) !== isOfProject
  return { properties, calendars, resources, tasks: tasks.keeper, assignments }
}

function readCalendars(xml: XmlCursor, reader: CalendarReader, calendars: FileCalendar[]): void {
  for (let name = xml.wanted(); name !== NO_CHILD; name = xml.wanted()) {
    if (name !== E.Calendar) {
      xml.skip()
      continue
    }
    const calendar = reader.read()
    if (calendar !== undefined) calendars.push(calendar)
  }
}

function readProperty(xml: XmlCursor, name: number, properties: ProjectProperties, warnings: ImportWarnings): void {
  if (name === E.SaveVersion) properties.saveVersion = text(xml)
  else if (name === E.UID) properties.uid = text(xml)
  else if (name === E.Name) properties.name = text(xml)
  else if (name === E.Title) properties.title = text(xml)
  else if (name === E.StartDate) properties.startDate = knownMoment(xml, warnings, 'StartDate')
  else if (name === E.FinishDate) properties.finishDate = knownMoment(xml, warnings, 'FinishDate')
  else if (name === E.StatusDate) properties.statusDate = knownMoment(xml, warnings, 'StatusDate')
  else if (name === E.LastSaved) properties.savedAt = knownMoment(xml, warnings, 'LastSaved')
  else if (name === E.ScheduleFromStart) properties.isFromStart = knownFlag(xml, warnings, 'ScheduleFromStart', 1) === 1
  else if (name === E.MultipleCriticalPaths)
    properties.hasSeveralCriticalPaths = knownFlag(xml, warnings, 'MultipleCriticalPaths', 0) === 1
  else if (name === E.CriticalSlackLimit)
    properties.criticalSlackLimit = knownNumber(xml, warnings, SLACK_LIMIT, Number.isFinite, Number.NaN)
  else if (name === E.CalendarUID) properties.calendarUid = number(xml)
  else if (name === E.MinutesPerDay)
    properties.minutesPerDay = knownNumber(xml, warnings, DAY_LENGTH, isDayLength, MINUTES_DEFAULT)
  else xml.skip()
}

function text(xml: XmlCursor): string {
  xml.text()
  return xml.string().slice(0, NAME_LENGTH_MAX)
}
function number(xml: XmlCursor): number {
  xml.text()
  return numberOf(xml)
}

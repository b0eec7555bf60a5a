/** A file of Microsoft Project itself (.mpp, .mpt) of 98 to 2021 to a schedule, by the mapping that its XML has. */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { ColumnsBuilder } from '../../columns-builder.ts'
import { BadValues } from '../bad-values.ts'
import { type FileOptions, type FileSchedule, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { msProjectSchedule } from '../ms-project/ms-project-schedule.ts'
import { MINUTES_DEFAULT, type ProjectParts, ProjectProperties } from '../ms-project/project-parts.ts'
import { TaskKeeper } from '../ms-project/task-keeper.ts'
import { BASELINE_SIZE, TASK_SIZE } from '../ms-project/task-slots.ts'
import { RowRecord } from '../row-record.ts'
import { BadFile } from './bad-file.ts'
import { CompoundFile } from './compound-file.ts'
import { type MppCalendars, readCalendars } from './mpp-calendars.ts'
import { applicationOf, MppFile, savedAtOf } from './mpp-file.ts'
import { readAssignments, readResources } from './mpp-resources.ts'
import { readTasks } from './mpp-tasks.ts'
import { Project98 } from './project-98.ts'
import type { Props } from './props.ts'
import { momentAt } from './values.ts'

const KEY = {
  start: 37_748_738,
  finish: 37_748_739,
  isFromStart: 37_748_740,
  title: 37_748_744,
  calendar: 37_748_750,
  criticalSlack: 37_748_756,
  minutesPerDay: 37_748_765,
  severalCriticalPaths: 37_748_793,
  breaksConstraints: 37_748_794,
  statusDate: 37_748_805,
} as const
const MINUTES_MAX = 1440
/** Texts are UTF-16; names of ours are UTF-8. */
const ENCODING = 'utf-16le'

export function readMpp(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  try {
    const meter = options.meter ?? new WorkMeter(body.length)
    const warnings = new ImportWarnings()
    const file = new CompoundFile(body)
    const builder = new ColumnsBuilder(body.length)
    const bad = new BadValues()
    const tasks = new TaskKeeper(builder, warnings, bad, new RowRecord(TASK_SIZE), new RowRecord(BASELINE_SIZE))
    const { version, ...parts } = (Project98.is(file) ? partsOf98 : partsOf)(file, tasks, warnings, meter)
    bad.warn(warnings)
    const words = { format: 'mpp', version, encoding: ENCODING } as const
    return msProjectSchedule(parts, builder, warnings, words, { ...options, meter })
  } catch (error) {
    if (!(error instanceof BadFile)) throw error
    return refuseFile(['body'], 'format', error.message)
  }
}

type ReadParts = (
  compound: CompoundFile,
  tasks: TaskKeeper,
  warnings: ImportWarnings,
  meter: WorkMeter,
) => ProjectParts & { readonly version: string }

const versionText = (number: number, application: string): string =>
  [`MPP${number}`, application].filter(word => word !== '').join(', ')

const partsOf: ReadParts = (compound, tasks, warnings, meter) => {
  const file = new MppFile(compound)
  const calendars = readCalendars(file, warnings, meter)
  const properties = propertiesOf(file.props, calendars, savedAtOf(compound))
  const resources = readResources(file, calendars.ofResource, warnings, meter)
  readTasks(file, tasks, warnings, meter)
  const assignments = readAssignments(file)
  const version = versionText(file.version, file.application)
  return { version, properties, calendars: calendars.list, resources, tasks, assignments }
}

const partsOf98: ReadParts = (compound, tasks, warnings, meter) => {
  const file = new Project98(compound, meter)
  const calendars = file.readCalendars(warnings)
  const properties = propertiesOf(file.props, calendars, savedAtOf(compound))
  const resources = file.readResources(calendars.ofResource)
  file.readTasks(tasks)
  warnings.add('custom_fields_98', 'Custom fields and notes of files of Microsoft Project 98 are not read.')
  const version = versionText(8, applicationOf(compound))
  return { version, properties, calendars: calendars.list, resources, tasks, assignments: file.readAssignments() }
}

function propertiesOf(props: Props, { list }: MppCalendars, savedAt: number): ProjectProperties {
  const properties = new ProjectProperties()
  const moment = (key: number): number => {
    const bytes = props.bytes(key)
    return bytes.length >= 4 ? momentAt(bytes, 0) : Number.NaN
  }
  properties.title = props.text(KEY.title)
  properties.startDate = moment(KEY.start)
  properties.finishDate = moment(KEY.finish)
  properties.statusDate = moment(KEY.statusDate)
  properties.savedAt = savedAt
  properties.isFromStart = props.number(KEY.isFromStart) !== 0
  properties.criticalSlackLimit = props.number(KEY.criticalSlack)
  properties.honorsConstraints = props.number(KEY.breaksConstraints) !== 1
  properties.hasSeveralCriticalPaths = props.number(KEY.severalCriticalPaths) === 1
  const perDay = props.number(KEY.minutesPerDay)
  properties.minutesPerDay = perDay > 0 && perDay <= MINUTES_MAX ? perDay : MINUTES_DEFAULT
  const name = props.text(KEY.calendar)
  properties.calendarUid = list.find(calendar => calendar.isBase && calendar.name === name)?.uid ?? Number.NaN
  return properties
}

/** A schedule as an IPMDAR Schedule Performance Dataset: a zip with a file of JSON for each table. Here the zip, and the tables of one record. */
import type { Effect } from '../../../shared/contract/deliverables/data.ts'
import {
  SPD_FILE_TYPE,
  SPD_FILE_TYPE_NAME,
  SPD_REQUIRED_FINISH,
  SPD_TABLES,
} from '../../../shared/contract/deliverables/spd-fields.ts'
import type { TableField } from '../../../shared/contract/deliverables/table-fields.ts'
import { DAY_ABSENT } from '../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../shared/contract/schedule/day.ts'
import { FORMAT_TITLES } from '../../../shared/contract/schedule/file-formats.ts'
import { isSummary } from '../kind/participation.ts'
import { COMPLETE } from '../kind/states.ts'
import { ENGINE_VERSION } from '../write/engine-version.ts'
import { type ZipPart, zipOf } from '../write/xlsx/zip.ts'
import { type Build, joinedBytes } from './deliverable.ts'
import { clean, textPart } from './record-part.ts'
import { constraints, taskDates } from './spd-dates.ts'
import { links, outline } from './spd-network.ts'
import { baselineRemedy, SpdPackage } from './spd-package.ts'
import { calendars, resources } from './spd-resources.ts'
import { customFields, tasks } from './spd-tasks.ts'

const SERVICE = 'Schedule Intelligence Service'

/** Each adds its records to its tables, in this order. */
const TABLES: readonly ((spd: SpdPackage) => void)[] = [
  metadata,
  software,
  project,
  requiredFinish,
  calendars,
  tasks,
  taskDates,
  constraints,
  links,
  outline,
  customFields,
  resources,
]

export const buildSpd: Build = source => {
  const spd = new SpdPackage(source)
  for (const write of TABLES) write(spd)
  const records = [...spd.parts].map(([table, { count }]) => ({ table, rows: count }))
  const parts: ZipPart[] = [textPart(SPD_FILE_TYPE_NAME, SPD_FILE_TYPE)]
  for (const part of spd.parts.values()) parts.push(part.finish())
  const { statusDay } = source.facts
  const name = statusDay === DAY_ABSENT ? 'spd.zip' : `spd_${formatDay(statusDay)}.zip`
  return { records, write: () => ({ name, bytes: joinedBytes(zipOf(parts)) }) }
}

function metadata(spd: SpdPackage): void {
  const { constants, facts, notes } = spd.source
  const part = spd.part('DatasetMetadata')
  part.open()
  for (const { name, isRequired, kind, values } of SPD_TABLES.find(table => table.name === 'DatasetMetadata')!.fields) {
    const given = constants[name]
    const own =
      name === 'ReportingPeriodEndDate' && facts.statusDay !== DAY_ABSENT ? formatDay(facts.statusDay) : undefined
    if (typeof given === 'boolean') part.bool(name, given)
    else if (given !== undefined || own !== undefined) part.text(name, clean(given ?? own!))
    else
      spd
        .missing(
          'DatasetMetadata',
          name,
          isRequired ? 'rejected' : 'accepted',
          'No schedule says it.',
          `Give constants.${name}${valuesOf(kind, values)}.`,
        )
        .add()
    if (given !== undefined) notes.source('DatasetMetadata', name, 'request')
    else if (own !== undefined) notes.source('DatasetMetadata', name, 'default')
  }
  part.close()
  const marking = constants.SecurityMarking
  if (typeof marking === 'string' && !/^UNCLASSIFIED(?:\/\/.*)?$/.test(marking))
    spd
      .missing(
        'DatasetMetadata',
        'SecurityMarking',
        'rejected',
        `${JSON.stringify(marking)} is neither UNCLASSIFIED nor begins with UNCLASSIFIED//.`,
        'Classified data does not go to the repository.',
      )
      .add()
}

/** What a constant may be, where that is not any text. */
const valuesOf = (kind: TableField['kind'], values: readonly string[]): string =>
  kind === 'bool'
    ? ', true or false'
    : kind === 'date'
      ? ', yyyy-mm-dd'
      : values.length === 0
        ? ''
        : `, one of ${values.join(', ')}`

function software(spd: SpdPackage): void {
  const { constants, notes, project } = spd.source
  const part = spd.part('SourceSoftwareMetadata')
  const own: Readonly<Record<string, string | null>> = {
    Data_SoftwareName: project.format === null ? null : FORMAT_TITLES[project.format].replace(/^.* of /, ''),
    Data_SoftwareVersion: project.formatVersion,
    Data_SoftwareCompanyName: null,
  }
  part.open()
  for (const [name, value] of Object.entries(own)) {
    const given = constants[name] ?? value
    if (given === null) {
      const isNeeded = name === 'Data_SoftwareName'
      spd
        .missing(
          'SourceSoftwareMetadata',
          name,
          isNeeded ? 'rejected' : 'accepted',
          'The schedule was sent as JSON, or the file does not say it.',
          `Give constants.${name}.`,
        )
        .add()
      continue
    }
    part.text(name, clean(String(given)))
    notes.source('SourceSoftwareMetadata', name, constants[name] === undefined ? 'file' : 'request')
  }
  part.text('Export_SoftwareName', SERVICE)
  part.text('Export_SoftwareVersion', ENGINE_VERSION)
  part.close()
}

/** What a project has beyond the fields of ProjectScheduleData. */
function requiredFinish(spd: SpdPackage): void {
  const { mustFinishBy } = spd.source.project
  if (mustFinishBy === null) return
  const [definitions, values] = [spd.part('ProjectCustomFieldDefinitions'), spd.part('ProjectCustomFieldValues')]
  definitions.open()
  definitions.text('ID', SPD_REQUIRED_FINISH.id)
  definitions.text('Name', SPD_REQUIRED_FINISH.name)
  definitions.close()
  values.open()
  values.text('CustomFieldID', SPD_REQUIRED_FINISH.id)
  values.text('Value', mustFinishBy)
  values.close()
}

function project(spd: SpdPackage): void {
  const { baseline, facts } = spd.source
  const part = spd.part('ProjectScheduleData')
  const { actualStart, actualFinish } = facts.columns
  const all = (dayOf: (i: number) => number, isLeast: boolean): number => {
    let found = DAY_ABSENT
    for (let i = 0; i < facts.taskCount; i++) {
      const day = dayOf(i)
      if (day !== DAY_ABSENT && (found === DAY_ABSENT || (isLeast ? day < found : day > found))) found = day
    }
    return found
  }
  part.open()
  const date = (name: string, day: number, effect: Effect, remedy: string): void => {
    if (day !== DAY_ABSENT) part.day(name, day)
    else spd.missing('ProjectScheduleData', name, effect, 'The schedule does not say it.', remedy).add()
  }
  date('StatusDate', facts.statusDay, 'rejected', 'Give status_date.')
  date(
    'CurrentStartDate',
    all(i => facts.currentStart[i], true),
    'rejected',
    'Give status_date or dates of tasks.',
  )
  date(
    'CurrentFinishDate',
    all(i => facts.currentFinish[i], false),
    'rejected',
    'Give status_date or dates of tasks.',
  )
  date('BaselineStartDate', all(baseline.start, true), 'flagged', baselineRemedy(spd.source))
  date('BaselineFinishDate', all(baseline.finish, false), 'flagged', baselineRemedy(spd.source))
  const begun = all(i => actualStart[i], true)
  part.day('ActualStartDate', begun)
  const isDone = facts.state.every((state, i) => state === COMPLETE || isSummary(facts.columns.taskType[i]))
  const ended = all(i => actualFinish[i], false)
  if (isDone) part.day('ActualFinishDate', ended)
  part.text('DurationUnitsID', 'DAYS')
  part.close()
}

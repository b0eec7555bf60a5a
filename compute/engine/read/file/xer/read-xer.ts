/**
 * An XER, the export of Primavera P6, to columns. The file is cut into tables, the few that are read are gone through row by row on their bytes, and
 * nothing is made per task; what rows mean is said in ../p6/. What could not be read, was guessed or left out is in the report.
 */
import type { Refusal } from '../../../../../shared/contract/errors.ts'
import { WorkMeter } from '../../../../../shared/contract/schedule/work-meter.ts'
import { type FileOptions, type FileSchedule, isRefusal, refuseFile } from '../file-schedule.ts'
import { ImportWarnings } from '../import-warnings.ts'
import { ASSIGNMENT, LINK, RATE, RESOURCE, recordFor, TASK, WBS, XER } from '../p6/p6-fields.ts'
import { P6Schedule } from '../p6/p6-schedule.ts'
import type { P6Words } from '../p6/p6-words.ts'
import { decodeFile } from '../text-decoding.ts'
import { KeyTable } from './key-table.ts'
import { readCalendars, readCodes, readLevelled, readLinks, readResources } from './xer-lists.ts'
import { optionsOf, projectOf, symbolsOf } from './xer-project.ts'
import { findTables } from './xer-tables.ts'
import { readTasks, readWbs, XerPlace } from './xer-tasks.ts'

const WORDS: P6Words = {
  side: XER,
  Tasks: 'Tasks',
  tasks: 'tasks',
  taskKey: 'task_id',
  taskLeftOut:
    'Rows of TASK without a task_id, with one that came before, or without a usable activity id were left out.',
  calendarLeftOut: 'Rows of CALENDAR without an id, or with one that came before, were left out.',
  linksLost: {
    code: 'links_without_task',
    text: 'Links name tasks that were not read and were left out; dates and floats may differ.',
  },
  projectIds: 'id or short name',
  projectCalendar: 'PROJECT.clndr_id',
  taskCalendar: 'TASK.clndr_id',
  baseCalendar: 'CALENDAR.base_clndr_id',
  hoursPerDay: 'day_hr_cnt',
  workingTimes: { code: 'calendar_unreadable', short: 'clndr_data', list: 'CALENDAR.clndr_data' },
  readAs: { type: 'TT_Task', percentType: 'CP_Drtn', linkType: 'PR_FS', resourceType: 'RT_Labor' },
  options: {
    list: 'SCHEDOPTIONS',
    actualDates: 'sched_retained_logic and sched_progress_override = N',
    lagStart: 'sched_lag_early_start_flag = N',
  },
}

export function readXer(body: Uint8Array, options: FileOptions = {}): FileSchedule | Refusal {
  const decoded = decodeFile(body, options.encoding)
  if (isRefusal(decoded)) return decoded
  const warnings = new ImportWarnings()
  const file = findTables(decoded, warnings, options.meter ?? new WorkMeter(body.length))
  if (file === undefined)
    return refuseFile(['body'], 'format', 'The body is no XER file: it has no table (a line that begins with %T).')
  if (!file.segments.has('TASK'))
    return refuseFile(['body', 'TASK'], 'missing', 'The file has no table TASK, so there are no activities in it.')
  const symbols = symbolsOf(file)
  const project = projectOf(file, symbols, options.project, WORDS)
  if (isRefusal(project)) return project

  const place = new XerPlace()
  const records = {
    task: recordFor(TASK),
    wbs: recordFor(WBS),
    resource: recordFor(RESOURCE),
    rate: recordFor(RATE),
    assignment: recordFor(ASSIGNMENT),
    link: recordFor(LINK),
    taskAt: place,
    resourceAt: place,
  }
  const { length } = file.bytes
  const schedule = new P6Schedule(records, WORDS, warnings, file.meter, length, 3 * length)
  const taskKeys = new KeyTable(length)
  const context = { file, symbols, project, schedule, records, taskKeys, place }
  const wbsKeys = new KeyTable(length)
  const projectName = readWbs(context, wbsKeys)
  const rowsLeftOut = readTasks(context, wbsKeys)
  if (typeof rowsLeftOut === 'object') return rowsLeftOut
  readCalendars(context)
  schedule.calendars.chooseDefault(project.calendarId)
  const resourceKeys = readResources(context)
  readCodes(context)
  const links = readLinks(context)
  const said = optionsOf(file, project)
  readLevelled(context, resourceKeys, said)
  const { shortName, id = null, dataDate, start, finishBy } = project
  return schedule.finish(
    links,
    {
      format: 'xer',
      version: file.header?.[0] || null,
      encoding: file.encoding,
      id: shortName ?? id,
      name: projectName,
      dataDate,
      start,
      finishBy,
      rowsLeftOut,
    },
    said,
    ({ name }) => {
      // currency symbols alone are no reason for a warning
      const isGuessed = options.encoding === undefined && file.encoding === 'windows-1252'
      if (isGuessed && name.bytes.some(byte => byte >= 0x80))
        warnings.add(
          'encoding_guessed',
          'The file is not valid UTF-8; its names were read as windows-1252. ?encoding= tells another.',
        )
    },
  )
}

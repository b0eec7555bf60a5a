/**
 * P6's tables as its XML (PMXML). It has the rows that an XER has, under other names: elements stand in the order of the alphabet, as P6 writes them, lists at the
 * end, and the values of codes in their activity. Baselines, for which an XER has no place, are left out here, too.
 */
import {
  type Aliases,
  CONSTRAINT_ALIASES,
  RELATION_ALIASES,
  TASK_TYPE_ALIASES,
} from '../../../../shared/contract/schedule/aliases.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { ASSIGNMENT, LINK, type P6List, RATE, RESOURCE, TASK, WBS } from '../../read/file/p6/p6-fields.ts'
import { ByteSink } from '../byte-sink.ts'
import { element } from './ms-project-values.ts'
import { type P6Cell, type P6Tables, type P6Title, writeP6 } from './p6-tables.ts'
import { daysOfExceptions, expectCalendarRoom } from './xer-calendar-data.ts'

/** How a cell of an XER is said in XML: a share is a hundredth of a percentage. */
type Kind = 'plain' | 'moment' | 'share' | 'flag' | 'word' | 'markup'
const DURATION = 'target_drtn_hr_cnt'
/** Element of each column, and how its cells are said; columns without are not written. */
type Places = Readonly<Record<string, readonly [name: string, kind: Kind]>>

/** Those that the reader knows. */
function placesOf({ dates, numbers, texts, wordCount }: P6List): Places {
  const known: (readonly [xer: string, xml: string, kind: Kind])[] = [
    ...dates.map(([xer, xml]) => [xer, xml, 'moment'] as const),
    ...numbers.map(([xer, xml]) => [xer, xml, 'plain'] as const),
    ...texts.map(([xer, xml], n) => [xer, xml, n < wordCount ? 'word' : 'plain'] as const),
  ]
  return Object.fromEntries(
    known.flatMap(([xer, xml, kind]) => (xer === '' || xml === '' ? [] : [[xer, [xml, kind] as const]])),
  )
}

const keys = (names: Readonly<Record<string, string>>): Places =>
  Object.fromEntries(Object.entries(names).map(([column, name]) => [column, [name, 'plain'] as const]))

const IN_PROJECT = { proj_id: 'ProjectObjectId' } as const

interface Table {
  readonly element: string
  readonly places: Places
}

/** In the order of the file; those before Project stand outside of it. */
const TABLES: Readonly<Record<string, Table>> = {
  CALENDAR: {
    element: 'Calendar',
    places: {
      ...keys({ clndr_id: 'ObjectId', clndr_name: 'Name', day_hr_cnt: 'HoursPerDay', week_hr_cnt: 'HoursPerWeek' }),
      ...keys(IN_PROJECT),
      default_flag: ['IsDefault', 'flag'],
      clndr_type: ['Type', 'word'],
      clndr_data: ['', 'markup'],
    },
  },
  RSRC: {
    element: 'Resource',
    places: { ...placesOf(RESOURCE), ...keys({ rsrc_id: 'ObjectId', clndr_id: 'CalendarObjectId' }) },
  },
  RSRCRATE: {
    element: 'ResourceRate',
    places: { ...placesOf(RATE), ...keys({ rsrc_rate_id: 'ObjectId', rsrc_id: 'ResourceObjectId' }) },
  },
  PROJECT: {
    element: 'Project',
    places: {
      ...keys({ proj_id: 'ObjectId', proj_short_name: 'Id', clndr_id: 'ActivityDefaultCalendarObjectId' }),
      ...keys({ name_sep_char: 'WBSCodeSeparator', critical_drtn_hr_cnt: 'CriticalActivityFloatLimit' }),
      last_recalc_date: ['DataDate', 'moment'],
      plan_start_date: ['PlannedStartDate', 'moment'],
      plan_end_date: ['MustFinishByDate', 'moment'],
      critical_path_type: ['CriticalActivityPathType', 'word'],
    },
  },
  PROJWBS: {
    element: 'WBS',
    places: {
      ...placesOf(WBS),
      ...keys({ wbs_id: 'ObjectId', parent_wbs_id: 'ParentObjectId', ...IN_PROJECT }),
      status_code: ['Status', 'word'],
    },
  },
  ACTVTYPE: {
    element: 'ActivityCodeType',
    places: {
      ...keys({ actv_code_type_id: 'ObjectId', actv_code_type: 'Name', ...IN_PROJECT }),
      actv_code_type_scope: ['Scope', 'word'],
    },
  },
  ACTVCODE: {
    element: 'ActivityCode',
    places: keys({
      actv_code_id: 'ObjectId',
      actv_code_type_id: 'CodeTypeObjectId',
      actv_code_name: 'Description',
      short_name: 'CodeValue',
    }),
  },
  TASK: {
    element: 'Activity',
    places: {
      ...placesOf(TASK),
      ...keys({ task_id: 'ObjectId', wbs_id: 'WBSObjectId', clndr_id: 'CalendarObjectId', ...IN_PROJECT }),
      phys_complete_pct: ['PhysicalPercentComplete', 'share'],
      duration_type: ['DurationType', 'word'],
      priority_type: ['LevelingPriority', 'word'],
      restart_date: ['RemainingEarlyStartDate', 'moment'],
      reend_date: ['RemainingEarlyFinishDate', 'moment'],
      rem_late_start_date: ['RemainingLateStartDate', 'moment'],
      rem_late_end_date: ['RemainingLateFinishDate', 'moment'],
    },
  },
  TASKRSRC: {
    element: 'ResourceAssignment',
    places: {
      ...placesOf(ASSIGNMENT),
      ...keys({ taskrsrc_id: 'ObjectId', task_id: 'ActivityObjectId', rsrc_id: 'ResourceObjectId', ...IN_PROJECT }),
      rsrc_type: ['ResourceType', 'word'],
      rollup_dates_flag: ['DrivingActivityDatesFlag', 'flag'],
    },
  },
  /** Costs without a resource. */
  EXPENSE: {
    element: 'ActivityExpense',
    places: {
      ...placesOf(ASSIGNMENT),
      ...keys({ taskrsrc_id: 'ObjectId', task_id: 'ActivityObjectId', ...IN_PROJECT }),
    },
  },
  TASKPRED: {
    element: 'Relationship',
    places: {
      ...placesOf(LINK),
      ...keys({
        task_pred_id: 'ObjectId',
        task_id: 'SuccessorActivityObjectId',
        pred_task_id: 'PredecessorActivityObjectId',
      }),
      ...keys({ proj_id: 'SuccessorProjectObjectId', pred_proj_id: 'PredecessorProjectObjectId' }),
    },
  },
  SCHEDOPTIONS: {
    element: 'ScheduleOptions',
    places: {
      ...keys(IN_PROJECT),
      sched_outer_depend_type: ['IgnoreOtherProjectRelationships', 'word'],
      sched_open_critical_flag: ['MakeOpenEndedActivitiesCritical', 'flag'],
      sched_lag_early_start_flag: ['StartToStartLagCalculationType', 'flag'],
      sched_float_type: ['ComputeTotalFloatType', 'word'],
      sched_calendar_on_relationship_lag: ['RelationshipLagCalendar', 'word'],
      sched_use_expect_end_flag: ['UseExpectedFinishDates', 'flag'],
      sched_progress_override: ['OutOfSequenceScheduleType', 'word'],
    },
  },
}

/** Codes of an XER and what P6 shows for them: in lists of spellings the one stands behind the other. */
const shownFor = (aliases: Aliases): (readonly [code: string, shown: string])[] =>
  Object.values(aliases).flatMap((spellings = []) =>
    spellings.flatMap((code, n) => (/^[A-Z]{2}_/.test(code) ? [[code, spellings[n + 1]!] as const] : [])),
  )
const WORDS = new Map<string, string>([
  ...shownFor(CONSTRAINT_ALIASES),
  ...shownFor(TASK_TYPE_ALIASES),
  ...shownFor(RELATION_ALIASES),
  ['CA_Project', 'Project'],
  ['WS_Open', 'Active'],
  ['AS_Project', 'Project'],
  ['TK_NotStart', 'Not Started'],
  ['TK_Active', 'In Progress'],
  ['TK_Complete', 'Completed'],
  ['CP_Drtn', 'Duration'],
  ['CP_Phys', 'Physical'],
  ['DT_FixedDUR2', 'Fixed Duration and Units'],
  ['PT_Normal', 'Normal'],
  ['RT_Labor', 'Labor'],
  ['RT_Equip', 'Nonlabor'],
  ['RT_Mat', 'Material'],
  ['CT_DrivPath', 'Longest Path'],
  ['CT_TotFloat', 'Critical Float'],
  ['SD_None', '1'],
  ['SD_Both', '0'],
  ['FT_FF', 'Finish Float = Late Finish - Early Finish'],
  ['FT_SS', 'Start Float = Late Start - Early Start'],
  ['FT_Min', 'Smallest of Start Float and Finish Float'],
  ['rcal_Predecessor', 'Predecessor Activity Calendar'],
  ['rcal_Successor', 'Successor Activity Calendar'],
  ['rcal_ProjDefault', 'Project Default Calendar'],
  ['rcal_24Hour', '24 Hour Calendar'],
  // whether progress overrides logic
  ['Y', 'Progress Override'],
  ['N', 'Retained Logic'],
])

/** At most six places, as in an XER. */
const numberText = (value: number): string => (Number.isFinite(value) ? String(Math.round(1e6 * value) / 1e6) : '')

function cellText(cell: Exclude<P6Cell, null>, kind: Kind): string {
  if (typeof cell === 'number') return numberText(kind === 'share' ? cell / 100 : cell)
  if (kind === 'moment') return `${cell.replace(' ', 'T')}:00`
  if (kind === 'flag') return cell === 'Y' ? '1' : '0'
  return kind === 'word' ? WORDS.get(cell)! : cell
}

class P6XmlTables implements P6Tables {
  /** By table, those that have rows. */
  readonly #sinks = new Map<string, ByteSink>()
  /** Codes of activities by the key of their activity. */
  readonly #codes = new Map<P6Cell, string>()
  #table = ''
  #columns: readonly string[] = []
  /** Columns of the table by the names of their elements. */
  #places: readonly (readonly [name: string, kind: Kind, column: number])[] = []
  /** Whether the task of the row has started. */
  #isStarted = false
  readonly #title: string | undefined

  constructor({ name }: P6Title) {
    this.#title = name ?? undefined
  }

  table(name: string, columns: readonly string[]): void {
    this.#table = name
    this.#columns = columns
    const places = TABLES[name]?.places ?? {}
    this.#places = columns
      .flatMap((column, n) => (places[column] === undefined ? [] : [[...places[column], n] as const]))
      // markup, without a name, stands last
      // a task that has not started takes as long as it is planned; of others an XER does not say it
      .concat(columns.includes(DURATION) ? [['AtCompletionDuration', 'plain', columns.indexOf(DURATION)]] : [])
      .sort(([a], [b]) => (a === '' ? 1 : b === '' || a < b ? -1 : 1))
  }

  row(cells: readonly P6Cell[]): void {
    const at = (column: string): P6Cell => cells[this.#columns.indexOf(column)]
    if (this.#table === 'TASKACTV') {
      const code = `${element('TypeObjectId', at('actv_code_type_id')!)}${element('ValueObjectId', at('actv_code_id')!)}`
      this.#codes.set(at('task_id'), `${this.#codes.get(at('task_id')) ?? ''}<Code>${code}</Code>`)
    } else if (this.#table === 'TASK') {
      this.#isStarted = at('status_code') !== 'TK_NotStart'
      this.#write('TASK', cells, this.#codes.get(at('task_id')))
    } else if (this.#table === 'TASKRSRC' && at('rsrc_id') === null) this.#write('EXPENSE', cells)
    else this.#write(this.#table, cells)
  }

  calendarData(calendar: CalendarSpec): string {
    expectCalendarRoom(calendar, 'P6 XML', EXCEPTION_BYTES, ({ length }) => length * SHIFT_BYTES)
    const week = WEEKDAYS.map(
      (day, n) =>
        `<StandardWorkHours>${element('DayOfWeek', day)}${workTimes(calendar.week[(n + 6) % 7] ?? [])}</StandardWorkHours>`,
    )
    const days: string[] = []
    for (const { day, shifts } of daysOfExceptions(calendar))
      days.push(
        `<HolidayOrException>${element('Date', `${formatDay(day)}T00:00:00`)}${workTimes(shifts)}</HolidayOrException>`,
      )
    return `<StandardWorkWeek>${week.join('')}</StandardWorkWeek><HolidayOrExceptions>${days.join('')}</HolidayOrExceptions>`
  }

  #write(name: string, cells: readonly P6Cell[], end = ''): void {
    const table = TABLES[name]
    if (table === undefined) return
    let sink = this.#sinks.get(name)
    if (sink === undefined) {
      this.#sinks.set(name, (sink = new ByteSink()))
      sink.part = table.element
    }
    let text = `<${table.element}>`
    for (const [tag, kind, column] of this.#places) {
      const cell = cells[column]
      const isForeign = name === 'EXPENSE' && table.places[this.#columns[column]] === undefined
      if (cell === null || isForeign || (this.#isStarted && tag === 'AtCompletionDuration')) continue
      text += kind === 'markup' ? cell : element(tag, cellText(cell, kind))
    }
    // a project is open until all that is in it is written
    sink.utf8(`${text}${end}${name === 'PROJECT' ? element('Name', this.#title) : `</${table.element}>`}\n`)
  }

  finish(): Uint8Array<ArrayBuffer>[] {
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const frame = (text: string): void => {
      const sink = new ByteSink()
      sink.utf8(text)
      chunks.push(...sink.finish())
    }
    frame(HEAD)
    for (const name of Object.keys(TABLES)) chunks.push(...(this.#sinks.get(name)?.finish() ?? []))
    frame('</Project>\n</APIBusinessObjects>\n')
    return chunks
  }
}

const NAMESPACE = 'http://xmlns.oracle.com/Primavera/P6/V18.8/API/BusinessObjects'
const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<APIBusinessObjects xmlns="${NAMESPACE}">\n`

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
/** Most bytes of an exception beside its shifts, and of a shift. */
const [EXCEPTION_BYTES, SHIFT_BYTES] = [90, 70]

/** P6 says the last minute of a shift, 11:59 of one that ends at 12:00. */
const workTimes = (shifts: Shifts): string =>
  shifts
    .map(
      ([from, to]) =>
        `<WorkTime>${element('Start', `${formatTime(from)}:00`)}${element('Finish', `${formatTime((to - 1) % MINUTES_PER_DAY)}:00`)}</WorkTime>`,
    )
    .join('')

export function writeP6Xml(columns: ScheduleColumns, title: P6Title): Uint8Array<ArrayBuffer>[] {
  const tables = new P6XmlTables(title)
  writeP6(tables, columns, title)
  return tables.finish()
}

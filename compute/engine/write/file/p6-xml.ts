/**
 * A schedule as the XML of Primavera P6: the tables that an XER has (xer.ts), each row an element, each column a child. Which child a column is says the table from which
 * both are read (read/file/p6/p6-fields.ts); what an XER alone has is left out.
 */
import {
  CONSTRAINT_ALIASES,
  P6_LEVELING_PRIORITIES,
  RELATION_ALIASES,
  TASK_TYPE_ALIASES,
} from '../../../../shared/contract/schedule/aliases.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import type { CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { formatTime, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { ASSIGNMENT, LINK, type P6List, RATE, RESOURCE, TASK, WBS, XER, XML } from '../../read/file/p6/p6-fields.ts'
import { addOutput } from '../output-bound.ts'
import { element, xmlText } from './ms-project-values.ts'
import { type P6ProjectWords, writeP6Tables } from './xer.ts'
import { eachException } from './xer-calendar-data.ts'
import type { P6Tables, XerCell } from './xer-text.ts'

const VERSION = 'V18.8'
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const LOT_CHARACTERS = 2 ** 18
/** The form of a moment in an XER. */
const MOMENT = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

/** P6's words for codes of an XER: those of tasks, links and constraints are known as other spellings of ours. */
const WORDS = new Map<string, string>([
  ...[TASK_TYPE_ALIASES, RELATION_ALIASES, CONSTRAINT_ALIASES].flatMap(aliases =>
    Object.values(aliases).flatMap(spellings =>
      (spellings ?? []).flatMap((code, n): [string, string][] =>
        /^[A-Z]{2}_/.test(code) && spellings![n + 1] !== undefined ? [[code, spellings![n + 1]]] : [],
      ),
    ),
  ),
  ['DT_FixedDUR2', 'Fixed Duration and Units'],
  ['TK_NotStart', 'Not Started'],
  ['TK_Active', 'In Progress'],
  ['TK_Complete', 'Completed'],
  ['CP_Drtn', 'Duration'],
  ['CP_Phys', 'Physical'],
  ...Object.keys(P6_LEVELING_PRIORITIES).map((word): [string, string] => [`PT_${word}`, word]),
  ['RT_Labor', 'Labor'],
  ['RT_Equip', 'Nonlabor'],
  ['RT_Mat', 'Material'],
  ['COST_PER_QTY', 'Price / Unit'],
  ['ST_Rsrc', 'Resource'],
  ['CA_Project', 'Project'],
  ['AS_Project', 'Project'],
  ['CT_TotFloat', 'Critical Float'],
  ['CT_DrivPath', 'Longest Path'],
  ['FT_FF', 'Finish Float = Late Finish - Early Finish'],
  ['FT_SS', 'Start Float = Late Start - Early Start'],
  ['FT_Min', 'Smallest of Start Float and Finish Float'],
  ['rcal_Predecessor', 'Predecessor Activity Calendar'],
  ['rcal_Successor', 'Successor Activity Calendar'],
  ['rcal_ProjDefault', 'Project Default Calendar'],
  ['rcal_24Hour', '24 Hour Calendar'],
])

/** Children by the columns of an XER, where both feed one slot. */
const shared = ({ dates, numbers, texts }: P6List): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...dates, ...numbers, ...texts].filter(names => names[XER] && names[XML]).map(names => [names[XER], names[XML]]),
  )

interface Element {
  readonly name: string
  /** Of the project that is written, or of the whole file. */
  readonly isOfProject: boolean
  readonly children: Readonly<Record<string, string>>
}

const PROJECT_KEY = { proj_id: 'ProjectObjectId' }
/** By table; SCHEDOPTIONS are children of the project. */
const ELEMENTS: Readonly<Record<string, Element>> = {
  RSRC: {
    name: 'Resource',
    isOfProject: false,
    children: { ...shared(RESOURCE), rsrc_id: 'ObjectId', clndr_id: 'CalendarObjectId' },
  },
  RSRCRATE: {
    name: 'ResourceRate',
    isOfProject: false,
    children: { ...shared(RATE), rsrc_rate_id: 'ObjectId', rsrc_id: 'ResourceObjectId' },
  },
  CALENDAR: {
    name: 'Calendar',
    isOfProject: true,
    children: {
      ...{ ...PROJECT_KEY, clndr_id: 'ObjectId', default_flag: 'IsDefault', clndr_name: 'Name', clndr_type: 'Type' },
      ...{ day_hr_cnt: 'HoursPerDay', week_hr_cnt: 'HoursPerWeek' },
    },
  },
  ACTVTYPE: {
    name: 'ActivityCodeType',
    isOfProject: true,
    children: { ...PROJECT_KEY, actv_code_type_id: 'ObjectId', actv_code_type: 'Name', actv_code_type_scope: 'Scope' },
  },
  ACTVCODE: {
    name: 'ActivityCode',
    isOfProject: true,
    children: {
      ...{ actv_code_id: 'ObjectId', actv_code_type_id: 'CodeTypeObjectId' },
      ...{ actv_code_name: 'Description', short_name: 'CodeValue' },
    },
  },
  PROJWBS: {
    name: 'WBS',
    isOfProject: true,
    children: { ...shared(WBS), ...PROJECT_KEY, wbs_id: 'ObjectId', parent_wbs_id: 'ParentObjectId' },
  },
  TASK: {
    name: 'Activity',
    isOfProject: true,
    children: {
      ...{ ...shared(TASK), ...PROJECT_KEY, task_id: 'ObjectId', wbs_id: 'WBSObjectId', clndr_id: 'CalendarObjectId' },
      ...{ duration_type: 'DurationType', priority_type: 'LevelingPriority' },
      ...{ restart_date: 'RemainingEarlyStartDate', reend_date: 'RemainingEarlyFinishDate' },
      ...{ rem_late_start_date: 'RemainingLateStartDate', rem_late_end_date: 'RemainingLateFinishDate' },
    },
  },
  TASKPRED: {
    name: 'Relationship',
    isOfProject: true,
    children: {
      ...{ ...shared(LINK), task_pred_id: 'ObjectId', task_id: 'SuccessorActivityObjectId' },
      ...{ pred_task_id: 'PredecessorActivityObjectId', proj_id: 'SuccessorProjectObjectId' },
      pred_proj_id: 'PredecessorProjectObjectId',
    },
  },
  TASKRSRC: {
    name: 'ResourceAssignment',
    isOfProject: true,
    children: {
      ...{ ...shared(ASSIGNMENT), ...PROJECT_KEY, taskrsrc_id: 'ObjectId', task_id: 'ActivityObjectId' },
      ...{ rsrc_id: 'ResourceObjectId', rsrc_type: 'ResourceType', rollup_dates_flag: 'DrivingActivityDatesFlag' },
      ...{ rate_type: 'RateType', cost_per_qty_source_type: 'RateSource', cost_qty_link_flag: 'IsCostUnitsLinked' },
    },
  },
}
const OF_PROJECT: Readonly<Record<string, string>> = {
  ...{ proj_id: 'ObjectId', proj_short_name: 'Id', clndr_id: 'ActivityDefaultCalendarObjectId' },
  ...{ last_recalc_date: 'DataDate', plan_start_date: 'PlannedStartDate', plan_end_date: 'MustFinishByDate' },
  ...{ critical_drtn_hr_cnt: 'CriticalActivityFloatThreshold', critical_path_type: 'CriticalActivityPathType' },
  ...{ sched_open_critical_flag: 'MakeOpenEndedActivitiesCritical', sched_float_type: 'ComputeTotalFloatType' },
  ...{
    sched_lag_early_start_flag: 'StartToStartLagCalculationType',
    sched_use_expect_end_flag: 'UseExpectedFinishDates',
  },
  sched_calendar_on_relationship_lag: 'RelationshipLagCalendar',
}
/** In the order of the schema. */
const LISTS = [
  'ActivityCodeType',
  'ActivityCode',
  'Calendar',
  'WBS',
  'Activity',
  'Relationship',
  'ResourceAssignment',
  'ScheduleOptions',
]

export function writeP6Xml(columns: ScheduleColumns, words: P6ProjectWords): Uint8Array<ArrayBuffer>[] {
  const xml = new P6Xml()
  writeP6Tables(xml, columns, words)
  return xml.finish()
}

class P6Xml implements P6Tables {
  #table = ''
  #columns: readonly string[] = []
  /** Children of the rows of the present table, by column; '' = it has none. */
  #children: readonly string[] = []
  readonly #project = new Map<string, string>()
  readonly #lists = new Map<string, Lots>()
  /** Elements of the activity codes of a task. */
  readonly #codes = new Map<XerCell, string>()

  table(name: string, columns: readonly string[]): void {
    this.#table = name
    this.#columns = columns
    const { children } = ELEMENTS[name] ?? { children: OF_PROJECT }
    this.#children = columns.map(column => children[column] ?? '')
  }

  row(cells: readonly XerCell[]): void {
    const own = ELEMENTS[this.#table]
    if (own === undefined) {
      if (this.#table === 'TASKACTV') this.#addCode(cells)
      else this.#ofProject(cells)
      return
    }
    const children = this.#children.flatMap((child, n) => (child === '' ? [] : [childOf(child, cells[n])]))
    // other readers take the duration from here; of a task that has started an XER does not say it
    if (this.#table === 'TASK' && this.#cell(cells, 'status_code') === 'TK_NotStart')
      children.push(childOf('AtCompletionDuration', this.#cell(cells, 'target_drtn_hr_cnt')))
    // an assignment without a resource is what the task costs beside
    const isExpense = own.name === 'ResourceAssignment' && this.#cell(cells, 'rsrc_id') === null
    const name = isExpense ? 'ActivityExpense' : own.name
    if (this.#table === 'PROJWBS' && this.#cell(cells, 'proj_node_flag') === 'Y')
      this.#project.set('Name', childOf('Name', this.#cell(cells, 'wbs_name')))
    const inside = this.#table === 'CALENDAR' ? (this.#cell(cells, 'clndr_data') as string) : ''
    const codes = this.#table === 'TASK' ? (this.#codes.get(this.#cell(cells, 'task_id')) ?? '') : ''
    this.#list(name).add(`<${name}>${children.sort().join('')}${inside}${codes}</${name}>\n`)
  }

  /** Options of levelling have no place in the project itself. */
  #addLeveling(cells: readonly XerCell[]): void {
    const cell = (column: string): string => String(this.#cell(cells, column))
    const flag = (column: string): number => (cell(column) === 'Y' ? 1 : 0)
    const terms = cell('LevelPriorityList').match(/[^\x7f]+/g) ?? []
    const priorities = terms.map((term, n) => {
      const [field, sort] = term.split(',')
      return `(${n}||${field}(sort_type|${sort})())`
    })
    const children = [
      element('ExternalProjectPriorityLimit', cell('level_outer_assign_priority')),
      element('IncludeExternalResAss', flag('level_outer_assign_flag')),
      // how it lists some of them is not known
      element('LevelAllResources', 1),
      element('LevelWithinFloat', flag('level_within_float_flag')),
      element('MinFloatToPreserve', cell('level_float_thrs_cnt')),
      element('OverAllocationPercentage', cell('level_over_alloc_pct')),
      element('PreserveScheduledEarlyAndLateDates', flag('level_keep_sched_date_flag')),
      element('PriorityList', priorities.join('')),
      element('ProjectObjectId', cell('proj_id')),
    ]
    this.#list('ScheduleOptions').add(`<ScheduleOptions>${children.join('')}</ScheduleOptions>\n`)
  }

  #cell(cells: readonly XerCell[], column: string): XerCell {
    return cells[this.#columns.indexOf(column)] ?? null
  }

  #list(name: string): Lots {
    const known = this.#lists.get(name)
    if (known !== undefined) return known
    const lots = new Lots(name)
    this.#lists.set(name, lots)
    return lots
  }

  #addCode(cells: readonly XerCell[]): void {
    const task = this.#cell(cells, 'task_id')
    const [type, value] = [this.#cell(cells, 'actv_code_type_id'), this.#cell(cells, 'actv_code_id')]
    const code = `<Code><TypeObjectId>${type}</TypeObjectId><ValueObjectId>${value}</ValueObjectId></Code>`
    this.#codes.set(task, `${this.#codes.get(task) ?? ''}${code}`)
  }

  /** What the project says, and by which rules it is scheduled. */
  #ofProject(cells: readonly XerCell[]): void {
    const isOptions = this.#table === 'SCHEDOPTIONS'
    for (const [n, child] of this.#children.entries())
      if (child !== '' && !(isOptions && child === 'ObjectId')) this.#project.set(child, childOf(child, cells[n]))
    if (!isOptions) return
    if (this.#columns.includes('LevelPriorityList')) this.#addLeveling(cells)
    const progress =
      this.#cell(cells, 'sched_retained_logic') === 'Y'
        ? 'Retained Logic'
        : this.#cell(cells, 'sched_progress_override') === 'Y'
          ? 'Progress Override'
          : 'Actual Dates'
    this.#project.set('OutOfSequenceScheduleType', element('OutOfSequenceScheduleType', progress))
    const isAlone = this.#cell(cells, 'sched_outer_depend_type') === 'SD_None' ? 1 : 0
    this.#project.set('IgnoreOtherProjectRelationships', element('IgnoreOtherProjectRelationships', isAlone))
  }

  /** P6 writes the last minute of a shift, 11:59 for one that ends at 12:00. */
  workingTimes(calendar: CalendarSpec): string {
    const { week } = calendar
    const days = WEEKDAYS.map(
      (name, d) =>
        `<StandardWorkHours><DayOfWeek>${name}</DayOfWeek>${shiftElements(week[d] ?? [])}</StandardWorkHours>`,
    )
    const others: string[] = []
    const exception = (day: number, shifts: Shifts): string =>
      `<HolidayOrException><Date>${formatDay(day)}T00:00:00</Date>${shiftElements(shifts)}</HolidayOrException>`
    eachException(
      calendar,
      'P6 XML',
      shifts => exception(0, shifts).length,
      (day, shifts) => others.push(exception(day, shifts)),
    )
    return `<StandardWorkWeek>${days.join('')}</StandardWorkWeek><HolidayOrExceptions>${others.join('')}</HolidayOrExceptions>`
  }

  finish(): Uint8Array<ArrayBuffer>[] {
    const space = `http://xmlns.oracle.com/Primavera/P6/${VERSION}/API/BusinessObjects`
    const head = new Lots('Project')
    head.add(`<?xml version="1.0" encoding="UTF-8"?>\n<APIBusinessObjects xmlns="${space}">\n`)
    const foot = new Lots('Project')
    foot.add('</Project>\n</APIBusinessObjects>\n')
    const open = new Lots('Project')
    open.add(`<Project>\n${[...this.#project.values()].sort().join('')}\n`)
    const lists = (names: readonly string[]): Lots[] => names.flatMap(name => this.#lists.get(name) ?? [])
    const all = [
      head,
      ...lists(['Resource', 'ResourceRate']),
      open,
      ...lists(LISTS),
      ...lists(['ActivityExpense']),
      foot,
    ]
    return all.flatMap(lots => lots.finish())
  }
}

/** A text in pieces, since V8 ends a string at 536,870,888 characters. */
class Lots {
  readonly #name: string
  readonly #lots: Uint8Array<ArrayBuffer>[] = []
  #texts: string[] = []
  #length = 0

  constructor(name: string) {
    this.#name = name
  }

  add(text: string): void {
    this.#texts.push(text)
    this.#length += text.length
    if (this.#length >= LOT_CHARACTERS) this.#end()
  }

  #end(): void {
    addOutput(this.#length, this.#name)
    // of its own memory, which goes to another thread
    this.#lots.push(new TextEncoder().encode(this.#texts.join('')))
    this.#texts = []
    this.#length = 0
  }

  finish(): Uint8Array<ArrayBuffer>[] {
    if (this.#length > 0) this.#end()
    return this.#lots
  }
}

const shiftElements = (shifts: Shifts): string =>
  shifts
    .map(([from, to]) => {
      const last = formatTime((to - 1) % MINUTES_PER_DAY)
      return `<WorkTime><Start>${formatTime(from)}:00</Start><Finish>${last}:00</Finish></WorkTime>`
    })
    .join('')

/** Percent of an XER are shares here. */
const SHARES = new Set(['PhysicalPercentComplete'])
const FLAGS: Readonly<Record<string, string>> = { Y: '1', N: '0' }

function childOf(name: string, cell: XerCell): string {
  if (cell === null || cell === '') return ''
  if (typeof cell === 'number')
    return Number.isFinite(cell) ? `<${name}>${rounded(SHARES.has(name) ? cell / 100 : cell)}</${name}>` : ''
  const isWord = name.endsWith('Flag') || FLAG_NAMES.has(name)
  const text = isWord
    ? (FLAGS[cell] ?? cell)
    : MOMENT.test(cell) && name.endsWith('Date')
      ? `${cell.replace(' ', 'T')}:00`
      : cell
  const isCode = TYPE_NAMES.test(name)
  return `<${name}>${xmlText((isCode ? WORDS.get(text) : undefined) ?? text)}</${name}>`
}

const FLAG_NAMES = new Set([
  'IsCostUnitsLinked',
  'IsDefault',
  'MakeOpenEndedActivitiesCritical',
  'StartToStartLagCalculationType',
  'UseExpectedFinishDates',
])
/** Children whose values are words of P6, not of the planner. */
const TYPE_NAMES = /(?:Type|Status|Scope|RateSource|LevelingPriority|RelationshipLagCalendar)$/
/** Ten places: a share of a percent with six. */
const rounded = (value: number): number => Math.round(1e10 * value) / 1e10

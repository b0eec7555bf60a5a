/** Tasks and links of a schedule as rows of an XER. Days without a time begin with the first working minute of a weekday and end with the last. */

import { p6ConstraintCode, p6LevelingPriority } from '../../../../shared/contract/schedule/aliases.ts'
import { codeEntries, codeNames } from '../../../../shared/contract/schedule/codes.ts'
import { DAY_ABSENT, LINK_UNKNOWN, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import {
  CONSTRAINT_TYPES,
  type DayColumn,
  RELATION_TYPES,
  TASK_TYPES,
  timeColumnOf,
} from '../../../../shared/contract/schedule/fields.ts'
import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { measuredPhysical } from '../../population/progress.ts'
import { minutesPerWeek } from './xer-calendar-data.ts'
import { dayCell, type P6Tables, type XerCell } from './xer-text.ts'

/** Code of true in a column. */
const DEPENDENT = 2
export const PROJECT_ID = 1
export const TASK_ID_FIRST = 1_000

/** P6's words, by ours; what has none is a task, or has no constraint. */
const TYPES: Readonly<Record<string, string>> = {
  milestone: 'TT_FinMile',
  start_milestone: 'TT_Mile',
  finish_milestone: 'TT_FinMile',
  loe: 'TT_LOE',
  summary: 'TT_WBS',
}

/** What the rows of tasks are written from: entry t of each belongs to task t. */
export interface TaskRowsInput {
  readonly columns: ScheduleColumns
  readonly calendarOf: (task: number) => { readonly id: number; readonly spec: CalendarSpec }
  readonly wbsIdOf: (task: number) => number
}

/** P6's column of a date, ours, and whether a day without a time means its end. */
const DATES: readonly (readonly [column: string, ours: DayColumn, isEnd: boolean])[] = [
  ['act_start_date', 'actualStart', false],
  ['act_end_date', 'actualFinish', true],
  ['late_start_date', 'lateStart', false],
  ['late_end_date', 'lateFinish', true],
  ['expect_end_date', 'expectedFinish', true],
  ['target_start_date', 'plannedStart', false],
  ['target_end_date', 'plannedFinish', true],
  ['suspend_date', 'suspendDate', false],
  ['resume_date', 'resumeDate', false],
  ['external_early_start_date', 'externalEarlyStart', false],
  ['external_late_end_date', 'externalLateFinish', true],
]

const COLUMNS = [
  'task_id',
  'proj_id',
  'wbs_id',
  'clndr_id',
  'phys_complete_pct',
  'complete_pct_type',
  'task_type',
  'duration_type',
  'status_code',
  'task_code',
  'task_name',
  'total_float_hr_cnt',
  'free_float_hr_cnt',
  'remain_drtn_hr_cnt',
  'target_drtn_hr_cnt',
  'cstr_type',
  'cstr_date',
  'cstr_type2',
  'cstr_date2',
  'early_start_date',
  'early_end_date',
  'restart_date',
  'reend_date',
  'rem_late_start_date',
  'rem_late_end_date',
  'priority_type',
  'driving_path_flag',
  ...DATES.map(([column]) => column),
]

export function writeTasks(text: P6Tables, input: TaskRowsInput): void {
  text.table('TASK', COLUMNS)
  for (let task = 0; task < input.columns.taskCount; task++) text.row(taskCells(input, task))
}

function taskCells({ columns, calendarOf, wbsIdOf }: TaskRowsInput, task: number): XerCell[] {
  const { id, spec } = calendarOf(task)
  const shifts = spec.week.find(day => day.length > 0) ?? []
  const [from, to] = [shifts[0]?.[0] ?? 0, Math.min(shifts.at(-1)?.[1] ?? 0, 24 * 60 - 1)]
  const type =
    columns.resourceDependent[task] === DEPENDENT
      ? 'TT_Rsrc'
      : (TYPES[TASK_TYPES[columns.taskType[task] - 1] ?? 'task'] ?? 'TT_Task')
  // a milestone is one moment: its days without a time mean that one
  const date = (column: DayColumn, isEnd: boolean): XerCell =>
    dayCell(
      columns[column][task],
      columns[timeColumnOf(column)][task],
      type !== 'TT_Mile' && (isEnd || type === 'TT_FinMile') ? to : from,
    )
  const hours = (days: number): XerCell => (Number.isNaN(days) ? null : (days * spec.minutesPerDay) / 60)
  const constraint = (code: number, column: DayColumn): XerCell[] => {
    const constraintType = CONSTRAINT_TYPES[code - 1]
    const word = constraintType === undefined ? undefined : p6ConstraintCode(constraintType)
    return constraintType === undefined || word === undefined
      ? [null, null]
      : [word, date(column, constraintType.startsWith('F') || constraintType === 'MFO')]
  }
  const { physical, isPhysical, remainingDays } = progressOf(columns, task)
  // the dates of a tool that computed none are those that it forecasts, and the other way round
  const either = (first: DayColumn, second: DayColumn, isEnd: boolean): XerCell =>
    date(columns[first][task] === DAY_ABSENT ? second : first, isEnd)
  const isOpen = columns.actualFinish[task] === DAY_ABSENT
  return [
    TASK_ID_FIRST + task,
    PROJECT_ID,
    wbsIdOf(task),
    id,
    physical,
    isPhysical ? 'CP_Phys' : 'CP_Drtn',
    type,
    'DT_FixedDUR2',
    statusOf(columns, task),
    textAt(columns.id, task),
    textAt(columns.name, task),
    hours(columns.totalFloatDays[task]),
    hours(columns.freeFloatDays[task]),
    hours(remainingDays),
    hours(columns.durationDays[task]),
    ...constraint(columns.constraintType[task], 'constraintDate'),
    ...constraint(columns.secondaryConstraintType[task], 'secondaryConstraintDate'),
    either('earlyStart', 'forecastStart', false),
    either('earlyFinish', 'forecastFinish', true),
    // of what is left to do
    ...(isOpen
      ? [
          either('forecastStart', 'earlyStart', false),
          either('forecastFinish', 'earlyFinish', true),
          date('lateStart', false),
          date('lateFinish', true),
        ]
      : [null, null, null, null]),
    `PT_${p6LevelingPriority(columns.levelingPriority[task])}`,
    [null, 'N', 'Y'][columns.onLongestPath[task]],
    ...DATES.map(([, ours, isEnd]) => date(ours, isEnd)),
  ]
}

function statusOf({ actualStart, actualFinish }: ScheduleColumns, task: number): string {
  if (actualFinish[task] !== DAY_ABSENT) return 'TK_Complete'
  return actualStart[task] === DAY_ABSENT ? 'TK_NotStart' : 'TK_Active'
}

/** Percent below which two are the same. */
const PERCENT_EQUAL = 0.005

/** Percent complete is that of the duration where the remaining one says the same, else a physical one. */
function progressOf(
  columns: ScheduleColumns,
  task: number,
): { physical: number; isPhysical: boolean; remainingDays: number } {
  const duration = columns.durationDays[task]
  const physical = measuredPhysical(columns)[task]
  const given = Number.isNaN(physical) ? columns.percentComplete[task] : physical
  const isFinished = columns.actualFinish[task] !== DAY_ABSENT
  const isStarted = isFinished || columns.actualStart[task] !== DAY_ABSENT
  const isGiven = !Number.isNaN(columns.remainingDurationDays[task])
  const done = isFinished ? 100 : isStarted && given > 0 ? given : 0
  const remainingDays = isGiven ? columns.remainingDurationDays[task] : duration * (1 - done / 100)
  const ofDuration = isStarted && remainingDays < duration ? 100 * (1 - remainingDays / duration) : 0
  const isPhysical =
    !Number.isNaN(physical) || (isStarted && !isFinished && given >= 0 && Math.abs(given - ofDuration) > PERCENT_EQUAL)
  const percent = isPhysical ? given : columns.physicalPercentComplete[task]
  return { physical: percent >= 0 ? Math.min(100, percent) : 0, isPhysical, remainingDays }
}

/** Lags that count round the clock have no word in P6 but for all of a project: elsewhere they are as long in working time as they mostly are. */
export function writeLinks(text: P6Tables, { columns, calendarOf }: TaskRowsInput): void {
  text.table('TASKPRED', [
    'task_pred_id',
    'task_id',
    'pred_task_id',
    'proj_id',
    'pred_proj_id',
    'pred_type',
    'lag_hr_cnt',
  ])
  const isRoundTheClock = columns.setting?.rules.lagCalendar === '24_hour'
  const { start, task: from, type, lagDays } = columns.links
  for (let task = 0; task < columns.taskCount; task++)
    for (let k = start[task]; k < start[task + 1]; k++) {
      if (from[k] === LINK_UNKNOWN) continue
      const { spec } = calendarOf(from[k])
      const elapsedHours = lagDays[k] * 24
      const workShare = minutesPerWeek(spec) / (7 * 24 * 60)
      const elapsedAsWork = isRoundTheClock ? elapsedHours : Math.round(elapsedHours * workShare)
      const hours = columns.elapsedLags[k] === 1 ? elapsedAsWork : (lagDays[k] * spec.minutesPerDay) / 60
      const [id, predecessor] = [TASK_ID_FIRST + task, TASK_ID_FIRST + from[k]]
      text.row([k + 1, id, predecessor, PROJECT_ID, PROJECT_ID, `PR_${RELATION_TYPES[type[k]]}`, hours])
    }
}

const RESPONSIBLE = /^\s*responsib/i

/** Activity codes: those that tasks have by their names, and the organization as the code Responsibility where none is called so. */
export function writeCodes(text: P6Tables, { columns }: TaskRowsInput): void {
  const entries = codeEntries(columns.codes)
  const names = codeNames(columns.codes)
  const organization = columns.organizationCode
  const organizationCount = Math.max(0, organization.values.offsets.length - 1)
  const hasOwn = organizationCount > 0 && !names.some(name => RESPONSIBLE.test(name))
  if (names.length === 0 && !hasOwn) return
  const typeOf = new Map(names.map((name, n) => [name, n + 1]))
  const own = names.length + 1
  text.table('ACTVTYPE', ['actv_code_type_id', 'actv_code_type', 'proj_id', 'actv_code_type_scope'])
  for (const [name, id] of typeOf) text.row([id, name, PROJECT_ID, 'AS_Project'])
  if (hasOwn) text.row([own, 'Responsibility', PROJECT_ID, 'AS_Project'])
  text.table('ACTVCODE', ['actv_code_id', 'actv_code_type_id', 'actv_code_name', 'short_name'])
  for (const [c, [name, value]] of entries.entries()) text.row([c + 1, typeOf.get(name)!, value, value])
  for (let c = 0; hasOwn && c < organizationCount; c++) {
    const value = textAt(organization.values, c)
    text.row([entries.length + c + 1, own, value, value])
  }
  text.table('TASKACTV', ['task_id', 'actv_code_type_id', 'actv_code_id', 'proj_id'])
  const { start, codes } = columns.codes
  for (let task = 0; task < columns.taskCount; task++) {
    for (let k = start[task] ?? 0; k < (start[task + 1] ?? 0); k++)
      text.row([TASK_ID_FIRST + task, typeOf.get(entries[codes[k]][0])!, codes[k] + 1, PROJECT_ID])
    if (hasOwn && organization.codes[task] > 0)
      text.row([TASK_ID_FIRST + task, own, entries.length + organization.codes[task], PROJECT_ID])
  }
}

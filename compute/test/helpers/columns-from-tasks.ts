/**
 * Task objects -> ScheduleColumns by the plainest means and the rules of /docs/methods#links: what the engine's tests
 * are written with, and an oracle for the reader of compute/engine/read, of which it uses nothing. It expects valid tasks; the
 * faults it knows are those of links.
 */

import { codeEntry } from '../../../shared/contract/schedule/codes.ts'
import {
  type CodedColumn,
  type CodedSetColumn,
  DAY_ABSENT,
  FAULT_SAMPLE_MAX,
  FAULT_TEXT_MAX,
  LINK_UNKNOWN,
  type LinkColumns,
  type ReadFault,
  type ReadFaultKind,
  type ScheduleColumns,
  type TimeColumns,
} from '../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import {
  APPROVAL_STATUSES,
  CONSTRAINT_TYPES,
  DAY_COLUMNS,
  DELAY_CATEGORIES,
  PERCENT_TYPES,
  RELATION_TYPES,
  TASK_FIELDS,
  TASK_TYPES,
  timeColumnOf,
} from '../../../shared/contract/schedule/fields.ts'
import { minutesAfterMidnight } from '../../../shared/contract/schedule/time-of-day.ts'
import { textColumn } from '../../../shared/test/text-column.ts'
import { NAMED_TASKS_MAX } from '../../engine/wording/tasks.ts'

export interface LinkObject {
  task_id?: string
  id?: string
  predecessor_id?: string
  predecessor?: string
  type?: string
  relationship_type?: string
  dependency_type?: string
  lag_days?: number
  lag?: number
}

/** A task as a request writes it. */
export interface TaskObject {
  id: string
  duration_days?: number | null
  predecessors?: readonly (string | LinkObject)[] | null
  [field: string]: unknown
}

interface LinkFault {
  count: number
  readonly all: Set<number>
  readonly tasks: number[]
  readonly texts: string[]
}

/** Tasks that come first by the bytes of their ids, where the sample does not have all of them. */
function shownFault(kind: ReadFaultKind, { all, ...fault }: LinkFault, tasks: readonly TaskObject[]): ReadFault {
  const shown = { kind, field: 'predecessors', ...fault }
  if (all.size === new Set(fault.tasks).size) return shown
  const bytesOf = (task: number): Buffer => Buffer.from(tasks[task]!.id)
  const byId = [...all].sort((a, b) => Buffer.compare(bytesOf(a), bytesOf(b)))
  return { ...shown, whole: { first: byId.slice(0, NAMED_TASKS_MAX), taskCount: all.size } }
}

/** By column of days, its field. */
const DAY_FIELDS = DAY_COLUMNS.map(
  column => [column, TASK_FIELDS.find(field => field.column === column)!.name] as const,
)

/** Times of day beside the dates, by the names of the fields. */
function timesOf(tasks: readonly TaskObject[], isUsed: (field: string) => boolean): TimeColumns {
  return Object.fromEntries(
    DAY_FIELDS.map(([column, field]) => {
      const times = new Uint16Array(tasks.length)
      if (isUsed(field))
        for (const [i, task] of tasks.entries()) {
          const value = task[field]
          const minute = typeof value === 'string' ? minutesAfterMidnight(value) : undefined
          if (minute !== undefined) times[i] = minute + 1
        }
      return [timeColumnOf(column), times]
    }),
  ) as TimeColumns
}

interface ParsedLink {
  predecessor: number
  type: number
  lagDays: number
}

export function columnsFromTasks(tasks: readonly TaskObject[]): ScheduleColumns {
  // most fields are in no task of most tests
  const used = new Set<string>()
  for (const task of tasks) for (const field of Object.keys(task)) used.add(field)
  const isUsed = (field: string): boolean => used.has(field)
  /** column: as it is where no task has the field. */
  const filled = <Column extends Float64Array | Int32Array | Uint8Array>(
    column: Column,
    field: string,
    entryOf: (value: unknown) => number | undefined,
  ): Column => {
    if (isUsed(field))
      for (const [i, task] of tasks.entries()) {
        const entry = entryOf(task[field])
        if (entry !== undefined) column[i] = entry
      }
    return column
  }
  const taskCount = tasks.length
  const numbers = (field: string) =>
    filled(new Float64Array(taskCount).fill(Number.NaN), field, value =>
      value === undefined || value === null ? undefined : Number(value),
    )
  const days = (field: string) =>
    filled(new Int32Array(taskCount).fill(DAY_ABSENT), field, value =>
      typeof value === 'string' ? parseDay(value) : undefined,
    )
  const words = (field: string, values: readonly string[]) =>
    filled(new Uint8Array(taskCount), field, value => values.indexOf(value as string) + 1)
  const flags = (field: string) =>
    filled(new Uint8Array(taskCount), field, value => [undefined, false, true].indexOf(value as boolean))
  const texts = (field: string) => textColumn(tasks.map(task => (task[field] as string | null | undefined) ?? ''))
  const faults = new Map<ReadFaultKind, LinkFault>()
  const links = linkColumns(tasks, (kind, task, text) => {
    const fault = faults.get(kind) ?? { count: 0, all: new Set(), tasks: [], texts: [] }
    faults.set(kind, fault)
    fault.all.add(task)
    if (fault.count++ >= FAULT_SAMPLE_MAX) return
    fault.tasks.push(task)
    fault.texts.push(text.slice(0, FAULT_TEXT_MAX))
  })
  return {
    taskCount,
    notes: undefined,
    assignments: undefined,
    resourceSpecs: undefined,
    id: texts('id'),
    name: texts('name'),
    durationDays: numbers('duration_days'),
    remainingDurationDays: numbers('remaining_duration_days'),
    percentComplete: numbers('percent_complete'),
    physicalPercentComplete: numbers('physical_percent_complete'),
    totalFloatDays: numbers('total_float_days'),
    baselineDurationDays: numbers('baseline_duration_days'),
    freeFloatDays: numbers('free_float_days'),
    levelingDelayDays: numbers('leveling_delay_days'),
    levelingPriority: numbers('leveling_priority'),
    rowNumber: numbers('row_number'),
    percentCompleteType: words('percent_complete_type', PERCENT_TYPES),
    earnedValue: numbers('earned_value'),
    budgetedCost: numbers('budgeted_cost'),
    plannedStart: days('planned_start'),
    plannedFinish: days('planned_finish'),
    actualStart: days('actual_start'),
    actualFinish: days('actual_finish'),
    baselineStart: days('baseline_start'),
    baselineFinish: days('baseline_finish'),
    forecastStart: days('forecast_start'),
    forecastFinish: days('forecast_finish'),
    constraintDate: days('constraint_date'),
    secondaryConstraintDate: days('secondary_constraint_date'),
    expectedFinish: days('expected_finish'),
    suspendDate: days('suspend_date'),
    resumeDate: days('resume_date'),
    deadline: days('deadline'),
    externalEarlyStart: days('external_early_start'),
    externalLateFinish: days('external_late_finish'),
    earlyStart: days('early_start'),
    earlyFinish: days('early_finish'),
    lateStart: days('late_start'),
    lateFinish: days('late_finish'),
    ...timesOf(tasks, isUsed),
    constraintType: words('constraint_type', CONSTRAINT_TYPES),
    secondaryConstraintType: words('secondary_constraint_type', CONSTRAINT_TYPES),
    taskType: words('task_type', TASK_TYPES),
    delayCategory: words('delay_category', DELAY_CATEGORIES),
    approvalStatus: words('approval_status', APPROVAL_STATUSES),
    manuallyScheduled: flags('manually_scheduled'),
    resourceDependent: flags('resource_dependent'),
    onLongestPath: flags('on_longest_path'),
    levelingCanSplit: flags('leveling_can_split'),
    approvalRequired: flags('approval_required'),
    floatRationale: Uint8Array.from(tasks, task => {
      const fields = task.custom_field_map as Record<string, unknown> | null | undefined
      return fields?.float_rationale || fields?.float_justification ? 1 : 0
    }),
    wbsName: codedColumn(tasks.map(task => (task.wbs_name as string | null | undefined) ?? '')),
    wbsCode: codedColumn(tasks.map(task => (task.wbs_code as string | null | undefined) ?? '')),
    organizationCode: codedColumn(tasks.map(task => (task.organization_code as string | null | undefined) ?? '')),
    calendarId: codedColumn(tasks.map(task => (task.calendar_id as string | null | undefined) ?? '')),
    parentId: codedColumn(tasks.map(task => (task.parent_id as string | null | undefined) ?? '')),
    elapsedLags: new Uint8Array(0),
    setting: undefined,
    codes: setColumn(
      tasks.map(task =>
        Object.entries((task.codes ?? {}) as Record<string, string>).map(([name, value]) => codeEntry(name, value)),
      ),
    ),
    resources: setColumn(
      tasks.map(task => [...(task.resource ? [task.resource as string] : []), ...((task.resources as string[]) ?? [])]),
    ),
    links,
    faults: [...faults].map(([kind, fault]): ReadFault => shownFault(kind, fault, tasks)),
  }
}

function dictionary(texts: Iterable<string>): Map<string, number> {
  const codes = new Map<string, number>()
  for (const text of texts) if (text !== '' && !codes.has(text)) codes.set(text, codes.size)
  return codes
}

function codedColumn(texts: readonly string[]): CodedColumn {
  const codes = dictionary(texts)
  return { codes: Uint32Array.from(texts, text => (codes.get(text) ?? -1) + 1), values: textColumn([...codes.keys()]) }
}

function setColumn(lists: readonly (readonly string[])[]): CodedSetColumn {
  const sets = lists.map(list => [...new Set(list.map(text => text.trim()).filter(text => text !== ''))])
  const codes = dictionary(sets.flat())
  const start = new Uint32Array(sets.length + 1)
  sets.forEach((set, i) => {
    start[i + 1] = start[i]! + set.length
  })
  return {
    start,
    codes: Uint32Array.from(sets.flat(), text => codes.get(text)!),
    values: textColumn([...codes.keys()]),
  }
}

type Report = (kind: ReadFaultKind, task: number, text: string) => void

function linkColumns(tasks: readonly TaskObject[], report: Report): LinkColumns {
  const indexOf = new Map<string, number>()
  tasks.forEach((task, i) => {
    if (task.id !== '' && !indexOf.has(task.id)) indexOf.set(task.id, i)
  })
  const start = new Uint32Array(tasks.length + 1)
  const all: ParsedLink[] = []
  tasks.forEach((task, i) => {
    const own: ParsedLink[] = []
    for (const written of task.predecessors ?? []) {
      const link = typeof written === 'string' ? fromText(written, indexOf) : fromObject(written, indexOf)
      const text = typeof written === 'string' ? written.trim() : String(predecessorOf(written))
      if (link === 'unparsable') {
        report('unparsable_link', i, text)
        continue
      }
      if (link.predecessor === LINK_UNKNOWN) report('unknown_predecessor', i, text)
      const twin = own.find(
        other =>
          other.predecessor !== LINK_UNKNOWN && other.predecessor === link.predecessor && other.type === link.type,
      )
      if (twin === undefined) own.push(link)
      else {
        twin.lagDays = Math.max(twin.lagDays, link.lagDays)
        report('duplicate_link', i, text)
      }
    }
    all.push(...own)
    start[i + 1] = all.length
  })
  return {
    start,
    task: Int32Array.from(all, link => link.predecessor),
    type: Uint8Array.from(all, link => link.type),
    lagDays: Float64Array.from(all, link => link.lagDays),
  }
}

const predecessorOf = (link: LinkObject): string =>
  link.task_id ?? link.id ?? link.predecessor_id ?? link.predecessor ?? ''

function fromObject(link: LinkObject, indexOf: ReadonlyMap<string, number>): ParsedLink {
  const type = link.type ?? link.relationship_type ?? link.dependency_type ?? 'FS'
  return {
    predecessor: indexOf.get(predecessorOf(link)) ?? indexOf.get(predecessorOf(link).trim()) ?? LINK_UNKNOWN,
    type: RELATION_TYPES.indexOf(type as (typeof RELATION_TYPES)[number]),
    lagDays: link.lag_days ?? link.lag ?? 0,
  }
}

const AFTER_ID = /^\s*[:,]?\s*(FS|SS|FF|SF)\s*(?:([+-])\s*(\d+(?:\.\d*)?|\.\d+)\s*(?:e?d|e?day|e?days)?)?$/i
const MEANT_AS_LINK = /^\s*[:,]?\s*(?:FS|SS|FF|SF|[+\-%])/i

function fromText(text: string, indexOf: ReadonlyMap<string, number>): ParsedLink | 'unparsable' {
  const whole = indexOf.get(text) ?? indexOf.get(text.trim())
  if (whole !== undefined) return { predecessor: whole, type: 0, lagDays: 0 }
  const asWritten = fromParts(text.trimEnd(), indexOf)
  return typeof asWritten === 'object' && asWritten.predecessor !== LINK_UNKNOWN
    ? asWritten
    : fromParts(text.trim(), indexOf)
}

function fromParts(text: string, indexOf: ReadonlyMap<string, number>): ParsedLink | 'unparsable' {
  let meant = false
  for (let length = text.length - 1; length > 0; length--) {
    const predecessor = indexOf.get(text.slice(0, length))
    if (predecessor === undefined) continue
    const rest = text.slice(length)
    const parts = AFTER_ID.exec(rest)
    if (parts !== null) {
      const type = RELATION_TYPES.indexOf(parts[1]!.toUpperCase() as (typeof RELATION_TYPES)[number])
      const lagDays = parts[3] === undefined ? 0 : Number(parts[3]) * (parts[2] === '-' ? -1 : 1)
      return { predecessor, type, lagDays: lagDays + 0 }
    }
    meant ||= MEANT_AS_LINK.test(rest)
  }
  return meant ? 'unparsable' : { predecessor: LINK_UNKNOWN, type: 0, lagDays: 0 }
}

/**
 * The columns of a schedule whose tasks have no value, as one literal: stored one by one by their names, seventy members take as long as the scan of
 * fifty tasks. Its type says which array each column takes, so a column that is missing here does not compile.
 */
import {
  type CodedColumn,
  type CodedSetColumn,
  DAY_ABSENT,
  type LinkColumns,
  type ScheduleColumns,
  type TextColumn,
} from './columns.ts'

/** Arrays for as many tasks, in which all of them are absent: shared by the columns of one kind. */
export interface AbsentColumns {
  readonly taskCount: number
  readonly numbers: Float64Array
  readonly days: Int32Array
  readonly times: Uint16Array
  readonly bytes: Uint8Array
  readonly texts: TextColumn
  readonly codes: CodedColumn
  readonly sets: CodedSetColumn
}

const NO_MARKS = new Uint8Array(0)

/** To be filled by whoever makes columns: then they are read-only. */
type FillableColumns = { -readonly [Name in keyof ScheduleColumns]: ScheduleColumns[Name] }

export function absentColumns(
  { taskCount, numbers, days, times, bytes, texts, codes, sets }: AbsentColumns,
  links: LinkColumns,
): FillableColumns {
  return {
    taskCount,
    faults: [],
    setting: undefined,
    resourceSpecs: undefined,
    notes: undefined,
    id: texts,
    durationDays: numbers,
    remainingDurationDays: numbers,
    links,
    name: texts,
    resources: sets,
    percentComplete: numbers,
    physicalPercentComplete: numbers,
    plannedStart: days,
    plannedFinish: days,
    actualStart: days,
    actualFinish: days,
    baselineStart: days,
    baselineFinish: days,
    constraintType: bytes,
    constraintDate: days,
    taskType: bytes,
    wbsCode: codes,
    organizationCode: codes,
    codes: sets,
    floatRationale: bytes,
    forecastStart: days,
    forecastFinish: days,
    totalFloatDays: numbers,
    baselineDurationDays: numbers,
    delayCategory: bytes,
    earnedValue: numbers,
    budgetedCost: numbers,
    approvalRequired: bytes,
    approvalStatus: bytes,
    calendarId: codes,
    secondaryConstraintType: bytes,
    secondaryConstraintDate: days,
    expectedFinish: days,
    suspendDate: days,
    resumeDate: days,
    deadline: days,
    externalEarlyStart: days,
    externalLateFinish: days,
    manuallyScheduled: bytes,
    resourceDependent: bytes,
    earlyStart: days,
    earlyFinish: days,
    lateStart: days,
    lateFinish: days,
    freeFloatDays: numbers,
    onLongestPath: bytes,
    levelingDelayDays: numbers,
    levelingPriority: numbers,
    levelingCanSplit: bytes,
    rowNumber: numbers,
    percentCompleteType: bytes,
    parentId: codes,
    wbsName: codes,
    plannedStartTime: times,
    plannedFinishTime: times,
    actualStartTime: times,
    actualFinishTime: times,
    baselineStartTime: times,
    baselineFinishTime: times,
    forecastStartTime: times,
    forecastFinishTime: times,
    constraintDateTime: times,
    secondaryConstraintDateTime: times,
    expectedFinishTime: times,
    suspendDateTime: times,
    resumeDateTime: times,
    deadlineTime: times,
    externalEarlyStartTime: times,
    externalLateFinishTime: times,
    earlyStartTime: times,
    earlyFinishTime: times,
    lateStartTime: times,
    lateFinishTime: times,
    elapsedLags: NO_MARKS,
    assignments: undefined,
  }
}

const noTexts = (): TextColumn => ({ bytes: new Uint8Array(0), offsets: new Uint32Array(1) })

interface AbsentArrays extends AbsentColumns {
  readonly links: LinkColumns
}

function absentArrays(taskCount: number): AbsentArrays {
  const starts = new Uint32Array(taskCount + 1)
  const codes = new Uint32Array(taskCount)
  return {
    taskCount,
    numbers: new Float64Array(taskCount).fill(Number.NaN),
    days: new Int32Array(taskCount).fill(DAY_ABSENT),
    times: new Uint16Array(taskCount),
    bytes: new Uint8Array(taskCount),
    texts: { bytes: new Uint8Array(0), offsets: starts },
    codes: { codes, values: noTexts() },
    sets: { start: starts, codes: new Uint32Array(0), values: noTexts() },
    links: { start: starts, task: new Int32Array(0), type: new Uint8Array(0), lagDays: new Float64Array(0) },
  }
}

/** Schedules of one length share them, since columns are read-only: those of the latest short one are kept. */
let lately = absentArrays(0)
const KEPT_TASKS_MAX = 1_000

/** Columns without any value, to be filled with those that a schedule has. */
export function columnsToFill(taskCount: number): FillableColumns {
  const arrays = lately.taskCount === taskCount ? lately : absentArrays(taskCount)
  if (taskCount <= KEPT_TASKS_MAX) lately = arrays
  return absentColumns(arrays, arrays.links)
}

/**
 * What both exports of P6 say, list by list: our slot for it, the column of an XER and the element of P6 XML that feed it ('' = that format does not
 * have it), and the field of a task that a date becomes as it is. Readers fill a RowRecord by it; what a slot means is said in the other files here.
 */
import { RowRecord } from '../row-record.ts'

type Names = readonly [xer: string, xml: string, field?: string]
type Fields = Readonly<Record<string, Names>>
type SlotsOf<Group extends Fields> = { readonly [name in keyof Group]: number }

/** 0: XER, 1: P6 XML. */
export type Side = 0 | 1
export const XER: Side = 0
export const XML: Side = 1

export interface P6List {
  /** What its rows are called: [table of an XER, element of P6 XML]. */
  readonly name: readonly [xer: string, xml: string]
  // entry s: names of slot s
  readonly dates: readonly Names[]
  readonly numbers: readonly Names[]
  readonly texts: readonly Names[]
  /** So many of the texts are words or keys, whose bytes are not decoded. */
  readonly wordCount: number
}

/** A record for the rows of a list. */
export function recordFor({ dates, numbers, texts }: P6List): RowRecord {
  const record = new RowRecord({ dateCount: dates.length, valueCount: numbers.length, textCount: texts.length })
  record.clear()
  return record
}

const numbered = <Group extends Fields>(group: Group): SlotsOf<Group> =>
  Object.fromEntries(Object.keys(group).map((name, slot) => [name, slot])) as SlotsOf<Group>

interface Groups<D extends Fields, V extends Fields, W extends Fields, T extends Fields> {
  readonly dates: D
  readonly numbers: V
  readonly words: W
  readonly texts: T
}

function listOf<const D extends Fields, const V extends Fields, const W extends Fields, const T extends Fields>(
  name: P6List['name'],
  { dates, numbers, words, texts }: Groups<D, V, W, T>,
): P6List & { readonly D: SlotsOf<D>; readonly V: SlotsOf<V>; readonly T: SlotsOf<W & T> } {
  return {
    name,
    dates: Object.values(dates),
    numbers: Object.values(numbers),
    texts: [...Object.values(words), ...Object.values(texts)],
    wordCount: Object.keys(words).length,
    D: numbered(dates),
    V: numbered(numbers),
    T: numbered({ ...words, ...texts }),
  }
}

/** "TASK.task_type", "Activity.Type". */
export const fieldName = (list: P6List, [xer, xml]: Names, side: Side): string =>
  `${list.name[side]}.${side === XER ? xer : xml}`

export const TASK = listOf(['TASK', 'Activity'], {
  dates: {
    plannedStart: ['target_start_date', 'PlannedStartDate', 'planned_start'],
    plannedFinish: ['target_end_date', 'PlannedFinishDate', 'planned_finish'],
    actualStart: ['act_start_date', 'ActualStartDate', 'actual_start'],
    actualFinish: ['act_end_date', 'ActualFinishDate', 'actual_finish'],
    constraint: ['cstr_date', 'PrimaryConstraintDate', 'constraint_date'],
    constraint2: ['cstr_date2', 'SecondaryConstraintDate', 'secondary_constraint_date'],
    expectedFinish: ['expect_end_date', 'ExpectedFinishDate', 'expected_finish'],
    suspend: ['suspend_date', 'SuspendDate', 'suspend_date'],
    resume: ['resume_date', 'ResumeDate', 'resume_date'],
    externalStart: ['external_early_start_date', 'ExternalEarlyStartDate', 'external_early_start'],
    externalFinish: ['external_late_end_date', 'ExternalLateFinishDate', 'external_late_finish'],
    earlyStart: ['early_start_date', 'EarlyStartDate'],
    earlyFinish: ['early_end_date', 'EarlyFinishDate'],
    lateStart: ['late_start_date', 'LateStartDate'],
    lateFinish: ['late_end_date', 'LateFinishDate'],
    // of the work that is left
    restart: ['restart_date', ''],
    reend: ['reend_date', ''],
    remainingEarlyStart: ['', 'RemainingEarlyStartDate'],
    remainingEarlyFinish: ['', 'RemainingEarlyFinishDate'],
    remainingLateStart: ['', 'RemainingLateStartDate'],
    remainingLateFinish: ['', 'RemainingLateFinishDate'],
    // what P6 shows
    start: ['', 'StartDate'],
    finish: ['', 'FinishDate'],
  },
  numbers: {
    target: ['target_drtn_hr_cnt', 'PlannedDuration'],
    remaining: ['remain_drtn_hr_cnt', 'RemainingDuration'],
    totalFloat: ['total_float_hr_cnt', 'TotalFloat'],
    freeFloat: ['free_float_hr_cnt', 'FreeFloat'],
    // in percent; the reader multiplies what is a share
    physical: ['phys_complete_pct', 'PhysicalPercentComplete'],
    // an XER has the units that it is made of
    units: ['', 'UnitsPercentComplete'],
  },
  words: {
    type: ['task_type', 'Type'],
    status: ['status_code', 'Status'],
    percentType: ['complete_pct_type', 'PercentCompleteType'],
    constraint: ['cstr_type', 'PrimaryConstraintType'],
    constraint2: ['cstr_type2', 'SecondaryConstraintType'],
    priority: ['priority_type', 'LevelingPriority'],
    longestPath: ['driving_path_flag', 'IsLongestPath'],
  },
  texts: {
    id: ['task_code', 'Id'],
    name: ['task_name', 'Name'],
  },
})

export const WBS = listOf(['PROJWBS', 'WBS'], {
  dates: {},
  numbers: {},
  words: {},
  texts: { code: ['wbs_short_name', 'Code'], name: ['wbs_name', 'Name'] },
})

export const RESOURCE = listOf(['RSRC', 'Resource'], {
  dates: {},
  // an XER has it in its rates alone
  numbers: { most: ['', 'MaxUnitsPerTime'] },
  words: { type: ['rsrc_type', 'ResourceType'] },
  texts: { name: ['rsrc_name', 'Name'], code: ['rsrc_short_name', 'Id'] },
})

export const RATE = listOf(['RSRCRATE', 'ResourceRate'], {
  dates: { from: ['start_date', 'EffectiveDate'] },
  numbers: { most: ['max_qty_per_hr', 'MaxUnitsPerTime'], price: ['cost_per_qty', 'PricePerUnit'] },
  words: {},
  texts: {},
})

/** Where two feed one, the second counts where there is no first. */
export const ASSIGNMENT = listOf(['TASKRSRC', 'ResourceAssignment'], {
  dates: {
    remainingStart: ['restart_date', 'RemainingStartDate'],
    plannedStart: ['target_start_date', 'PlannedStartDate'],
    remainingFinish: ['reend_date', 'RemainingFinishDate'],
    plannedFinish: ['target_end_date', 'PlannedFinishDate'],
  },
  numbers: {
    perTime: ['target_qty_per_hr', 'PlannedUnitsPerTime'],
    remainingPerTime: ['remain_qty_per_hr', 'RemainingUnitsPerTime'],
    planned: ['target_qty', 'PlannedUnits'],
    remaining: ['remain_qty', 'RemainingUnits'],
    remainingHours: ['', 'RemainingDuration'],
    remainingLag: ['relag_drtn_hr_cnt', 'RemainingLag'],
    plannedLag: ['target_lag_drtn_hr_cnt', 'PlannedLag'],
    plannedCost: ['target_cost', 'PlannedCost'],
    remainingCost: ['remain_cost', 'RemainingCost'],
    actual: ['act_reg_qty', 'ActualUnits'],
    overtime: ['act_ot_qty', ''],
    actualCost: ['act_reg_cost', 'ActualCost'],
    overtimeCost: ['act_ot_cost', ''],
    price: ['cost_per_qty', 'CostPerQuantity'],
  },
  words: {},
  texts: {},
})

export const LINK = listOf(['TASKPRED', 'Relationship'], {
  dates: {},
  numbers: {},
  words: { type: ['pred_type', 'Type'], lag: ['lag_hr_cnt', 'Lag'] },
  texts: {},
})

/** Fields of a task of another project that a link leads to: the first that is there counts. */
export const OTHER_TASK = listOf(['TASK', 'Activity'], {
  dates: {
    actualStart: ['act_start_date', 'ActualStartDate'],
    remainingStart: ['restart_date', 'RemainingEarlyStartDate'],
    earlyStart: ['early_start_date', 'EarlyStartDate'],
    start: ['', 'StartDate'],
    plannedStart: ['target_start_date', 'PlannedStartDate'],
    actualFinish: ['act_end_date', 'ActualFinishDate'],
    remainingFinish: ['reend_date', 'RemainingEarlyFinishDate'],
    earlyFinish: ['early_end_date', 'EarlyFinishDate'],
    finish: ['', 'FinishDate'],
    plannedFinish: ['target_end_date', 'PlannedFinishDate'],
    remainingLateStart: ['', 'RemainingLateStartDate'],
    lateStart: ['late_start_date', 'LateStartDate'],
    remainingLateFinish: ['', 'RemainingLateFinishDate'],
    lateFinish: ['late_end_date', 'LateFinishDate'],
  },
  numbers: {},
  words: {},
  texts: {},
})

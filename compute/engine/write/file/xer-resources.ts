/** Resources with their limits, and the assignments of tasks, as rows of an XER. */

import type { AssignmentColumns, AssignmentNumber } from '../../../../shared/contract/schedule/assignments.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import {
  type LevelingOptions,
  P6_PRIORITIES,
  PRICE_LEAST,
  type PriorityField,
  pricePerUnitOn,
  type ResourceSpec,
  type ResourceType,
  specsByCode,
} from '../../../../shared/contract/schedule/resources.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { PROJECT_ID, TASK_ID_FIRST, type TaskRowsInput } from './xer-tasks.ts'
import { momentCell, type P6Tables, type XerCell } from './xer-text.ts'

const RESOURCE_ID_FIRST = 1_000
const MINUTES_PER_HOUR = 60
/** A rate begins on a day; the first one holds before that, too. */
const FIRST_DAY = parseDay('1990-01-01')!

const TYPES: Readonly<Record<ResourceType, string>> = {
  labour: 'RT_Labor',
  nonlabour: 'RT_Equip',
  material: 'RT_Mat',
  cost: 'RT_Mat',
}

/** Columns of TASKRSRC by what they are written from; those of a rate are per hour. */
const NUMBERS: readonly (readonly [column: string, name: AssignmentNumber, isRate: boolean])[] = [
  ['target_qty', 'budgetedUnits', false],
  ['act_reg_qty', 'actualUnits', false],
  ['remain_qty', 'remainingUnits', false],
  ['target_qty_per_hr', 'unitsPerDay', true],
  ['remain_qty_per_hr', 'remainingUnitsPerDay', true],
  ['relag_drtn_hr_cnt', 'lagHours', false],
  ['act_reg_cost', 'actualCost', false],
  ['remain_cost', 'remainingCost', false],
]
/** Cents are no difference between the cost of a task and that of its assignments. */
const COST_LEAST = 0.005

/** What a schedule with prices has of them: the price, where it is from, and whether cost is units by price, as P6 then keeps it. */
const PRICES = ['cost_per_qty', 'rate_type', 'cost_per_qty_source_type', 'cost_qty_link_flag']

/** Row of SCHEDOPTIONS. */
export const OPTIONS_ID = 1
export const LEVELING_COLUMNS = [
  ...['level_float_thrs_cnt', 'level_outer_assign_flag', 'level_outer_assign_priority', 'level_over_alloc_pct'],
  ...['level_within_float_flag', 'level_keep_sched_date_flag', 'level_all_rsrc_flag', 'LevelPriorityList'],
]
/** What P6 has in a new project. */
const OTHERS_PRIORITY = 5
const OVER_ALLOCATION = 25

/** Some resources are left out of levelling. */
export const keepsOut = (columns: ScheduleColumns): boolean => resourcesKeptOut(columns).length > 0

/** Names of the resources that are left out of levelling. */
export const resourcesKeptOut = (columns: ScheduleColumns): string[] =>
  specsByCode(columns).flatMap((spec, code) =>
    spec?.canLevel === false ? [textAt(columns.resources.values, code)] : [],
  )

/** Cells of LEVELING_COLUMNS. */
export function levelingCells(options: LevelingOptions, isChosen: boolean): XerCell[] {
  const { priority_order: order, within_float_only, float_kept_hours, other_projects_priority_max: others } = options
  const terms = (order ?? []).flatMap(({ by, descending }) => {
    const field = P6_PRIORITIES[by as PriorityField]
    // P6 counts from the top priority down
    const isDown = by === 'priority' ? descending === false : descending === true
    return field === undefined ? [] : [`${field},${isDown ? 'DESC' : 'ASC'}\x7f\x7f`]
  })
  return [
    float_kept_hours ?? 0,
    others === undefined ? 'N' : 'Y',
    others ?? OTHERS_PRIORITY,
    options.over_allocation_pct_max ?? OVER_ALLOCATION,
    within_float_only === true ? 'Y' : 'N',
    options.levels_late_dates === true ? 'N' : 'Y',
    isChosen ? 'N' : 'Y',
    terms.length === 0 ? `${P6_PRIORITIES.id},ASC\x7f\x7f` : terms.join(''),
  ]
}

/** `calendarIds`: by the index of a calendar of the setting. */
export function writeResources(
  text: P6Tables,
  { columns, calendarOf }: TaskRowsInput,
  calendarIds: readonly number[],
  defaultCalendar: number,
  minutesPerDay: number,
): void {
  const { resources, assignments, budgetedCost, taskCount } = columns
  const { start, codes, values } = resources
  const specs = specsByCode(columns)
  const isCosted = budgetedCost.some(cost => !Number.isNaN(cost))
  if (specs.length === 0 && !isCosted) return
  const typeOf = (r: number): ResourceType => specs[r]?.type ?? 'labour'
  text.table('RSRC', ['rsrc_id', 'clndr_id', 'rsrc_name', 'rsrc_short_name', 'rsrc_type'])
  // two of one short name would be one resource in P6
  const taken = new Set<string>()
  for (const [r, spec] of specs.entries()) if (spec?.shortName === undefined) taken.add(textAt(values, r))
  for (const [r, spec] of specs.entries()) {
    const name = textAt(values, r)
    const own = spec?.shortName
    const shortName = own === undefined || taken.has(own) ? name : own
    taken.add(shortName)
    const calendar = spec === undefined || spec.calendar < 0 ? defaultCalendar : spec.calendar
    text.row([RESOURCE_ID_FIRST + r, calendarIds[calendar], spec?.name ?? name, shortName, TYPES[typeOf(r)]])
  }
  writeRates(text, specs, minutesPerDay / MINUTES_PER_HOUR)
  const isPriced = specs.some(spec => spec?.prices !== undefined) || (assignments?.pricePerUnit.length ?? 0) > 0
  if (keepsOut(columns)) {
    text.table('RSRCLEVELLIST', ['rsrc_level_list_id', 'schedoptions_id', 'rsrc_id'])
    for (const [r, spec] of specs.entries())
      if (spec?.canLevel !== false) text.row([1 + r, OPTIONS_ID, RESOURCE_ID_FIRST + r])
  }
  text.table('TASKRSRC', [
    ...['taskrsrc_id', 'task_id', 'proj_id', 'rsrc_id', 'rsrc_type', 'rollup_dates_flag', 'target_cost'],
    ...['restart_date', 'reend_date'],
    ...NUMBERS.map(([column]) => column),
    ...(isPriced ? PRICES : []),
  ])
  let id = 1
  const row = (task: number, r: number | null, cost: number, k = -1): void => {
    const hours = calendarOf(task).spec.minutesPerDay / MINUTES_PER_HOUR
    const isMaterial = r !== null && typeOf(r) === 'material'
    const rest: XerCell[] = NUMBERS.map(([, name, isRate]) =>
      cell(valueAt(assignments?.[name], k) / (isRate && isMaterial ? hours : 1)),
    )
    const ofResource = pricePerUnitOn(
      r === null ? undefined : specs[r]?.prices,
      Math.floor(valueAt(assignments?.begin, k) / MINUTES_PER_DAY),
    )
    const own = valueAt(assignments?.pricePerUnit, k)
    const price = Number.isNaN(own) ? ofResource : own
    const isFromResource = Math.abs(price - ofResource) <= PRICE_LEAST
    const isLinked = Math.abs(price * valueAt(assignments?.budgetedUnits, k) - cost) < COST_LEAST
    text.row([
      ...[id++, TASK_ID_FIRST + task, PROJECT_ID, r === null ? null : RESOURCE_ID_FIRST + r],
      ...[r === null ? 'RT_Labor' : TYPES[typeOf(r)], drivesCell(assignments, k), cost],
      ...[momentCell(valueAt(assignments?.begin, k)), momentCell(valueAt(assignments?.end, k)), ...rest],
      ...(isPriced && r !== null
        ? [price, 'COST_PER_QTY', isFromResource ? 'ST_Rsrc' : null, isLinked ? 'Y' : 'N']
        : PRICES.map(() => null).slice(isPriced ? 0 : PRICES.length)),
    ])
  }
  for (let task = 0; task < taskCount; task++) {
    const isTold = !Number.isNaN(budgetedCost[task])
    let cost = isTold ? budgetedCost[task] : 0
    let written = 0
    const assigned = new Set<number>()
    if (assignments !== undefined)
      for (let k = assignments.start[task]; k < assignments.start[task + 1]; k++, written++) {
        const own = valueAt(assignments.budgetedCost, k)
        assigned.add(assignments.resource[k])
        row(task, assignments.resource[k], Number.isNaN(own) ? 0 : own, k)
        if (isTold && !Number.isNaN(own)) cost -= own
      }
    for (let k = start[task]; k < start[task + 1]; k++) {
      if (assigned.has(codes[k])) continue
      // what a task costs stands at its first resource
      row(task, codes[k], written++ === 0 ? cost : 0)
      if (written === 1) cost = 0
    }
    if (Math.abs(cost) >= COST_LEAST) row(task, null, cost)
  }
}

const cell = (value: number): XerCell => (Number.isNaN(value) ? null : value)
const valueAt = (values: Float64Array | undefined, k: number): number =>
  values !== undefined && k >= 0 && k < values.length ? values[k] : Number.NaN

function drivesCell(assignments: AssignmentColumns | undefined, k: number): XerCell {
  const drives = assignments !== undefined && k >= 0 ? (assignments.drives[k] ?? 0) : 0
  return drives === 0 ? null : drives === 2 ? 'Y' : 'N'
}

/** Limits and prices from the days on which either changes. P6 writes 0 for no limit. */
function writeRates(text: P6Tables, specs: readonly (ResourceSpec | undefined)[], hoursPerDay: number): void {
  if (specs.every(spec => spec?.limits === undefined && spec?.prices === undefined)) return
  text.table('RSRCRATE', ['rsrc_rate_id', 'rsrc_id', 'max_qty_per_hr', 'cost_per_qty', 'start_date'])
  let id = 1
  for (const [r, spec] of specs.entries()) {
    if (spec?.limits === undefined && spec?.prices === undefined) continue
    const { limits, prices } = spec
    const cuts = [
      ...(limits ?? []).flatMap(({ from, to }) => [from, to === undefined ? to : to + 1]),
      ...(prices ?? []).slice(1).map(({ from }) => from),
    ]
    const days = [...new Set([FIRST_DAY, ...cuts])]
    for (const day of days.filter(each => each !== undefined).sort((a, b) => a - b)) {
      const limit = limits?.findLast(
        ({ from, to }) => (from === undefined || from <= day) && (to === undefined || day <= to),
      )
      const most = limit?.unitsPerDay ?? (spec.type === 'labour' ? 1 : Number.POSITIVE_INFINITY)
      const perHour = most / (spec.type === 'material' ? hoursPerDay : 1)
      text.row([
        id++,
        RESOURCE_ID_FIRST + r,
        limits === undefined ? null : perHour === Number.POSITIVE_INFINITY ? 0 : perHour,
        prices === undefined ? null : pricePerUnitOn(prices, day),
        momentCell(day * MINUTES_PER_DAY),
      ])
    }
  }
}

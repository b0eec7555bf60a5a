/** The impact of a comparison as it stands in the result. */

import { CHANGE_FIELDS, type EDIT_KINDS } from '../../../../shared/contract/analysis/change-tracking/words.ts'
import type { TextColumn } from '../../../../shared/contract/schedule/columns.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { dateOrNull } from '../../result/options.ts'
import { References, type ResultValue, Table } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { TRUE } from './cell-edits.ts'
import { fieldCode } from './change-log.ts'
import { valueText } from './change-text.ts'
import { CONSTRAINT_DATE, CONSTRAINT_TYPE, DURATION, idsOf, REMAINING } from './edits.ts'
import { type CriticalMoves, type EditImpact, type EditImpacts, networkShift } from './impact.ts'
import type { Pair } from './pair.ts'
import type { SettingImpacts } from './setting-impact.ts'
import { showSettingSums } from './show-settings.ts'

export const IMPACT_METHOD =
  'Both sides by CPM from one anchor. Each edit is reverted alone on the later network: impact = P - P reverted. They need not add up: "changes_together_days" reverts all at once; "rest_days" is progress and the status date.'

const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

interface ImpactOptions {
  /** Indices of both statuses. */
  readonly from: number
  readonly to: number
  readonly ids: TextColumn
  readonly withDetails: boolean
}

export function showImpact(
  pair: Pair,
  impacts: EditImpacts,
  settings: SettingImpacts,
  options: ImpactOptions,
): ResultValue {
  const { before, after } = pair
  const { ids, withDetails } = options
  const shift = networkShift(pair)
  const { tested, candidateCount, materialCount, editCount, together } = impacts
  const moved = after.result.projectFinish - before.result.projectFinish
  const [was, is] = [before.dates.projectFinish, after.dates.projectFinish]
  return {
    from_date: formatDay(before.day),
    to_date: formatDay(after.day),
    from_status: options.from,
    to_status: options.to,
    finish_before: dateOrNull(was),
    finish_after: dateOrNull(is),
    finish_shift_days: days(moved),
    finish_shift_calendar_days: was === DAY_ABSENT || is === DAY_ABSENT ? null : is - was,
    ...showCritical(shift.critical, ids),
    total_float: {
      compared: shift.compared,
      rose: shift.rose,
      fell: shift.fell,
      mean_change_days: shift.compared === 0 ? null : days(shift.changeDays / shift.compared),
      largest_rise_days: days(shift.largestRise),
      largest_fall_days: days(shift.largestFall),
    },
    float_changes: withDetails ? floatTable(pair, shift.changedTasks) : undefined,
    settings: settings.each.length + settings.reassignedCount === 0 ? undefined : showSettingSums(settings),
    edits_material: materialCount,
    edits_tested: tested.length,
    edits_not_tested: candidateCount - tested.length,
    changes_together: editCount,
    changes_together_days: Number.isNaN(together.days) ? null : days(together.days),
    rest_days: Number.isNaN(together.days) ? null : days(moved - together.days),
    edits: tested.map(impact => showEdit(pair, impact)),
  }
}

/** Whole lists, so that they agree with their counts. */
function showCritical({ entered, left, added, deleted, completed }: CriticalMoves, ids: TextColumn) {
  return {
    entered_critical_count: entered.length,
    left_critical_count: left.length,
    added_critical_count: added.length,
    deleted_critical_count: deleted.length,
    completed_critical_count: completed.length,
    entered_critical: new References(entered, ids),
    left_critical: new References(left, ids),
    added_critical: new References(added, ids),
    deleted_critical: new References(deleted, ids),
    completed_critical: new References(completed, ids),
  }
}

function floatTable({ before, after, beforeOf }: Pair, tasks: Uint32Array): Table {
  const was = after.result.totalFloat.map((_, i) => before.result.totalFloat[beforeOf[i]])
  const number = (values: Float64Array) => ({ kind: 'number', values, decimals: OFFSET_DECIMALS }) as const
  return new Table(
    after.columns.taskCount,
    {
      id: { kind: 'text', values: after.columns.id },
      before_days: number(was),
      after_days: number(after.result.totalFloat),
      change_days: number(after.result.totalFloat.map((float, i) => float - was[i])),
    },
    tasks,
  )
}

function showEdit(pair: Pair, { edit, days: impact, obstacle }: EditImpact): ResultValue {
  const { field, linkBefore, linkAfter } = edit
  const [id, predecessor] = idsOf(pair, edit)
  return {
    id,
    predecessor_id: predecessor === '' ? null : predecessor,
    edit: EDIT_NAMES[field] ?? CHANGE_FIELDS[field],
    before: editText(field, pair.before.columns, edit.before, linkBefore),
    after: editText(field, pair.after.columns, edit.after, linkAfter),
    impact_days: Number.isNaN(impact) ? null : days(impact),
    not_reverted: obstacle,
  }
}

const [SECONDARY, SUSPENDED, RESUMED, BY_HAND] = [
  fieldCode('secondary_constraint_type'),
  fieldCode('suspend_date'),
  fieldCode('resume_date'),
  fieldCode('manually_scheduled'),
]
const EDIT_NAMES: Readonly<Record<number, (typeof EDIT_KINDS)[number]>> = {
  [DURATION]: 'duration',
  [CONSTRAINT_TYPE]: 'constraint',
  [SECONDARY]: 'secondary_constraint',
  [SUSPENDED]: 'suspension',
}
/** The field that is shown behind the one that stands for the edit. */
const SHOWN_BESIDE: Readonly<Record<number, number>> = {
  [CONSTRAINT_TYPE]: CONSTRAINT_DATE,
  [SECONDARY]: fieldCode('secondary_constraint_date'),
  [SUSPENDED]: RESUMED,
}

/** A constraint is shown with its date, a suspension with its end; of work whose duration stayed, what remains. */
function editText(field: number, columns: Pair['after']['columns'], task: number, link: number): string | null {
  const text = valueText(field, columns, task, link)
  if (field === DURATION) {
    const remaining = valueText(REMAINING, columns, task, link)
    return remaining === null || remaining === text ? text : `${text ?? 'no duration'}, ${remaining} remaining`
  }
  if (field === BY_HAND && columns.manuallyScheduled[task] === TRUE) {
    const [start, finish] = [columns.forecastStart[task], columns.forecastFinish[task]].map(dateOrNull)
    return `by hand, ${start ?? 'no start'} to ${finish ?? 'no finish'}`
  }
  const beside = SHOWN_BESIDE[field]
  const second = beside === undefined || text === null ? null : valueText(beside, columns, task, link)
  if (second === null) return text
  return field === SUSPENDED ? `${text!} to ${second}` : `${text} ${second}`
}

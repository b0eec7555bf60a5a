/** The impact of a comparison as it stands in the result. */

import { CHANGE_FIELDS } from '../../../../shared/analysis/change-tracking/words.ts'
import type { TextColumn } from '../../../../shared/schedule/columns.ts'
import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { formatDay } from '../../../../shared/schedule/day.ts'
import { textAt } from '../../../../shared/schedule/text.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { NO_LINK } from '../../compare/link-changes.ts'
import { dateOrNull } from '../../result/options.ts'
import { References, type ResultValue, Table } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/round.ts'
import { valueText } from './change-text.ts'
import { CONSTRAINT_DATE, CONSTRAINT_TYPE, DURATION, type Edit } from './find-changes.ts'
import { type CriticalMoves, type EditImpact, editImpacts, networkShift } from './impact.ts'
import type { Pair } from './pair.ts'
import { WORDS } from './words.ts'

export const IMPACT_METHOD = WORDS.impactMethod.message

const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

interface ImpactOptions {
  readonly ids: TextColumn
  readonly withDetails: boolean
  readonly checkpoint: (() => void) | undefined
}

export function showImpact(pair: Pair, edits: readonly Edit[], options: ImpactOptions): ResultValue {
  const { before, after } = pair
  const { ids, withDetails } = options
  const shift = networkShift(pair)
  const impacts = editImpacts(pair, edits, options.checkpoint)
  const [was, is] = [before.dates.projectFinish, after.dates.projectFinish]
  return {
    from_date: formatDay(before.day),
    to_date: formatDay(after.day),
    finish_before: dateOrNull(was),
    finish_after: dateOrNull(is),
    finish_shift_days: days(after.result.projectFinish - before.result.projectFinish),
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
    edits_material: edits.length,
    edits_tested: impacts.length,
    edits: impacts.map(impact => showEdit(pair, impact)),
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

function showEdit({ before, after }: Pair, { edit, days: impact, obstacle }: EditImpact): ResultValue {
  const { field, linkBefore, linkAfter } = edit
  const side = linkAfter === NO_LINK ? before.columns : after.columns
  const link = linkAfter === NO_LINK ? linkBefore : linkAfter
  return {
    id: textAt(after.columns.id, edit.after),
    predecessor_id: link === NO_LINK ? null : textAt(side.id, side.links.task[link]),
    edit: field === DURATION ? 'duration' : field === CONSTRAINT_TYPE ? 'constraint' : CHANGE_FIELDS[field],
    before: editText(field, before.columns, edit.before, linkBefore),
    after: editText(field, after.columns, edit.after, linkAfter),
    impact_days: Number.isNaN(impact) ? null : days(impact),
    not_reverted: obstacle,
  }
}

/** A constraint is shown with its date. */
function editText(field: number, columns: Pair['after']['columns'], task: number, link: number): string | null {
  const text = valueText(field, columns, task, link)
  if (field !== CONSTRAINT_TYPE || text === null) return text
  const date = valueText(CONSTRAINT_DATE, columns, task, link)
  return date === null ? text : `${text} ${date}`
}

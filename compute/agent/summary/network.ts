/** Sentences of validation, critical path and resources. */
import { References, Table } from '../../engine/result/result.ts'
import { type DayBasis, inDays, spanText } from '../../engine/wording/days.ts'
import { figure } from '../../engine/wording/figure.ts'
import { plural } from '../../engine/wording/plural.ts'
import { idWithName, listed } from '../../engine/wording/tasks.ts'
import { sourceRow } from '../../engine/write/table-cells.ts'
import { type PlainMap, plainCell } from '../plain.ts'
import type { Tell } from './tell.ts'
import { at, basisOf, numberAt, rowsAt, sentence, taskAt, tasksAt, wordAt } from './words.ts'

const DRAGS_MAX = 5
const RESOURCES_MAX = 5
const MOVES_MAX = 3

/** CALENDAR_MODES and DATA_DATE_SOURCES in words. */
const CALENDAR_WORDS: Readonly<Record<string, string>> = {
  calendar_days: 'calendar days',
  working_days: 'working days, Monday to Friday',
  custom: 'days of the calendar given',
}
const DATA_DATE_WORDS: Readonly<Record<string, string>> = {
  status_date: 'the status date',
  inferred: 'inferred from the latest actual date',
  none: 'the project start',
}

const validate: Tell = data => {
  const parts = numberAt(data, 'components', 'count')
  return [
    parts === undefined || parts < 2
      ? undefined
      : `The network falls into ${parts} parts that no link joins; the largest has ${plural(numberAt(data, 'components', 'largest_task_count') ?? 0, 'task')}.`,
  ]
}

const cpm: Tell = (data, { tasks, longest_path: path, near_critical: near }) => {
  const basis = basisOf(data)
  const start = wordAt(data, 'project_start_date')
  const drags = rowsAt(data, 'tasks').filter(each => (numberAt(each, 'drag_days') ?? 0) > 0)
  const lowest = tasks instanceof Table ? lowestFloat(tasks, basis) : undefined
  const override = numberAt(data, 'progress_override_finish')
  return [
    start === undefined || data.calendar === undefined
      ? undefined
      : `Offset 0 is ${start}; days are ${CALENDAR_WORDS[wordAt(data, 'calendar', 'mode') ?? ''] ?? ''}, ${wordAt(data, 'calendar', 'source') === 'auto' ? 'inferred from the durations' : 'as asked for'}; data date ${wordAt(data, 'data_date', 'date') ?? 'unknown'}, ${DATA_DATE_WORDS[wordAt(data, 'data_date', 'source') ?? ''] ?? ''}.`,
    path instanceof References
      ? sentence('Longest path, in order', [listed(tasksAt(data, 'longest_path'), path.values.length)])
      : undefined,
    sentence(
      'Largest drag (what the project gains without the task)',
      drags.slice(0, DRAGS_MAX).map(each => `${taskAt(each)} ${inDays(numberAt(each, 'drag_days')!, basis)}`),
    ),
    near instanceof References && near.values.length > 0
      ? `Near-critical, with a total float above 0 and up to ${inDays(numberAt(data, 'near_critical_days') ?? 0, basis)}: ${listed(tasksAt(data, 'near_critical'), near.values.length)}.`
      : undefined,
    lowest === undefined ? undefined : `Lowest total float: ${lowest}.`,
    sentence('Dates set by constraints', rowsAt(data, 'driving_constraints').map(heldText(basis)), '; '),
    override === undefined
      ? undefined
      : `Under progress override the project would take ${inDays(override, basis)} instead of ${inDays(numberAt(data, 'project_duration_days') ?? 0, basis)}.`,
  ]
}

/** "A SNET 2026-01-12 (5 working days after what its links and the data date allow)" */
const heldText =
  (basis: DayBasis | undefined) =>
  (each: PlainMap): string => {
    const held = numberAt(each, 'held_days') ?? 0
    const effect =
      held === 0
        ? 'where its links put it, too'
        : `${inDays(Math.abs(held), basis)} ${held > 0 ? 'after what its links and the data date allow' : 'before its links allow'}`
    return `${[taskAt(each), wordAt(each, 'constraint_type'), wordAt(each, 'constraint_date')].filter(Boolean).join(' ')} (${effect})`
  }

/** Task and figure, when it is below 0. */
function lowestFloat(tasks: Table, basis: DayBasis | undefined): string | undefined {
  const { id, name, total_float_days: float } = tasks.columns
  if (id === undefined || id.kind === 'references' || float?.kind !== 'number') return undefined
  let least = -1
  for (let i = 0; i < tasks.rowCount; i++) {
    const row = sourceRow(tasks, i)
    if (float.values[row]! < (least < 0 ? 0 : float.values[least]!)) least = row
  }
  if (least < 0) return undefined
  const called = name === undefined || name.kind === 'references' ? null : (plainCell(name, least) as string | null)
  return `${idWithName(String(plainCell(id, least)), called)} ${inDays(plainCell(float, least) as number, basis)}`
}

const resources: Tell = (data, { leveling_candidates: candidates }) => {
  const over = rowsAt(data, 'resources').filter(each => (numberAt(each, 'over_allocated_days') ?? 0) > 0)
  const moves = rowsAt(data, 'leveling_candidates').slice(0, MOVES_MAX)
  const basis = basisOf(data)
  const moveCount = candidates instanceof Table ? candidates.rowCount : 0
  return [
    at(data, 'window', 'start') === undefined || !((numberAt(data, 'window', 'days') ?? 0) > 0)
      ? undefined
      : `Demand over ${inDays(numberAt(data, 'window', 'days') ?? 0, basis)}, ${spanText(wordAt(data, 'window', 'start'), wordAt(data, 'window', 'finish'))}.`,
    sentence(
      'Most over-allocated',
      over
        .slice(0, RESOURCES_MAX)
        .map(
          each =>
            `${wordAt(each, 'resource')} on ${inDays(numberAt(each, 'over_allocated_days')!, basis)}, peak ${plural(numberAt(each, 'peak_demand') ?? 0, 'unit')} on ${wordAt(each, 'peak_date')} (at most ${figure(numberAt(each, 'peak_ratio') ?? 0)} times its capacity)`,
        ),
      '; ',
    ),
    moves.length === 0
      ? undefined
      : `${plural(moveCount, 'move of a task', 'moves of tasks')} could level it, among them: ${moves.map(each => `${taskAt(each)} of ${wordAt(each, 'resource')} by ${inDays(numberAt(each, 'shift_needed_days') ?? 0, basis)} (${MOVE_EFFECTS[wordAt(each, 'effect') ?? ''] ?? ''})`).join('; ')}.`,
  ]
}

/** LEVELING_EFFECTS in words. */
const MOVE_EFFECTS: Readonly<Record<string, string>> = {
  none: 'moves no other task',
  consumes_float: 'uses float of its successors',
  delays_project: 'delays the project',
}

export const NETWORK: Readonly<Record<string, Tell>> = {
  'analysis.validate': validate,
  'analysis.cpm': cpm,
  'analysis.resources': resources,
}

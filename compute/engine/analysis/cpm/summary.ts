import { References, Table } from '../../result/result.ts'
import { type PlainMap, plainCell } from '../../summary/plain.ts'
import {
  basisOf,
  numberAt,
  offsetBasisOf,
  rowsAt,
  sentence,
  taskAt,
  tasksAt,
  wordAt,
} from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'
import { type DayBasis, inDays } from '../../wording/days.ts'
import { idWithName, listed } from '../../wording/tasks.ts'
import { sourceRow } from '../../write/table-cells.ts'
import { WORDS } from './words.ts'

const DRAGS_MAX = 5

/** CALENDAR_MODES and DATA_DATE_SOURCES in words. */
const CALENDAR_WORDS: Readonly<Record<string, string>> = {
  calendar_days: WORDS.calendarWords.calendarDays,
  working_days: WORDS.calendarWords.workingDays,
  custom: WORDS.calendarWords.custom,
  task_calendars: WORDS.calendarWords.taskCalendars,
}

const DATA_DATE_WORDS: Readonly<Record<string, string>> = {
  status_date: WORDS.dataDateWords.statusDate,
  inferred: WORDS.dataDateWords.inferred,
  none: WORDS.dataDateWords.projectStart,
}

export const cpmSummary: SummarySentences = (data, { tasks, longest_path: path, near_critical: near }) => {
  const [basis, span] = [basisOf(data), offsetBasisOf(data)]
  const start = wordAt(data, 'project_start_date')
  const drags = rowsAt(data, 'tasks').filter(each => (numberAt(each, 'drag_days') ?? 0) > 0)
  const lowest = tasks instanceof Table ? lowestFloat(tasks, basis) : undefined
  const override = numberAt(data, 'progress_override_finish')
  return [
    start === undefined || data.calendar === undefined
      ? undefined
      : WORDS.cpmSummary.calendar(
          wordAt(data, 'calendar', 'mode') === 'task_calendars',
          start,
          CALENDAR_WORDS[wordAt(data, 'calendar', 'mode') ?? ''] ?? '',
          wordAt(data, 'calendar', 'source') === 'auto',
          wordAt(data, 'data_date', 'date'),
          DATA_DATE_WORDS[wordAt(data, 'data_date', 'source') ?? ''] ?? '',
        ),
    path instanceof References
      ? sentence(WORDS.cpmSummary.longestPath, [listed(tasksAt(data, 'longest_path'), path.values.length)])
      : undefined,
    sentence(
      WORDS.cpmSummary.drag,
      drags.slice(0, DRAGS_MAX).map(each => `${taskAt(each)} ${inDays(numberAt(each, 'drag_days')!, span)}`),
    ),
    near instanceof References && near.values.length > 0
      ? WORDS.cpmSummary.nearCritical(
          inDays(numberAt(data, 'near_critical_days') ?? 0, basis),
          listed(tasksAt(data, 'near_critical'), near.values.length),
        )
      : undefined,
    lowest === undefined ? undefined : WORDS.cpmSummary.lowestFloat(lowest),
    sentence(WORDS.cpmSummary.constraints, rowsAt(data, 'driving_constraints').map(heldText(span)), '; '),
    override === undefined
      ? undefined
      : WORDS.cpmSummary.progressOverride(
          inDays(override, span),
          inDays(numberAt(data, 'project_duration_days') ?? 0, span),
        ),
  ]
}

/** "A SNET 2026-01-12 (5 working days after what its links and the data date allow)" */
const heldText =
  (basis: DayBasis | undefined) =>
  (each: PlainMap): string => {
    const held = numberAt(each, 'held_days') ?? 0
    const effect = held === 0 ? WORDS.heldText.noEffect : WORDS.heldText.moved(inDays(Math.abs(held), basis), held > 0)
    return `${[taskAt(each), wordAt(each, 'constraint_type'), wordAt(each, 'constraint_date')].filter(Boolean).join(' ')} (${effect})`
  }

/** Task and figure, when it is below 0. */
function lowestFloat(tasks: Table, basis: DayBasis | undefined): string | undefined {
  const { id, name, total_float_days: float } = tasks.columns
  if (id === undefined || id.kind === 'references' || float?.kind !== 'number') return undefined
  let least = -1
  for (let i = 0; i < tasks.rowCount; i++) {
    const row = sourceRow(tasks, i)
    if (float.values[row] < (least < 0 ? 0 : float.values[least])) least = row
  }
  if (least < 0) return undefined
  const called = name === undefined || name.kind === 'references' ? null : (plainCell(name, least) as string | null)
  return `${idWithName(String(plainCell(id, least)), called)} ${inDays(plainCell(float, least) as number, basis)}`
}

import type { Method } from '../../check/method.ts'
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
import type { Ranking, SummarySentences } from '../../summary/sentences.ts'
import { type DayBasis, inDays } from '../../wording/days.ts'
import { idWithName, listed } from '../../wording/tasks.ts'
import { sourceRow } from '../../write/table-cells.ts'
import { cpmAnalyser } from './analyser.ts'

const DRAGS_MAX = 5

/** CALENDAR_MODES and DATA_DATE_SOURCES in words. */
const CALENDAR_WORDS: Readonly<Record<string, string>> = {
  calendar_days: 'calendar days',
  working_days: 'working days, Monday to Friday',
  custom: 'days of the calendar given',
  task_calendars: 'days of the calendar of each task',
}

const DATA_DATE_WORDS: Readonly<Record<string, string>> = {
  status_date: 'the status date',
  inferred: 'inferred from the latest actual date',
  none: 'the project start',
}

function calendarText(start: string, wordOf: (group: string, member: string) => string | undefined): string {
  const mode = wordOf('calendar', 'mode') ?? ''
  const days =
    mode === 'task_calendars'
      ? `The project starts ${start}; offsets and drag are calendar days, other days are`
      : `Offset 0 is ${start}; days are`
  const source = wordOf('calendar', 'source') === 'auto' ? 'inferred from the durations' : 'as asked for'
  const dataDate = `${wordOf('data_date', 'date') ?? 'unknown'}, ${DATA_DATE_WORDS[wordOf('data_date', 'source') ?? ''] ?? ''}`
  return `${days} ${CALENDAR_WORDS[mode] ?? ''}, ${source}; data date ${dataDate}.`
}

const cpmSummary: SummarySentences = (data, { tasks, longest_path: path, near_critical: near }) => {
  const [basis, span] = [basisOf(data), offsetBasisOf(data)]
  const start = wordAt(data, 'project_start_date')
  const drags = rowsAt(data, 'tasks').filter(each => (numberAt(each, 'drag_days') ?? 0) > 0)
  const lowest = tasks instanceof Table ? lowestFloat(tasks, basis) : undefined
  const override = numberAt(data, 'progress_override_finish')
  const wordOf = (group: string, member: string): string | undefined => wordAt(data, group, member)
  return [
    start === undefined || data.calendar === undefined ? undefined : calendarText(start, wordOf),
    path instanceof References
      ? sentence('Longest path, in order', [listed(tasksAt(data, 'longest_path'), path.values.length)])
      : undefined,
    sentence(
      'Largest drag (what the project gains without the task)',
      drags.slice(0, DRAGS_MAX).map(each => `${taskAt(each)} ${inDays(numberAt(each, 'drag_days')!, span)}`),
    ),
    near instanceof References && near.values.length > 0
      ? `Near-critical, with a total float above 0 and up to ${inDays(numberAt(data, 'near_critical_days') ?? 0, basis)}: ${listed(tasksAt(data, 'near_critical'), near.values.length)}.`
      : undefined,
    lowest === undefined ? undefined : `Lowest total float: ${lowest}.`,
    sentence('Dates set by constraints', rowsAt(data, 'driving_constraints').map(heldText(span)), '; '),
    override === undefined
      ? undefined
      : `Under progress override the project would take ${inDays(override, span)} instead of ${inDays(numberAt(data, 'project_duration_days') ?? 0, span)}.`,
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
    if (float.values[row] < (least < 0 ? 0 : float.values[least])) least = row
  }
  if (least < 0) return undefined
  const called = name === undefined || name.kind === 'references' ? null : (plainCell(name, least) as string | null)
  return `${idWithName(String(plainCell(id, least)), called)} ${inDays(plainCell(float, least) as number, basis)}`
}

const cpmRanking: Ranking = {
  // what drives the finish first, what finished work was on the path after it, then the tightest
  'data.tasks': [
    ['drag_days', 'largest'],
    ['is_on_longest_path', 'largest'],
    ['is_critical', 'largest'],
    ['total_float_days', 'smallest'],
  ],
  'data.network_details.links': [
    ['is_driving', 'largest'],
    ['relationship_float_days', 'smallest'],
  ],
}

export const cpm = {
  analyser: cpmAnalyser,
  checks: [],
  gates: [],
  summary: cpmSummary,
  ranking: cpmRanking,
} as const satisfies Method

/** get_tasks: the requested rows and fields of a schedule. */
import Type, { type Static } from 'typebox'
import { TASK_FACT_NAMES, TASK_SORT_NAMES } from '../task-fact-names.ts'
import { integer, oneOf, scheduleWith, text } from './members.ts'
import { serviceTool } from './service-tool.ts'

export const ROWS_DEFAULT = 20
export const ROWS_MAX = 200
/** Each row with the effect of a slip runs the passes again. */
export const SLIP_ROWS_MAX = 25
export const SLIP_DAYS_MAX = 10_000

export const TASK_STATES = ['open', 'not_started', 'in_progress', 'complete'] as const
export const OPEN_ENDS = ['predecessor', 'successor', 'either'] as const

const Where = Type.Object({
  ids: Type.Optional(Type.Array(text(), { maxItems: ROWS_MAX })),
  text: Type.Optional(text('Part of id or name.')),
  wbs: Type.Optional(text('Its first part.')),
  state: Type.Optional(oneOf(TASK_STATES, 'open: not complete.')),
  float_days_max: Type.Optional(Type.Number()),
  is_critical: Type.Optional(Type.Boolean()),
  is_on_longest_path: Type.Optional(Type.Boolean()),
  has_constraint: Type.Optional(Type.Boolean()),
  open_end: Type.Optional(oneOf(OPEN_ENDS, 'What it lacks.')),
  resource: Type.Optional(text()),
  codes: Type.Optional(Type.Array(text(), { maxItems: 20, description: 'Activity codes, as Name=Value: all hold.' })),
  from: Type.Optional(text('Finishes on that day or later.')),
  to: Type.Optional(text('Starts on that day or earlier.')),
})

const GetTasksMembers = {
  where: Type.Optional(Where),
  sort: Type.Optional(oneOf(TASK_SORT_NAMES)),
  descending: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Type.Array(oneOf(TASK_FACT_NAMES), { maxItems: TASK_FACT_NAMES.length })),
  slip_days: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: SLIP_DAYS_MAX,
      description: `Adds finish_moves_days: what such a slip of each does to the finish. Up to ${SLIP_ROWS_MAX} rows.`,
    }),
  ),
  limit: Type.Optional(integer(1, ROWS_MAX, `Default ${ROWS_DEFAULT}, up to ${ROWS_MAX}.`)),
  cursor: Type.Optional(text('next_cursor.')),
}

export type GetTasksSent = Partial<Static<ReturnType<typeof Type.Object<typeof GetTasksMembers>>>>
export type TaskFilter = Static<typeof Where>

export const getTasks = serviceTool('get_tasks', {
  title: 'Rows of a schedule',
  description:
    'Which tasks are there, with which dates, floats, links? Use it after an analysis, for the tasks behind a figure: least float, open ends, a WBS, a resource, a period. Needs a schedule. Returns tasks, total, next_cursor.',
  endpoint: { id: 'analysis.cpm', path: '/api/v1/analysis/cpm' },
  isMetered: true,
  tier: 'demo',
  arguments: scheduleWith(GetTasksMembers),
  required: ['schedule_id'],
})

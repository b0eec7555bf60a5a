/** Agent tools that are no analyses: one row each, and the list of all. */

import type { Static, TProperties, TSchema } from 'typebox'
import Type from 'typebox'
import { analyses } from '../analysis/analyses.ts'
import { MEGABYTE } from '../bytes/bytes.ts'
import { DELIVERABLES, DELIVERABLES_PATH, VALIDATE_DELIVERABLE_ID } from '../endpoint/deliverable-formats.ts'
import { JOB_PATH, SCHEDULES_PATH } from '../endpoint/paths.ts'
import { calendarMembers } from '../schedule/calendars.ts'
import { Calendar, statusDate } from '../schedule/containers.ts'
import { BINARY_FORMATS, formatSeries, TEXT_FORMATS } from '../schedule/file-formats.ts'
import { taskList } from '../schedule/task.ts'
import { CAPABILITIES, KEPT_SECONDS_DEFAULT, KEPT_SECONDS_MAX } from '../tiers.ts'
import { OUTPUT_SHOWN, Output } from './output.ts'
import { serviceTool } from './service/service-tool.ts'
import { TASK_FACT_NAMES, TASK_SORT_NAMES } from './task-fact-names.ts'

// Makers of the arguments of tools: schemas whose words an agent is shown.

const TEXT_MAX = 256

const said = (description: string | undefined) => (description === undefined ? {} : { description })

const oneWord = <const Word extends string>(values: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...values], ...said(description) })

const text = (description?: string, maxLength = TEXT_MAX) => Type.String({ maxLength, ...said(description) })

const integer = (minimum: number, maximum: number, description?: string) =>
  Type.Integer({ minimum, maximum, ...said(description) })

/** A schedule as every analysis of one takes it, and further members. */
const scheduleWith = <Members extends TProperties>(members: Members) =>
  Type.Object({
    tasks: taskList(1),
    status_date: Type.Optional(statusDate('Data date.')),
    calendar: Type.Optional(Calendar),
    ...calendarMembers,
    ...members,
  })

// get_tasks: the requested rows and fields of a schedule.

export const ROWS_DEFAULT = 20
const ROWS_MAX = 200
/** Each row with the effect of a slip runs the passes again. */
export const SLIP_ROWS_MAX = 25
const SLIP_DAYS_MAX = 10_000

const TASK_STATES = ['open', 'not_started', 'in_progress', 'complete'] as const
const OPEN_ENDS = ['predecessor', 'successor', 'either'] as const

const Where = Type.Object({
  ids: Type.Optional(Type.Array(text(), { maxItems: ROWS_MAX })),
  text: Type.Optional(text('Part of id or name.')),
  wbs: Type.Optional(text('Its first part.')),
  state: Type.Optional(oneWord(TASK_STATES, 'open: not complete.')),
  float_days_max: Type.Optional(Type.Number()),
  is_critical: Type.Optional(Type.Boolean()),
  is_on_longest_path: Type.Optional(Type.Boolean()),
  has_constraint: Type.Optional(Type.Boolean()),
  open_end: Type.Optional(oneWord(OPEN_ENDS, 'What it lacks.')),
  resource: Type.Optional(text()),
  codes: Type.Optional(Type.Array(text(), { maxItems: 20, description: 'Activity codes, as Name=Value: all hold.' })),
  from: Type.Optional(text('Finishes on that day or later.')),
  to: Type.Optional(text('Starts on that day or earlier.')),
})

const GetTasksMembers = {
  where: Type.Optional(Where),
  sort: Type.Optional(oneWord(TASK_SORT_NAMES)),
  descending: Type.Optional(Type.Boolean()),
  fields: Type.Optional(Type.Array(oneWord(TASK_FACT_NAMES), { maxItems: TASK_FACT_NAMES.length })),
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

const getTasks = serviceTool('get_tasks', {
  title: 'Rows of a schedule',
  description:
    'Which tasks are there, with which dates, floats, links? For the tasks behind a figure: least float, open ends, a WBS, a resource, a period. Needs a schedule. Returns tasks, total, next_cursor.',
  endpoint: { id: 'analysis.cpm', path: '/api/v1/analysis/cpm' },
  isMetered: true,
  tier: 'demo',
  arguments: scheduleWith(GetTasksMembers),
  required: ['schedule_id'],
})

// explain_task: why a task, or the project, ends when it does, and what a slip does.

export const SLIP_DAYS_DEFAULT = 5
const EXPLAIN_DETAILS = ['brief', 'full'] as const

const ExplainTaskMembers = {
  task_id: Type.Optional(text('Default: the last task of the project.')),
  slip_days: Type.Optional(
    Type.Number({ minimum: 0, maximum: SLIP_DAYS_MAX, description: `Default ${SLIP_DAYS_DEFAULT}.` }),
  ),
  detail: Type.Optional(oneWord(EXPLAIN_DETAILS, 'full: every step of the chain.')),
}

export type ExplainTaskSent = Partial<Static<ReturnType<typeof Type.Object<typeof ExplainTaskMembers>>>>

const explainTask = serviceTool('explain_task', {
  title: 'Why then, and what if later',
  description:
    'What drives the finish, or a task: the chain of driving links from the data date on, and what a slip of n days does to the finish? Needs a schedule. Returns task, chain, slip.',
  endpoint: { id: 'analysis.cpm', path: '/api/v1/analysis/cpm' },
  isMetered: true,
  tier: 'demo',
  arguments: scheduleWith(ExplainTaskMembers),
  required: ['schedule_id'],
})

// list_schedules: what the account keeps.

export const LIST_DEFAULT = 10
const LIST_MAX = 50

const listSchedules = serviceTool('list_schedules', {
  title: 'Kept schedules',
  description:
    'Which schedules are kept, newest first? Returns schedules with schedule_id, project, status_date, counts, expires_at.',
  endpoint: { id: 'schedules.list', path: SCHEDULES_PATH },
  isMetered: false,
  tier: CAPABILITIES.handles,
  arguments: Type.Object({
    limit: Type.Optional(integer(1, LIST_MAX, `Default ${LIST_DEFAULT}.`)),
    // as the endpoint has it: any other would begin at the newest again, without a word
    cursor: Type.Optional(Type.String({ maxLength: 15, pattern: '^[0-9]+$', description: 'next_cursor.' })),
  }),
  required: [],
})

// load_schedule: a schedule is sent once and named from then on.

/** Bytes of a file that comes as base64. */
const BASE64_FILE_MEGABYTES_MAX = 20
/** Four characters for each three bytes. */
const BASE64_CHARACTERS_MAX = Math.ceil((BASE64_FILE_MEGABYTES_MAX * MEGABYTE) / 3) * 4
const TTL_SECONDS_MIN = 60

export const loadSchedule = serviceTool('load_schedule', {
  title: 'Keep a schedule',
  description: `Keeps a schedule: every other tool takes its schedule_id in the place of tasks. Give one of text (the content of an ${formatSeries('or', TEXT_FORMATS)} file), base64 (of such a file, or of ${formatSeries('or', BINARY_FORMATS)}, up to ${BASE64_FILE_MEGABYTES_MAX} MB), url (https, where the operator allows it) or tasks. Large files go to POST ${SCHEDULES_PATH}. Returns schedule_id, counts, import (what was read, guessed and left out), expires_at.`,
  endpoint: { id: 'schedules.create', path: SCHEDULES_PATH },
  isMetered: false,
  tier: CAPABILITIES.handles,
  arguments: scheduleWith({
    text: Type.Optional(Type.String()),
    base64: Type.Optional(Type.String({ maxLength: BASE64_CHARACTERS_MAX })),
    url: Type.Optional(Type.String({ maxLength: 2_000 })),
    project: Type.Optional(text('Of a file with several.', 200)),
    encoding: Type.Optional(text('Of the text in it.', 40)),
    ttl_seconds: Type.Optional(
      integer(TTL_SECONDS_MIN, KEPT_SECONDS_MAX, `Default ${KEPT_SECONDS_DEFAULT}, up to ${KEPT_SECONDS_MAX}.`),
    ),
  }),
  showsTasks: true,
  required: [],
  changes: true,
  fetches: true,
})

// submit_job and get_job: analyses above the limit of a synchronous call.

const TOOL_NAMES = analyses.map(row => row.tool)

const submitJob = serviceTool('submit_job', {
  title: 'Run an analysis as a job',
  description:
    'Runs an analysis in the background; above its limit a tool does so by itself. Returns job_id for get_job.',
  // metered as the submission of its analysis
  endpoint: { id: 'jobs.read', path: JOB_PATH },
  isMetered: true,
  tier: CAPABILITIES.async,
  arguments: Type.Object({
    tool: oneWord(TOOL_NAMES),
    arguments: Type.Object({ schedule_id: Type.Optional(Type.String()) }, { description: 'As of the tool.' }),
  }),
  // the list itself has the names
  shown: { tool: { type: 'string' } },
  required: ['tool', 'arguments'],
  changes: true,
})

// make_deliverable: a file for an authority, made as a job; or somebody's file, validated.

const objectWith = (): TSchema => Type.Optional(Type.Record(Type.String(), Type.Unknown()))

const makeDeliverable = serviceTool('make_deliverable', {
  title: 'File for an authority',
  description:
    'Makes the SPD, PARS or SDEF file of a schedule, or validates one (base64). Needs a schedule and format. Returns faults, or job_id: get_job says what is missing and where the file is.',
  endpoint: { id: VALIDATE_DELIVERABLE_ID, path: `${DELIVERABLES_PATH}/validate` },
  isMetered: true,
  tier: CAPABILITIES.async,
  arguments: scheduleWith({
    format: Type.Optional(oneWord(DELIVERABLES.map(({ name }) => name))),
    baseline_schedule: objectWith(),
    mapping: objectWith(),
    constants: objectWith(),
    base64: Type.Optional(Type.String({ maxLength: BASE64_CHARACTERS_MAX })),
  }),
  shown: {
    baseline_schedule: { type: 'object', properties: { schedule_id: { type: 'string' } } },
    // an example of each: validation and get_job name the others
    mapping: { type: 'object', properties: { CAM: { type: 'string', description: 'code:CAM' } } },
    constants: { type: 'object', properties: { PARSID: { type: 'string' } } },
  },
  required: [],
  changes: true,
})

const getJob = serviceTool('get_job', {
  title: 'State and result of a job',
  description:
    'Is a job done, and what came out? Ask again after some seconds while queued or processing. Returns status, and the result as of its tool.',
  endpoint: { id: 'jobs.read', path: JOB_PATH },
  isMetered: false,
  tier: 'demo',
  arguments: Type.Object({ job_id: text(), output: Type.Optional(Output) }),
  shown: { output: OUTPUT_SHOWN },
  required: ['job_id'],
})

// The tools that are no analyses, by name.

export const SERVICE_TOOLS = [
  loadSchedule,
  listSchedules,
  getTasks,
  explainTask,
  makeDeliverable,
  submitJob,
  getJob,
] as const
export type ServiceToolName = (typeof SERVICE_TOOLS)[number]['name']

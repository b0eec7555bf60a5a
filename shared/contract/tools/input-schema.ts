/**
 * The request of a row as agents are shown it, as short as it stays clear, since all of them lie in the context of a model. It says less
 * than the request accepts (aliases, null, rare fields, other forms); what it allows, the endpoint takes.
 *
 * Every dialect of function declarations takes it: each schema has one type, each enum is of texts, each object names a member and each
 * list its items; there are no references, no alternatives and no keyword beside those of KEYWORDS (Gemini API, Schema: a subset of
 * OpenAPI 3.0).
 */
import { type AnalysisRow, analyses } from '../analysis/analyses.ts'
import { HANDLE_MEMBER } from '../endpoint/paths.ts'
import type { ToolDescription } from '../endpoint/tool-fields.ts'
import { CHANGE_MARK } from '../schedule/changes.ts'
import { RELATION_TYPES, TASK_FIELDS, type TaskField } from '../schedule/fields.ts'
import { TASK_LIST_MARK } from '../schedule/task.ts'
import { OUTPUT_SHOWN } from './output.ts'
import { OUTPUT_MEMBER } from './tool.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }
type Members = Readonly<Record<string, JsonSchema>>

/** Keywords of what agents are shown. Bounds and defaults of a value stand in its words, if at all. */
export const KEYWORDS: readonly string[] = ['type', 'description', 'enum', 'items', 'properties', 'required']

/** What is shorter than the words of the row, or unsaid where the name, the description of the tool or the refusal says it. */
const WORDS: Readonly<Record<string, string>> = {
  id: '',
  tasks: '',
  status_date: '',
  current_schedule: '',
  baseline_schedule: '',
  baseline_date: '',
  snapshot_date: '',
  schedule_history: '',
  calendar: 'Default guessed; 1 = Monday.',
  work_days: '',
  holidays: '',
  include_details: '',
  sub_metrics: '',
  custom_thresholds: 'By check id.',
  resource: '',
  capacity_per_day: '',
  from: '',
  to: '',
  project_finish_id: '',
  changes: '',
  alternatives: '',
  name: '',
  milestones: '',
  search: '{} tries all.',
  levers: '',
  delay_events: '',
  party: '',
  started: '',
  ended: '',
  days: 'Working days.',
  task_ids: 'Tasks that wait.',
  timing: '',
  target_finish: '',
  near_critical_threshold: '',
  method: '',
  completion_date: '',
  concurrency: '',
  planned_value_total: '',
  earned_value_total: '',
  actual_cost_total: '',
  budget_at_completion: '',
  threshold_profile: '',
  comparison_mode: '',
  change_categories: '',
  relationship_types: 'Links to keep; default all.',
  include_evms_trends: 'SPI, CPI, EAC.',
  include_network_details: '',
  include_task_details: '',
  variance_threshold_days: 'Default 5.',
  near_critical_float_threshold: '',
  near_term_days: '',
  period_size_days: '',
  over_allocation_threshold: '',
  start_task_ids: 'Need no predecessor.',
  finish_task_ids: '',
  target_finish_date: '',
  must_finish_by: '',
  effort: 'good, best search.',
  allow_splits: 'Work may pause.',
  catalogue: '',
  own_catalogue: '',
  version: '',
  checks: '',
  population: 'All hold: is_incomplete.',
  metric: 'Counted: total_float_days > 44; or a code, DCMA-13.',
  limit: '<= 5 %, >= 1.',
}

/**
 * Members that tools hide from agents: what OUTPUT_MEMBER does; the form of tables, which a compact answer gives as rows; members with a single value (scope); data for charts and curves, which
 * repeats other data; options that agents do not need; the mapping of codes, whose objects have names of the sender's choice; totals of money, which only the trends of forensics/baseline-compare read; calendars and resources, which come with files; the week, which is guessed and asked for where dates are; and the day that floats count to, except in tools for floats.
 */
const HIDDEN: readonly string[] = [
  'fields',
  'table',
  'scope',
  'include_chart_data',
  'include_resource_curves',
  'include_tasks',
  'include_curves',
  'exclude_task_types',
  'baseline_weight_override',
  'fuzzy_match_threshold',
  'max_examples',
  'trend_analysis_periods',
  'variance_acceleration_threshold',
  'order',
  'category_mapping',
  'time_zone',
  'calendar',
  'must_finish_by',
  'calendars',
  'resources',
  'default_calendar_id',
  'project_start',
  'scheduling_options',
  'leveling_options',
  'limits',
  'float_limit_days',
  'fragnet',
  'design_responsibility',
  'match_strategy',
  'include_oos_impact',
  'procurement_responsibility',
  'references',
  'category',
  'task_priorities',
  'priority_order',
  'schedules_max',
  'float_kept_days',
  'split_days_min',
  'objective',
  'horizon',
  'period',
  'rule',
  'within_float_only',
  'include_forecast_trends',
  'include_critical_path_only',
  'include_sub_metric_details',
  'include_ev_validation',
  'include_trends',
  'include_logic_changes',
  'exclude_milestones',
  'eac_method',
  'data_dates',
  'sectional_dates',
  'float_owner',
  'damages_per_day',
]
const TOTALS: readonly string[] = [
  'planned_value_total',
  'earned_value_total',
  'actual_cost_total',
  'budget_at_completion',
]
const RESERVED = 'Reserved:'

const DATES = 'Every tool takes these fields. Dates YYYY-MM-DD, finishes inclusive.'
/** The object form is not shown. */
const LINKS = 'A SS+2 d.'
/** Task types that every analysis distinguishes, for tools to which the rare ones mean nothing. */
const TYPES = 'task, milestone, loe, summary.'
/** The common ones; a model that knows none sends none. */
const CONSTRAINTS = 'SNET, SNLT, FNET, FNLT, MSO, MFO, ALAP.'
/** Members of an object whose members have names of their own choice: some that a check reads. */
const SAMPLES: Readonly<Record<string, Members>> = {
  custom_field_map: { float_rationale: { type: 'string' } },
  custom_thresholds: { '06A205a': { type: 'number' } },
}

/** In the place of tasks, as load_schedule says. */
const HANDLE: JsonSchema = { type: 'string' }

/** What a kept schedule brings along: its tasks, and the date of its progress. */
const OF_HANDLE: readonly string[] = ['tasks', 'status_date', 'baseline_date', 'snapshot_date']

/** undefined: nothing that a kept schedule would not bring. */
function requiredBeside(required: readonly string[]): readonly string[] | undefined {
  const others = required.filter(name => !OF_HANDLE.includes(name))
  return others.length === 0 ? undefined : others
}

const described = (schema: JsonSchema, words: string | undefined): JsonSchema =>
  words === undefined || words === '' ? schema : { ...schema, description: words }

function fieldShown(field: TaskField, { showsAllTaskTypes }: ToolDescription): JsonSchema {
  const { name, kind } = field
  if (name === 'task_type' && !showsAllTaskTypes) return described({ type: 'string' }, TYPES)
  if (name === 'constraint_type') return described({ type: 'string' }, CONSTRAINTS)
  if (SAMPLES[name] !== undefined) return { type: 'object', properties: SAMPLES[name] }
  switch (kind) {
    case 'number':
      return { type: 'number' }
    case 'enum':
      return { type: 'string', enum: field.values }
    case 'links':
      return described({ type: 'array', items: { type: 'string' } }, LINKS)
    case 'assignments':
      return { type: 'array', items: { type: 'object' } }
    case 'codes':
      return { type: 'object' }
    case 'boolean':
      return { type: 'boolean' }
    case 'resources':
      return { type: 'array', items: { type: 'string' } }
    default:
      return { type: 'string' }
  }
}

/** Fields of every tool, whatever its analysis reads: by these an answer names a task. */
export const NAMING_FIELDS: readonly string[] = ['id', 'name']

/** Fields that most schedules have. load_schedule describes all fields; a list of them in each of the tools of analyses would fill the context. */
export const INLINE_FIELDS: readonly string[] = [...NAMING_FIELDS, 'duration_days', 'predecessors']

const taskOf = (names: (name: string) => boolean, described: ToolDescription, words?: string): JsonSchema => ({
  type: 'object',
  ...(words === undefined ? {} : { description: words }),
  properties: Object.fromEntries(
    TASK_FIELDS.filter(({ name }) => names(name)).map(field => [field.name, fieldShown(field, described)]),
  ),
  required: ['id'],
})

const isReadBy = (name: string, { taskFields }: ToolDescription): boolean =>
  NAMING_FIELDS.includes(name) || taskFields.includes(name)

/** A task with the common ones of the fields that the analysis reads. */
const taskShown = (described: ToolDescription): JsonSchema =>
  taskOf(name => INLINE_FIELDS.includes(name) && isReadBy(name, described), described)

/** A task with all fields that any analysis reads. */
export function allTaskFields(): { readonly tasks: JsonSchema } {
  const read = new Set(analyses.flatMap(row => row.toolDescription.taskFields))
  const described = { showsAllTaskTypes: true } as ToolDescription
  return {
    tasks: { type: 'array', items: taskOf(name => NAMING_FIELDS.includes(name) || read.has(name), described, DATES) },
  }
}

/** A schema with the keywords that agents are shown. */
export function shownSchema(schema: JsonSchema): JsonSchema {
  const shown: Record<string, unknown> = {}
  for (const keyword of KEYWORDS) {
    const value = schema[keyword]
    if (value === undefined) continue
    if (keyword === 'items') shown.items = shownSchema(value as JsonSchema)
    else if (keyword === 'properties')
      shown.properties = Object.fromEntries(
        Object.entries(value as Members).map(([name, member]) => [name, shownSchema(member)]),
      )
    else if (keyword !== 'required') shown[keyword] = value
  }
  return shown
}

/** A list whose tasks are those of the list before. */
const TASKS_AS_ABOVE: JsonSchema = {
  type: 'array',
  items: { type: 'object', properties: { id: { type: 'string' } } },
}

const TEXT: JsonSchema = { type: 'string' }
const LINK_MEMBERS: Members = {
  predecessor: TEXT,
  successor: TEXT,
  type: { type: 'string', enum: RELATION_TYPES },
  lag_days: { type: 'number' },
}
const objectOf = (properties: Members): JsonSchema => ({ type: 'object', properties })

/** A change (shared/contract/schedule/changes.ts) with the common members of a task. */
const CHANGE_SHOWN: JsonSchema = {
  ...described(
    objectOf({
      task_id: TEXT,
      duration_days: { type: 'number' },
      add_task: objectOf({
        id: TEXT,
        duration_days: { type: 'number' },
        predecessors: { type: 'array', items: TEXT },
      }),
      successors: { type: 'array', items: TEXT },
      remove_task: TEXT,
      link: objectOf(LINK_MEMBERS),
      unlink: objectOf({ predecessor: TEXT, successor: TEXT }),
    }),
    'task_id and any member of a task; or add_task, remove_task, link, unlink.',
  ),
}
/** Behind the first list of them. */
const CHANGE_AS_ABOVE: JsonSchema = objectOf({ task_id: TEXT })

class Shown {
  readonly #described: ToolDescription
  #hasTasks = false
  #hasChanges = false

  constructor(described: ToolDescription) {
    this.#described = described
  }

  #tasks(): JsonSchema {
    if (this.#hasTasks) return TASKS_AS_ABOVE
    this.#hasTasks = true
    return { type: 'array', items: taskShown(this.#described) }
  }

  #change(): JsonSchema {
    if (this.#hasChanges) return CHANGE_AS_ABOVE
    this.#hasChanges = true
    return CHANGE_SHOWN
  }

  /** Chooses the alternative that says most: an object, else a list. */
  #alternative({ anyOf, ...rest }: JsonSchema): JsonSchema {
    const all = anyOf as JsonSchema[]
    const best = all.find(({ type }) => type === 'object') ?? all.find(({ type }) => type === 'array') ?? all[0]!
    return { ...best, ...rest }
  }

  value(name: string, schema: JsonSchema): JsonSchema {
    if (schema[TASK_LIST_MARK] === true) return this.#tasks()
    if (schema[CHANGE_MARK] === true) return this.#change()
    if (schema.anyOf !== undefined) return this.value(name, this.#alternative(schema))
    const made: Record<string, unknown> = { type: schema.type }
    const words = WORDS[name] ?? schema.description
    if (typeof words === 'string' && words !== '') made.description = words
    if (schema.enum !== undefined) made.enum = schema.enum
    if (schema.items !== undefined) {
      const { description: words, ...rest } = this.value('', schema.items as JsonSchema)
      const items = (schema.items as JsonSchema)[CHANGE_MARK] === true ? described(rest, words as string) : rest
      made.items = items
    }
    if (schema.properties !== undefined) {
      made.properties = this.members(schema.properties as Members)
      // what is in the object at all, it must have
      if (schema.required !== undefined && name !== 'calendar')
        made.required = requiredBeside(schema.required as readonly string[])
    } else if (schema.type === 'object') made.properties = SAMPLES[name]
    return made
  }

  members(properties: Members): Members {
    return Object.fromEntries(
      Object.entries(properties).flatMap(([name, schema]) => {
        if (schema[TASK_LIST_MARK] === true) {
          return [
            [name, this.value(name, schema)],
            [HANDLE_MEMBER, HANDLE],
          ]
        }
        if (name === 'options') return [[name, { ...this.value(name, schema), description: undefined }]]
        return isShown(name, schema, this.#described) ? [[name, this.value(name, schema)]] : []
      }),
    )
  }
}

/** Not an alias, which has no description; no reserved member; no flag that leaves out what is there without it. */
function isShown(
  name: string,
  schema: JsonSchema,
  { membersShown, membersHidden, showsTotals }: ToolDescription,
): boolean {
  if (membersShown?.includes(name)) return true
  if (HIDDEN.includes(name) || membersHidden?.includes(name) || (TOTALS.includes(name) && !showsTotals)) return false
  if (schema.default === true) return false
  const { description } = schema
  return typeof description === 'string' ? !description.startsWith(RESERVED) : schema.type === 'array'
}

export function inputSchemaOf({ request, toolDescription }: AnalysisRow): JsonSchema {
  const { properties, required } = request as unknown as { properties: Members; required?: readonly string[] }
  const shown = {
    type: 'object',
    properties: { ...new Shown(toolDescription).members(properties), [OUTPUT_MEMBER]: OUTPUT_SHOWN },
    ...(required === undefined ? {} : { required: requiredBeside(required) }),
  }
  // members that are undefined are none
  return JSON.parse(JSON.stringify(shown))
}

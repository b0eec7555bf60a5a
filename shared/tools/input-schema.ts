/**
 * The request of a row as agents are shown it: JSON Schema 2020-12 without references to elsewhere, as short as it stays clear, since
 * all fourteen lie in the context of a model. It says less than the request accepts (aliases, null, rare fields); what it
 * allows, the endpoint takes.
 */
import type { AnalysisRow } from '../endpoint/row.ts'
import { TASK_FIELDS, TASK_TYPES, type TaskField } from '../schedule/fields.ts'
import { TASK_LIST_MARK } from '../schedule/task.ts'
import { OUTPUT_SHOWN } from './output.ts'
import { OUTPUT_MEMBER } from './tool.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Keywords that constrain or explain a value; the others are marks of our own. */
const KEYWORDS: readonly string[] = [
  'type',
  'enum',
  'description',
  'default',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'minItems',
]
const TASK_REFERENCE = { $ref: '#/$defs/task' }
const DATES = 'Dates are YYYY-MM-DD, finishes the last day of work. Give what you have.'

/** A calendar in one line, for the two forms that the request takes. */
const CALENDAR: JsonSchema = {
  // not a list of types, which some dialects of function declarations refuse
  anyOf: [{ type: 'string' }, { type: 'object' }],
  description:
    'auto (default), calendar_days, working_days (Monday to Friday) or {work_days: [1, 2, 3, 4, 5], holidays: [dates]}.',
}

/** Fields whose name, type and unit do not tell enough. */
const EXPLAINED: readonly string[] = ['custom_field_map', 'total_float_days']
/** The object form is not shown. */
const LINKS = '"A" or "A FS+2 d"; FS, SS, FF, SF with a lag or lead.'

/**
 * Members that agents are not told of: what OUTPUT_MEMBER does; one value alone is built (scope); totals of money, which only the
 * trends of forensics/baseline-compare read.
 */
const UNTOLD: readonly string[] = ['fields', 'scope']
const TOTALS: readonly string[] = [
  'planned_value_total',
  'earned_value_total',
  'actual_cost_total',
  'budget_at_completion',
]
const RESERVED = 'Reserved:'
const READS_TOTALS = 'forensics.baseline-compare'

function fieldShown(field: TaskField): JsonSchema {
  const words = EXPLAINED.includes(field.name) ? { description: field.description } : {}
  switch (field.kind) {
    case 'number':
      return { type: 'number', ...words }
    case 'enum':
      return { enum: field.values, ...words }
    case 'links':
      return { type: 'array', items: { type: 'string' }, description: LINKS }
    case 'boolean':
      return { type: 'boolean' }
    case 'resources':
      return { type: 'array', items: { type: 'string' } }
    case 'object':
      return { type: 'object', ...words }
    default:
      return { type: 'string', ...words }
  }
}

/** A task with the fields that the analysis reads. */
const taskShown = (fieldNames: readonly string[]): JsonSchema => ({
  type: 'object',
  description: DATES,
  properties: Object.fromEntries(
    TASK_FIELDS.filter(({ name }) => name === 'id' || fieldNames.includes(name)).map(field => [
      field.name,
      fieldShown(field),
    ]),
  ),
  required: ['id'],
})

function shown(schema: JsonSchema, rowId: string): JsonSchema {
  if (schema[TASK_LIST_MARK] === true) return { type: 'array', minItems: schema.minItems, items: TASK_REFERENCE }
  const made: Record<string, unknown> = {}
  for (const keyword of KEYWORDS) if (schema[keyword] !== undefined) made[keyword] = schema[keyword]
  if (made.enum !== undefined) delete made.type
  // its words stand at the field of the task
  if (made.enum !== undefined && (made.enum as string[]).join() === TASK_TYPES.join()) return { type: 'string' }
  // a flag that is off unless it is set, a list that may be empty
  if (made.default === false) delete made.default
  if (made.minItems === 0) delete made.minItems
  if (schema.items !== undefined) made.items = withoutWords(shown(schema.items as JsonSchema, rowId))
  if (schema.anyOf !== undefined) made.anyOf = (schema.anyOf as JsonSchema[]).map(each => shown(each, rowId))
  const anyMember = Object.values((schema.patternProperties as JsonSchema | undefined) ?? {})[0]
  if (anyMember !== undefined) made.additionalProperties = withoutWords(shown(anyMember as JsonSchema, rowId))
  if (schema.properties !== undefined) {
    made.properties = membersShown(schema.properties as Readonly<Record<string, JsonSchema>>, rowId)
    if (schema.required !== undefined) made.required = schema.required
  }
  return made
}

const withoutWords = ({ description: _, ...rest }: JsonSchema): JsonSchema => rest

function membersShown(properties: Readonly<Record<string, JsonSchema>>, rowId: string): Record<string, JsonSchema> {
  const members: Record<string, JsonSchema> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if (name === 'calendar') members[name] = CALENDAR
    else if (name === 'options') members[name] = withoutWords(shown(schema, rowId))
    else if (isTold(name, schema, rowId)) members[name] = shown(schema, rowId)
  }
  return members
}

/** Not an alias, which has no description; no reserved member; no flag that leaves out what is there without it. */
function isTold(name: string, schema: JsonSchema, rowId: string): boolean {
  if (UNTOLD.includes(name) || (TOTALS.includes(name) && rowId !== READS_TOTALS)) return false
  if (schema.default === true) return false
  const { description } = schema
  return typeof description === 'string' ? !description.startsWith(RESERVED) : schema.type === 'array'
}

export function inputSchemaOf(row: AnalysisRow, fieldNames: readonly string[], example: object): JsonSchema {
  const { properties, required } = shown(row.request as unknown as JsonSchema, row.id) as {
    readonly properties: JsonSchema
    readonly required?: readonly string[]
  }
  return {
    type: 'object',
    properties: { ...properties, [OUTPUT_MEMBER]: OUTPUT_SHOWN },
    ...(required === undefined ? {} : { required }),
    $defs: { task: taskShown(fieldNames) },
    examples: [example],
  }
}

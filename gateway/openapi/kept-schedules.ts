/**
 * In the description of a request, the id of a kept schedule may replace the tasks. The reader recognises it by the shape
 * (compute/engine/read/kept).
 */

import type { TSchema } from 'typebox'
import Type from 'typebox'
import { HANDLE_MEMBER, SOURCE_MEMBER } from '../../shared/contract/endpoint/paths.ts'
import { fileQuery } from '../../shared/contract/endpoint/table-query.ts'
import { FORM_MEDIA_TYPE, formatSeries, READ_MEDIA_TYPES } from '../../shared/contract/schedule/file-formats.ts'
import { TASK_LIST_MARK } from '../../shared/contract/schedule/task.ts'
import { type JsonObject, plain, type SchemaRegistry } from './schemas.ts'

const NAME = Type.String({
  format: 'uuid',
  description: 'In the place of `tasks`: id of a schedule that was kept by POST /api/v1/schedules.',
})

/** What containers of a schedule call the date that it is reported up to. A kept schedule has its own. */
const DATE_MEMBERS: readonly string[] = ['status_date', 'snapshot_date', 'baseline_date']

type Schema = Readonly<Record<string, unknown>>

const isTaskList = (schema: unknown): boolean => (schema as Schema | undefined)?.[TASK_LIST_MARK] === true
const propertiesOf = (schema: unknown): Schema | undefined =>
  (schema as Schema | undefined)?.properties as Schema | undefined

/** The members that a schedule says itself where it is a kept one need not stand beside its name. */
function loosened(schema: Schema): Schema {
  const properties = propertiesOf(schema)!
  const required = (schema.required ?? []) as readonly string[]
  const left = required.filter(
    name => name !== 'tasks' && !DATE_MEMBERS.includes(name) && !needsDateAlone(properties[name]),
  )
  return {
    ...schema,
    ...(schema.required !== undefined && { required: left }),
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => {
        if (!required.includes(name)) return [name, member]
        if (DATE_MEMBERS.includes(name)) return [name, withNote(member as Schema)]
        return [name, needsDateAlone(member) ? loosened(member as Schema) : member]
      }),
    ),
  }
}

/** Options of which the date of the schedule is the one that must be there. */
function needsDateAlone(member: unknown): boolean {
  const required = ((member as Schema | undefined)?.required ?? []) as readonly string[]
  return (
    propertiesOf(member) !== undefined && required.length > 0 && required.every(name => DATE_MEMBERS.includes(name))
  )
}

const withNote = (date: Schema): Schema => ({
  ...date,
  description: `${date.description} Required, unless the schedule is a kept one or a file that says it.`,
})

function named(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(named)
  if (typeof value !== 'object' || value === null || isTaskList(value)) return value
  const schema = Object.fromEntries(Object.entries(value).map(([word, inner]) => [word, named(inner)])) as Schema
  if (!isTaskList(propertiesOf(schema)?.tasks)) return schema
  const { properties, ...rest } = loosened(schema)
  const { tasks, ...others } = properties as Schema
  return { ...rest, properties: { tasks, [HANDLE_MEMBER]: NAME, ...others } }
}

export const withNames = (request: TSchema): TSchema => named(request) as TSchema

// Bodies of a call that takes project files, beside JSON: a form with files, and where the request is one schedule a file as the whole body.

const FILE = `A project file (${formatSeries('or')}), or the same as JSON or msgpack.`

/** Read by its first bytes, whatever it is called. */
const ANY_FILE = 'application/octet-stream'

export const binary = (description?: string): JsonObject => ({
  type: 'string',
  format: 'binary',
  ...(description !== undefined && { description }),
})

type Members = Readonly<Record<string, JsonObject>>

const membersOf = (schema: JsonObject | undefined): Members => (schema?.properties ?? {}) as Members
const holdsTasks = (schema: JsonObject | undefined): boolean => membersOf(schema).tasks?.[TASK_LIST_MARK] === true
const requiredOf = (schema: JsonObject): readonly string[] => (schema.required ?? []) as string[]

/** A member that generators send as one part of a form: a text, a number, a truth, or an object as JSON. A part that is left out says null. */
function onePart(member: JsonObject): JsonObject | undefined {
  const types = [member.type ?? []].flat().filter(type => type !== 'null')
  return types.length === 1 && types[0] !== 'array' ? { ...member, type: types[0]! } : undefined
}

/** Parts that say something of one file: `current_schedule.project`. */
const partsOfFile = (name: string, schedule: JsonObject): [string, JsonObject][] => [
  ...Object.entries(membersOf(schedule))
    .filter(([member]) => DATE_MEMBERS.includes(member))
    .map(([member, date]): [string, JsonObject] => [`${name}.${member}`, date]),
  ...Object.entries(fileQuery).map(([option, schema]): [string, JsonObject] => [`${name}.${option}`, plain(schema)]),
]

function partsOf(name: string, member: JsonObject): [string, JsonObject][] {
  if (member[TASK_LIST_MARK] === true)
    return [['schedule', binary(`${FILE} As JSON a list of tasks or the whole body.`)]]
  if (holdsTasks(member)) return [[name, binary(`${FILE} ${member.description}`)], ...partsOfFile(name, member)]
  if (holdsTasks(member.items as JsonObject | undefined))
    return [[name, { type: 'array', items: binary(), description: `Files, in any order. ${member.description}` }]]
  const part = onePart(member)
  return part === undefined ? [] : [[name, part]]
}

/** The parts have the names of the members of the request; those that are lists are left to the schedules. */
function formOf(request: JsonObject): JsonObject {
  const members = membersOf(request)
  const parts = Object.entries(members).flatMap(([name, member]) => partsOf(name, member))
  const isMissed = (name: string): boolean =>
    name === 'tasks' ? members[SOURCE_MEMBER] === undefined : holdsTasks(members[name])
  return {
    type: 'object',
    description:
      'Schedules as files, beside them members of the request: they win over what a file says. Each other member of the request may be a part of JSON.',
    required: requiredOf(request)
      .filter(isMissed)
      .map(name => (name === 'tasks' ? 'schedule' : name)),
    properties: {
      ...Object.fromEntries(parts),
      ...Object.fromEntries(Object.entries(fileQuery).map(([name, schema]) => [name, plain(schema)])),
    },
  }
}

/** name: of the schema of the form. */
export function fileContents(request: TSchema, name: string, base: string, schemas: SchemaRegistry): JsonObject {
  const given = plain(request)
  const form = schemas.define(name, formOf(given) as unknown as TSchema, base)
  const bare = membersOf(given).tasks === undefined ? [] : [...READ_MEDIA_TYPES, ANY_FILE]
  return {
    [FORM_MEDIA_TYPE]: { schema: form },
    ...Object.fromEntries(bare.map(type => [type, { schema: binary(FILE) }])),
  }
}

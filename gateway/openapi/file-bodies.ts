/** Bodies of a call that takes project files, beside JSON: a form with files, and where the request is one schedule a file as the whole body. */
import type { TSchema } from 'typebox'
import { fileQuery } from '../../shared/contract/endpoint/file-query.ts'
import { SOURCE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import { FILE_MEDIA_TYPES, FORM_MEDIA_TYPE } from '../../shared/contract/schedule/file-media-types.ts'
import { TASK_LIST_MARK } from '../../shared/contract/schedule/task.ts'
import { DATE_MEMBERS } from './kept-schedules.ts'
import { type JsonObject, plain, type SchemaRegistry } from './schemas.ts'

const FILE = 'A project file (XER, P6 XML or Microsoft Project XML), or the same as JSON or msgpack.'

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
  const bare = membersOf(given).tasks === undefined ? [] : [...Object.values(FILE_MEDIA_TYPES), ANY_FILE]
  return {
    [FORM_MEDIA_TYPE]: { schema: form },
    ...Object.fromEntries(bare.map(type => [type, { schema: binary(FILE) }])),
  }
}

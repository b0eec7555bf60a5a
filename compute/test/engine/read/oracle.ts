/**
 * What the reader must answer, found by plain means: JSON.parse, the row's schema compiled by typebox with its tasks in
 * place, and columnsFromTasks(). For bodies without broken syntax and within the limits.
 */

import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import type { AnalysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { InputKind } from '../../../../shared/contract/endpoint/row.ts'
import {
  ENUM_UNKNOWN,
  FAULT_SAMPLE_MAX,
  type ReadFault,
  type ReadFaultKind,
  type ScheduleColumns,
} from '../../../../shared/contract/schedule/columns.ts'
import { isDayOutOfRange, parseDay } from '../../../../shared/contract/schedule/day.ts'
import { ID_LENGTH_MAX, RELATION_TYPES, TASK_FIELDS } from '../../../../shared/contract/schedule/fields.ts'
import { TASK_LIST_MARK, Task } from '../../../../shared/contract/schedule/task.ts'
import { columnsFromTasks, type TaskObject } from '../../helpers/columns-from-tasks.ts'

type Json = unknown
type JsonObject = Record<string, Json>
export type Row = Pick<AnalysisRow, 'request' | 'input'>

export type Expected =
  | { readonly kind: 'validation'; readonly places: readonly string[] }
  | { readonly kind: 'duplicate_id' }
  | {
      readonly kind: 'input'
      readonly params: Json
      readonly schedules: ReadonlyMap<string, ScheduleColumns>
      readonly ignoredFields: readonly string[]
    }

const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** null equals absent: members that are null go, and strings become what UTF-8 can hold. */
function normal(value: Json): Json {
  if (typeof value === 'string') return value.toWellFormed()
  if (Array.isArray(value)) return value.map(normal)
  if (!isObject(value)) return value
  // not assigned one by one: a member may be called __proto__
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (inner === null ? [] : [[name, normal(inner)]])),
  )
}

const DAY_FORMAT = 'oracle-day'
/** Years that are not taken included. */
const ANY_DAY_FORMAT = 'oracle-any-day'

/** The schema with the task schema in its place, ranges only in strict rows, and predecessors left to checkLinks(). */
function whole(schema: Json, input: InputKind): Json {
  if (Array.isArray(schema)) return schema.map(part => whole(part, input))
  if (!isObject(schema)) return schema
  if (schema[TASK_LIST_MARK] === true) {
    const items = input === 'open' ? { type: 'object' } : taskSchema(input)
    return { type: 'array', minItems: schema.minItems, items }
  }
  const made = Object.fromEntries(Object.entries(schema).map(([name, inner]) => [name, whole(inner, input)]))
  return schema['x-format'] === 'day' ? { ...made, format: DAY_FORMAT } : made
}

function taskSchema(input: InputKind): Json {
  const task = JSON.parse(JSON.stringify(Task)) as { $id?: string; properties: Record<string, JsonObject> }
  delete task.$id
  for (const field of Object.values(task.properties)) {
    if (input === 'strict') continue
    delete field.minimum
    delete field.maximum
    if (field['x-format'] === 'day') {
      delete field['x-format']
      field.format = ANY_DAY_FORMAT
    }
  }
  task.properties.predecessors = { type: 'array' }
  return whole(task, input)
}

const validators = new Map<Row, Validator>()

function validatorOf(row: Row): Validator {
  let validator = validators.get(row)
  if (validator === undefined) {
    Format.Set(DAY_FORMAT, text => parseDay(text) !== undefined)
    Format.Set(ANY_DAY_FORMAT, text => parseDay(text) !== undefined || isDayOutOfRange(text))
    Settings.Set({ maxErrors: 100 })
    validator = Compile(whole(JSON.parse(JSON.stringify(row.request)), row.input) as TSchema)
    validators.set(row, validator)
  }
  return validator
}

/** Places of the faults of a body, as JSON pointers, each once. */
function faultPlaces(row: Row, body: Json, lists: ReadonlyMap<string, Json[]>): string[] {
  const validator = validatorOf(row)
  // to list the faults takes far longer than to see that there is none
  const errors = validator.Check(body) ? [] : validator.Errors(body)
  const places = new Set<string>()
  for (const error of errors) {
    const isInUnion = errors.some(
      union => union.keyword === 'anyOf' && error.schemaPath.startsWith(`${union.schemaPath}/anyOf/`),
    )
    if (error.keyword === 'required' && !isInUnion) {
      for (const name of (error.params as { requiredProperties: string[] }).requiredProperties) {
        places.add(`${error.instancePath}/${name}`)
      }
    } else if (error.keyword !== 'anyOf' && !isInUnion) places.add(error.instancePath)
    else if (error.keyword === 'anyOf') for (const place of unionPlaces(error.instancePath, errors)) places.add(place)
  }
  if (row.input !== 'open') {
    for (const [path, tasks] of lists) {
      tasks.forEach((task, i) => {
        const links = isObject(task) ? task.predecessors : undefined
        if (Array.isArray(links)) {
          links.forEach((link, l) => {
            for (const fault of linkFaults(link)) {
              const place = `/${path.replaceAll('.', '/')}/${i}/predecessors/${l}`
              places.add(fault.member === undefined ? place : `${place}/${fault.member}`)
            }
          })
        }
      })
    }
  }
  return [...places].sort()
}

/** The only union with objects is the calendar: deeper faults count where there are any, else the value itself. */
function unionPlaces(place: string, errors: readonly { instancePath: string; keyword: string }[]): string[] {
  const inner = errors.filter(error => error.instancePath.startsWith(`${place}/`)).map(error => error.instancePath)
  const missing = errors.filter(error => error.instancePath === place && error.keyword === 'required')
  if (missing.length > 0) return [`${place}/work_days`, ...inner]
  return inner.length > 0 ? inner : [place]
}

interface LinkFault {
  readonly kind: ReadFaultKind
  readonly member?: string
  readonly value: Json
  readonly drops: boolean
}

function linkFaults(link: Json): LinkFault[] {
  if (typeof link === 'string') return []
  if (!isObject(link)) return [{ kind: 'wrong_type', value: link, drops: true }]
  const faults: LinkFault[] = []
  const ids = ['task_id', 'id', 'predecessor_id', 'predecessor']
  for (const member of ids) {
    const value = link[member]
    if (value !== undefined && typeof value !== 'string')
      faults.push({ kind: 'wrong_type', member, value, drops: true })
  }
  for (const member of ['type', 'relationship_type', 'dependency_type']) {
    const value = link[member]
    if (value === undefined) continue
    if (typeof value !== 'string') faults.push({ kind: 'wrong_type', member, value, drops: true })
    else if (!(RELATION_TYPES as readonly string[]).includes(value)) {
      const isFirst = (link.type ?? link.relationship_type ?? link.dependency_type) === value
      faults.push({ kind: 'unknown_enum', member, value, drops: isFirst })
    }
  }
  for (const member of ['lag_days', 'lag']) {
    const value = link[member]
    if (value !== undefined && !Number.isFinite(value)) faults.push({ kind: 'bad_number', member, value, drops: false })
  }
  if (ids.every(member => link[member] === undefined)) faults.push({ kind: 'wrong_type', value: link, drops: true })
  return faults
}

const textOf = (value: Json): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? 'an array' : isObject(value) ? 'an object' : String(value)

/** An open list as valid tasks, with what had to go as faults. */
function tolerated(tasks: readonly JsonObject[]): ScheduleColumns {
  const faults = new Map<
    string,
    { kind: ReadFaultKind; field: string; count: number; tasks: number[]; texts: string[] }
  >()
  const report = (kind: ReadFaultKind, field: string, task: number, value: Json): void => {
    const key = `${kind} ${field}`
    const fault = faults.get(key) ?? { kind, field, count: 0, tasks: [], texts: [] }
    faults.set(key, fault)
    if (fault.count++ >= FAULT_SAMPLE_MAX) return
    fault.tasks.push(task)
    fault.texts.push(value === undefined ? '' : textOf(value))
  }
  const unknown: [task: number, column: string][] = []
  const seen = new Set<string>()
  const clean = tasks.map((task, i) => {
    const kept: JsonObject = { ...task, id: task.id ?? '' }
    const drop = (name: string, kind: ReadFaultKind): void => {
      report(kind, name, i, task[name])
      delete kept[name]
    }
    if (task.id === undefined || task.id === '') report('missing_id', 'id', i, task.id)
    else if (typeof task.id !== 'string') {
      report('wrong_type', 'id', i, task.id)
      kept.id = ''
    } else {
      if ([...task.id].length > ID_LENGTH_MAX) report('wrong_type', 'id', i, [...task.id].slice(0, 100).join(''))
      if (seen.has(task.id)) report('duplicate_id', 'id', i, task.id)
      seen.add(task.id)
    }
    for (const { name, column, kind, values } of TASK_FIELDS) {
      const value = task[name]
      if (value === undefined || name === 'id') continue
      if (kind === 'number' && !Number.isFinite(value)) drop(name, 'bad_number')
      if (kind === 'day' && (typeof value !== 'string' || parseDay(value) === undefined))
        drop(name, typeof value === 'string' && isDayOutOfRange(value) ? 'date_out_of_range' : 'bad_date')
      if (kind === 'boolean' && typeof value !== 'boolean') drop(name, 'wrong_type')
      if (['text', 'code', 'resource'].includes(kind) && typeof value !== 'string') drop(name, 'wrong_type')
      if ((kind === 'object' || kind === 'codes') && !isObject(value)) drop(name, 'wrong_type')
      if ((kind === 'resources' || kind === 'links' || kind === 'assignments') && !Array.isArray(value))
        drop(name, 'wrong_type')
      if (kind === 'enum' && !values!.includes(value as string)) {
        if (typeof value === 'string') unknown.push([i, column])
        drop(name, typeof value === 'string' ? 'unknown_enum' : 'wrong_type')
      }
    }
    if (Array.isArray(kept.resources)) {
      kept.resources = kept.resources.filter(item => {
        if (typeof item !== 'string') report('wrong_type', 'resources', i, item)
        return typeof item === 'string'
      })
    }
    if (Array.isArray(kept.assignments)) {
      for (const item of kept.assignments) report('wrong_type', 'assignments', i, item)
      delete kept.assignments
    }
    if (Array.isArray(kept.predecessors)) {
      kept.predecessors = kept.predecessors.flatMap(link => {
        const found = linkFaults(link)
        for (const fault of found) report(fault.kind, 'predecessors', i, fault.value)
        if (found.some(fault => fault.drops)) return []
        return [
          found.length === 0 ? link : { ...link, lag_days: Number.isFinite(link.lag_days) ? link.lag_days : 0, lag: 0 },
        ]
      })
    }
    return kept as unknown as TaskObject
  })
  const columns = columnsFromTasks(clean)
  const patched = columns as unknown as Record<string, Uint8Array>
  for (const [task, column] of unknown) patched[column]![task] = ENUM_UNKNOWN
  return { ...columns, faults: [...columns.faults, ...faults.values()] }
}

const daysOutOfRange = (tasks: readonly JsonObject[]): ReadFault[] =>
  TASK_FIELDS.filter(({ kind }) => kind === 'day').flatMap(({ name }): ReadFault[] => {
    const found = tasks.flatMap((task, i) => {
      const value = task[name]
      return typeof value === 'string' && isDayOutOfRange(value) ? [{ i, value }] : []
    })
    if (found.length === 0) return []
    const shown = found.slice(0, FAULT_SAMPLE_MAX)
    return [
      {
        kind: 'date_out_of_range',
        field: name,
        count: found.length,
        tasks: shown.map(({ i }) => i),
        texts: shown.map(({ value }) => value),
      },
    ]
  })

const byKind = (a: ReadFault, b: ReadFault): number => (`${a.kind} ${a.field}` < `${b.kind} ${b.field}` ? -1 : 1)

/** Members that the schema does not name, dotted with * for an index; task lists are replaced by []. */
function split(
  schema: JsonObject,
  value: Json,
  place: string[],
  found: { lists: Map<string, Json[]>; ignored: Set<string> },
): Json {
  const pattern = (name: string): string => [...place, name].map(step => (/^\d+$/.test(step) ? '*' : step)).join('.')
  if (schema[TASK_LIST_MARK] === true && Array.isArray(value)) {
    found.lists.set(place.join('.'), value)
    for (const task of value.filter(isObject)) {
      for (const name of Object.keys(task)) {
        if (!FIELD_NAMES.has(name)) found.ignored.add(pattern(`*.${name}`))
      }
      for (const link of Array.isArray(task.predecessors) ? task.predecessors.filter(isObject) : []) {
        for (const name of Object.keys(link)) {
          if (!LINK_MEMBERS.has(name)) found.ignored.add(pattern(`*.predecessors.*.${name}`))
        }
      }
    }
    return []
  }
  const branch = ((schema.anyOf as JsonObject[] | undefined) ?? [schema]).find(
    part => part.type === 'object' || part.type === 'array',
  )
  if (Array.isArray(value) && branch?.items !== undefined) {
    return value.map((item, i) => split(branch.items as JsonObject, item, [...place, String(i)], found))
  }
  if (!isObject(value) || branch?.properties === undefined) return value
  const members = branch.properties as Record<string, JsonObject>
  const kept: JsonObject = {}
  for (const [name, inner] of Object.entries(value)) {
    if (Object.hasOwn(members, name)) kept[name] = split(members[name]!, inner, [...place, name], found)
    else found.ignored.add(pattern(name))
  }
  return kept
}

const FIELD_NAMES: ReadonlySet<string> = new Set(TASK_FIELDS.map(({ name }) => name))

const LINK_MEMBERS = new Set([
  'task_id',
  'id',
  'predecessor_id',
  'predecessor',
  'type',
  'relationship_type',
  'dependency_type',
  'lag_days',
  'lag',
])

const isBlank = (value: Json): boolean => typeof value === 'string' && value.trim() === ''
const TYPED: readonly string[] = [
  'number',
  'day',
  'enum',
  'boolean',
  'resources',
  'links',
  'assignments',
  'codes',
  'object',
]
const TYPED_NAMES: ReadonlySet<string> = new Set(
  TASK_FIELDS.flatMap(({ name, kind }) => (TYPED.includes(kind) ? [name] : [])),
)
const TYPED_LINK_MEMBERS = [...LINK_MEMBERS].filter(name => /type|lag/.test(name))

/** Empty strings of fields that are no texts are as if they had not been sent; so are empty predecessors. */
function dropBlanks(tasks: readonly JsonObject[]): void {
  const ids = new Set(tasks.map(task => task.id))
  for (const task of tasks) {
    for (const name of Object.keys(task)) if (TYPED_NAMES.has(name) && isBlank(task[name])) delete task[name]
    if (!Array.isArray(task.predecessors)) continue
    task.predecessors = task.predecessors.filter(link => !isBlank(link) || ids.has(link))
    for (const link of (task.predecessors as Json[]).filter(isObject)) {
      for (const name of TYPED_LINK_MEMBERS) if (isBlank(link[name])) delete link[name]
    }
  }
}

export function expectedOf(row: Row, parsed: Json): Expected {
  const raw = isObject(parsed) ? parsed : {}
  const body = normal(parsed)
  const lists = new Map<string, Json[]>()
  const ignored = new Set<string>()
  // names are ignored whatever their value is, null included
  split(row.request as JsonObject, raw, [], { lists: new Map(), ignored })
  const params = split(row.request as JsonObject, body, [], { lists, ignored: new Set() })
  for (const tasks of lists.values()) dropBlanks(tasks.filter(isObject))
  const places = faultPlaces(row, body, lists)
  if (places.length > 0) return { kind: 'validation', places }
  const schedules = new Map<string, ScheduleColumns>()
  for (const [path, tasks] of lists) {
    const ids = tasks.map(task => (task as JsonObject).id)
    if (row.input !== 'open' && new Set(ids).size < ids.length) return { kind: 'duplicate_id' }
    const columns = row.input === 'open' ? tolerated(tasks as JsonObject[]) : columnsFromTasks(tasks as TaskObject[])
    const beyond = row.input === 'tolerant' ? daysOutOfRange(tasks as JsonObject[]) : []
    schedules.set(path, { ...columns, faults: [...columns.faults, ...beyond].sort(byKind) })
  }
  return { kind: 'input', params, schedules, ignoredFields: [...ignored].sort() }
}

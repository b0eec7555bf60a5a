/**
 * What a row's request schema means for the reader, found once per row: where the task lists stand, which members are
 * known, and a validator for the body without its tasks.
 */
import type { TSchema } from 'typebox'
import Format from 'typebox/format'
import { HANDLE_MEMBER } from '../../../shared/contract/endpoint/paths.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { TASK_LIST_MARK } from '../../../shared/contract/schedule/task.ts'
import { type Checker, checkerOf } from '../../../shared/contract/schema/schema-checker.ts'
import { lasting } from '../ids/short-arrays.ts'
import { NameTable } from './name-table.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** One place of the body. A value of another kind than all that are named here is replaced by an empty one. */
export interface Shape {
  /** A task list, with the items it must have at least; else undefined. */
  readonly listItemsMin?: number
  /** An object: its known members. */
  readonly members?: ReadonlyMap<string, Shape>
  /** A member beside `members` is a fault; else it is passed over and named in a finding. */
  readonly isClosed?: boolean
  /** The names of `members`, in their order. */
  readonly names?: NameTable
  /** An object of any members: all of this shape. */
  readonly memberShape?: Shape
  /** An array. */
  readonly items?: Shape
  /** A task list stands here or further in. */
  readonly holdsList: boolean
}

export interface BodyPlan {
  readonly root: Shape
  /** Checks the body with empty task lists. */
  readonly validator: Checker
}

const SCALAR: Shape = { holdsList: false }

/** Name under which typebox knows the dates of shared/contract/schedule/day.ts. */
const DAY_FORMAT = 'schedule-day'

Format.Set(DAY_FORMAT, text => parseDay(text) !== undefined)

const plans = new WeakMap<object, BodyPlan>()

export function planOf(request: TSchema): BodyPlan {
  let plan = plans.get(request)
  if (plan === undefined) {
    const root = lasting(() => shapeOf(request as JsonSchema))
    let validator: Checker | undefined
    plan = {
      root,
      // who asks for the shape alone need not wait for it
      get validator() {
        validator ??= lasting(() => checkerOf(withoutTasks(request) as TSchema))
        return validator
      },
    }
    plans.set(request, plan)
  }
  return plan
}

const branchesOf = (schema: JsonSchema): JsonSchema[] =>
  ['anyOf', 'oneOf', 'allOf'].flatMap(word => (schema[word] as JsonSchema[] | undefined) ?? [])

function shapeOf(schema: JsonSchema): Shape {
  if (schema[TASK_LIST_MARK] === true) return { listItemsMin: Number(schema.minItems ?? 0), holdsList: true }
  const branches = branchesOf(schema).map(shapeOf)
  if (branches.length > 0) return branches.reduce(joined)
  if (schema.items !== undefined) {
    const items = shapeOf(schema.items as JsonSchema)
    return { items, holdsList: items.holdsList }
  }
  const pattern = Object.values((schema.patternProperties as Record<string, JsonSchema> | undefined) ?? {})[0]
  if (pattern !== undefined) return { memberShape: shapeOf(pattern), holdsList: false }
  if (schema.properties === undefined) return SCALAR
  const members = new Map(
    Object.entries(schema.properties as Record<string, JsonSchema>).map(([name, inner]) => [name, shapeOf(inner)]),
  )
  // a schedule that was sent before may stand in the place of its tasks: kept/take-kept.ts
  if ([...members.values()].some(({ listItemsMin }) => listItemsMin !== undefined)) members.set(HANDLE_MEMBER, SCALAR)
  return ofMembers(members, schema.additionalProperties === false)
}

const ofMembers = (members: ReadonlyMap<string, Shape>, isClosed: boolean): Shape => ({
  members,
  isClosed,
  names: new NameTable([...members.keys()]),
  holdsList: [...members.values()].some(inner => inner.holdsList),
})

/** Shape of a value that may be either: known is what one of them knows. */
function joined(a: Shape, b: Shape): Shape {
  const both = { ...a, ...b, holdsList: a.holdsList || b.holdsList }
  return a.members === undefined || b.members === undefined
    ? both
    : { ...both, ...ofMembers(new Map([...a.members, ...b.members]), a.isClosed! && b.isClosed!) }
}

/** The schema with every task list a plain array, and with the dates as a format that typebox can check. */
function withoutTasks(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutTasks)
  if (typeof schema !== 'object' || schema === null) return schema
  const from = schema as JsonSchema
  if (from[TASK_LIST_MARK] === true) return { type: 'array' }
  const made: Record<string, unknown> = {}
  for (const [word, value] of Object.entries(from)) made[word] = withoutTasks(value)
  if (from['x-format'] === 'day') made.format = DAY_FORMAT
  return made
}

/** Schemas of members with task ids, and of the parallel members with the names of these tasks. */
import Type, { type TSchema } from 'typebox'
import { nameKeyOf, nameListKeyOf } from '../../task-names.ts'

/** Marks a schema. The mark is not written to JSON. */
const TASK = Symbol('refers to tasks')

const marked = (schema: TSchema): TSchema => Object.assign(schema, { [TASK]: true })

export const taskId = (description?: string): TSchema =>
  marked(Type.String(description === undefined ? {} : { description }))
export const taskIdOrNull = (description: string): TSchema =>
  marked(Type.Unsafe({ type: ['string', 'null'], description }))
export const taskIds = (description: string, more: { maxItems?: number } = {}): TSchema =>
  marked(Type.Array(Type.String(), { ...more, description }))

type Schema = TSchema & {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly [TASK]?: true
}

export const refersToTasks = (schema: TSchema): boolean => (schema as Schema)[TASK] === true

const NAME = { type: ['string', 'null'] }

/** The member with the names, by its name. */
export function namesMember(key: string, schema: TSchema): readonly [string, TSchema] {
  if ((schema as Schema).type !== 'array')
    return [nameKeyOf(key), Type.Optional(Type.Unsafe({ ...NAME, description: `Name of ${key}.` }))]
  const { maxItems } = schema as { maxItems?: number }
  const items = Type.Array(Type.Unsafe(NAME), {
    ...(maxItems === undefined ? {} : { maxItems }),
    description: `Names of ${key}, in the same order.`,
  })
  return [nameListKeyOf(key), Type.Optional(items)]
}

/**
 * The schema with a member for the names after each member that refers to tasks. They are optional: a schedule without any name gets
 * none of them. A schema without such members is returned as it is.
 */
export function withTaskNames(schema: TSchema): TSchema {
  const { properties, items, anyOf } = schema as Schema
  const changed: Record<string, unknown> = {}
  if (properties !== undefined) {
    const members = Object.entries(properties).flatMap(([key, member]) => {
      const each: [string, TSchema][] = [[key, withTaskNames(member)]]
      if (refersToTasks(member)) {
        const [name, names] = namesMember(key, member)
        if (!Object.hasOwn(properties, name)) each.push([name, names])
      }
      return each
    })
    const same = members.every(([key, member]) => properties[key] === member)
    if (!same) changed.properties = Object.fromEntries(members)
  }
  if (items !== undefined) {
    const inner = withTaskNames(items)
    if (inner !== items) changed.items = inner
  }
  if (anyOf !== undefined) {
    const inner = anyOf.map(withTaskNames)
    if (inner.some((each, i) => each !== anyOf[i])) changed.anyOf = inner
  }
  return Object.keys(changed).length === 0 ? schema : ({ ...schema, ...changed } as TSchema)
}

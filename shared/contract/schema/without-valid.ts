/**
 * A value of which its faults are to be listed, without the long lists in it that have none. typebox walks the whole value for that, and takes a hundred times as
 * long for a list as its checker does: a calendar of 20,000 exceptions, which may come from a file of 3 KB, took two seconds beside any fault elsewhere.
 */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node | readonly Node[]
  readonly minItems?: number
}

type Members = Readonly<Record<string, unknown>>

/** Shorter lists are walked. */
const LONG = 64

const validators = new WeakMap<Node, Validator>()

/** schema: as it is compiled elsewhere (schema-checker.ts). */
function isFaultless(schema: Node, value: unknown): boolean {
  let validator = validators.get(schema)
  if (validator === undefined) validators.set(schema, (validator = Compile(schema as TSchema)))
  return validator.Check(value)
}

/** Places and faults are those of the value. */
export function withoutValid(schema: Node, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Array.isArray(value) ? listOf(schema, value) : objectOf(schema, value as Members, withoutValid)
}

function objectOf(schema: Node, value: Members, of: (schema: Node, value: unknown) => unknown): Members {
  const made: Record<string, unknown> = { ...value }
  for (const [name, own] of Object.entries(schema.properties ?? {}))
    if (Object.hasOwn(value, name)) made[name] = of(own, value[name])
  return made
}

function listOf(schema: Node, list: readonly unknown[]): readonly unknown[] {
  const { items, minItems = 0 } = schema
  if (items === undefined || Array.isArray(items)) return list
  const item = items as Node
  if (list.length <= LONG) return list.map(each => withoutValid(item, each))
  if (minItems === 0 && isFaultless(schema, list)) return []
  return list.map(each => (isFaultless(item, each) ? emptied(item, each) : withoutValid(item, each)))
}

/** A value without a fault, and without what its lists have in them. */
function emptied(schema: Node, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) return objectOf(schema, value as Members, emptied)
  const { items, minItems = 0 } = schema
  return minItems > 0 || items === undefined || Array.isArray(items) ? value : []
}

/**
 * The members of `data` that a caller chose: "tasks" whole, or only "tasks.id" and "tasks.total_float_days", also within lists. The schema of
 * the row defines which members exist.
 */
import type { TSchema } from 'typebox'
import { tableOfKey } from '../../shared/contract/endpoint/table-form.ts'
import type { Refusal, ValidationFault } from '../../shared/contract/errors.ts'
import { OUTPUT_MEMBER } from '../../shared/contract/tools/tool.ts'
import { refuseInvalid } from '../engine/result/options.ts'
import { type AnalysisResult, References, type ResultValue, Table } from '../engine/result/result.ts'

/** Chosen members by name; null = whole. */
interface Choice {
  readonly [member: string]: Choice | null
}

type Schema = TSchema & {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

/** Members of an object, of the items of a list, or of either where there may be none. */
function membersOf(schema: Schema): Readonly<Record<string, Schema>> | undefined {
  if (schema.properties !== undefined) return schema.properties
  if (schema.items !== undefined) return membersOf(schema.items)
  for (const each of schema.anyOf ?? []) {
    const members = membersOf(each)
    if (members !== undefined) return members
  }
  return undefined
}

type Chosen = { [member: string]: Chosen | null }

/** Adds a path to what was chosen; the names to choose from where a step has none. */
function choose(chosen: Chosen, path: readonly string[], schema: Schema): readonly string[] | undefined {
  const [name = '', ...rest] = path
  const members = membersOf(schema) ?? {}
  // columns come with their table
  if (!Object.hasOwn(members, name) || tableOfKey(name) !== undefined)
    return Object.keys(members).filter(key => tableOfKey(key) === undefined)
  if (rest.length === 0) chosen[name] = null
  const inner = Object.hasOwn(chosen, name) ? chosen[name]! : {}
  if (inner === null) return undefined
  chosen[name] = inner
  return choose(inner, rest, members[name]!)
}

/** choice: undefined = everything. */
export function choiceOf(
  fields: readonly string[] | undefined,
  data: TSchema,
): { readonly choice: Choice | undefined } | Refusal {
  if (fields === undefined) return { choice: undefined }
  const chosen: Chosen = Object.create(null)
  const faults = fields.flatMap((field, i): ValidationFault[] => {
    const known = choose(chosen, field.split('.'), data as Schema)
    if (known === undefined) return []
    const msg = known.length === 0 ? `has no member ${field}` : `must be one of ${known.join(', ')}, is ${field}`
    return [{ loc: ['body', OUTPUT_MEMBER, 'fields', i], msg, type: 'enum' }]
  })
  return faults.length > 0 ? refuseInvalid(faults) : { choice: chosen }
}

type Members = Readonly<Record<string, ResultValue | undefined>>

const keepMembers = (members: Members, choice: Choice): Members =>
  Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) => {
      const inner = Object.hasOwn(choice, name) ? choice[name]! : undefined
      if (inner === undefined || value === undefined) return []
      return [[name, inner === null ? value : kept(value, inner)]]
    }),
  )

type List = Table | readonly ResultValue[]

/** The whole lists by their parts: what is most relevant does not depend on what of it is shown. */
const wholes = new WeakMap<List, List>()

export const uncut = (list: List): List => wholes.get(list) ?? list

/** A part of a list, which keeps the order of the whole. */
function partOf<Part extends List>(part: Part, whole: List): Part {
  wholes.set(part, whole)
  return part
}

function kept(value: ResultValue, choice: Choice): ResultValue {
  if (typeof value !== 'object' || value === null || value instanceof References) return value
  if (value instanceof Table) {
    const chosen = value.names.map(name => Object.hasOwn(choice, name))
    const isChosen = (_: unknown, c: number): boolean => chosen[c]!
    return partOf(value.withColumns(value.names.filter(isChosen), value.ordered.filter(isChosen)), value)
  }
  if (Array.isArray(value)) return partOf(value.map(item => kept(item, choice)) as readonly ResultValue[], value)
  return keepMembers(value as Members, choice) as ResultValue
}

/** The result with the chosen members of `data`, in their own order. */
export const keepChosen = (result: AnalysisResult, choice: Choice | undefined): AnalysisResult =>
  choice === undefined ? result : { ...result, data: keepMembers(result.data, choice) }

/** Converts typebox's errors for the body, except its tasks, to faults in the words of the service. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { DAY_MAX, DAY_MIN, formatDay } from '../schedule/day.ts'
import { describe } from '../schedule/text.ts'
import { type Checker, formatName } from './schema-checker.ts'
import type { FaultType, ValidationFaults } from './validation-faults.ts'

/**
 * A value of which its faults are to be listed, without the long lists in it that have none. typebox walks the whole value for that, and takes a hundred times as
 * long for a list as its checker does: a calendar of 20,000 exceptions, which may come from a file of 3 KB, took two seconds beside any fault elsewhere.
 */
interface Node {
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node | readonly Node[]
  readonly minItems?: number
  readonly maxItems?: number
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

function listOf(schema: Node, whole: readonly unknown[]): readonly unknown[] {
  const { items, minItems = 0, maxItems } = schema
  // One item too many shows the fault of the length: 20,000 changes where 1,000 are taken took two seconds to be refused.
  const list = maxItems !== undefined && whole.length > maxItems ? whole.slice(0, maxItems + 1) : whole
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

type SchemaError = ReturnType<Validator['Errors']>[number]

/** Fault type per JSON Schema keyword; any other keyword counts as a wrong type. */
const TYPES: Readonly<Record<string, FaultType>> = {
  required: 'missing',
  enum: 'enum',
  const: 'enum',
  minimum: 'minimum',
  exclusiveMinimum: 'minimum',
  maximum: 'maximum',
  exclusiveMaximum: 'maximum',
  format: 'format',
  minLength: 'length',
  maxLength: 'length',
  minItems: 'length',
  maxItems: 'length',
}

/** Of these faults the number of items is what was sent. */
const COUNTED: readonly string[] = ['minItems', 'maxItems']

export function addSchemaFaults(validator: Checker, params: unknown, faults: ValidationFaults): void {
  if (validator.Check(params)) return
  for (const error of withoutUnions(validator.Errors(withoutValid(validator.Type(), params)))) {
    const place = placeOf(error.instancePath, params)
    if (error.keyword === 'required') {
      for (const name of (error.params as { requiredProperties: string[] }).requiredProperties) {
        const example = exampleOf(schemaAt(validator.Type(), [...place, name]))
        const words = example === undefined ? '' : `, such as ${JSON.stringify(example)}`
        faults.add([...place, name], 'missing', `${name} is required${words}.`)
      }
      continue
    }
    const sent = place.reduce((at: unknown, step) => (at as Record<string | number, unknown>)[step], params)
    const value = COUNTED.includes(error.keyword) ? (sent as readonly unknown[]).length : describe(sent)
    faults.add(place, TYPES[error.keyword] ?? 'type', `${nameOf(place)} ${wordsOf(error)}, not ${value}.`)
  }
}

type Schema = {
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly examples?: readonly unknown[]
}

/** undefined: in one of several forms. */
const schemaAt = (schema: Schema, place: readonly (string | number)[]): Schema | undefined =>
  place.reduce<Schema | undefined>(
    (at, step) => (typeof step === 'number' ? at?.items : at?.properties?.[step]),
    schema,
  )

/** An example of what an object must have; undefined: nothing, or something without an example. */
function exampleOf({ required = [], properties = {} }: Schema = {}): Record<string, unknown> | undefined {
  const members = required.map(name => [name, properties[name]?.examples?.[0]] as const)
  return members.length === 0 || members.some(([, value]) => value === undefined)
    ? undefined
    : Object.fromEntries(members)
}

/** Formats in words; any other format is named. */
const FORMATS: Readonly<Record<string, string>> = {
  'schedule-day': `must be a date YYYY-MM-DD between ${formatDay(DAY_MIN)} and ${formatDay(DAY_MAX)}`,
  'date-time': 'must be a time like 2026-11-21T14:30:00Z',
  email: 'must be an e-mail address',
  uri: 'must be a URL',
  uuid: 'must be a UUID',
}

/** "work_days[0]" */
function nameOf(place: readonly (string | number)[]): string {
  const named = place.findLastIndex(step => typeof step === 'string')
  if (named < 0) return 'The body'
  return `${place[named]}${place.slice(named + 1).map(index => `[${index}]`)}`
}

/** What a value must be, as a phrase that follows its name. */
export function wordsOf(error: SchemaError): string {
  const params = error.params as Record<string, unknown>
  switch (error.keyword) {
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).join(', ')}`
    case 'format':
      return FORMATS[formatName(String(params.format))] ?? error.message
    case 'minimum':
      return `must be at least ${params.limit}`
    case 'maximum':
      return `must be at most ${params.limit}`
    case 'minItems':
      return `must have at least ${countOf(params.limit, 'item')}`
    case 'maxItems':
      return `must have at most ${countOf(params.limit, 'item')}`
    case 'minLength':
      return `must have at least ${countOf(params.limit, 'character')}`
    case 'maxLength':
      return `must have at most ${countOf(params.limit, 'character')}`
    case 'type':
      return `must be ${withArticle(String(params.type))}`
    case 'anyOf':
      return 'must match one of the forms in the schema'
    default:
      return error.message
  }
}

const countOf = (count: unknown, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

const withArticle = (type: string): string => `${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`

/**
 * For a value that fits no branch of a union, typebox reports errors for each branch and one for the union. This keeps the errors of the
 * intended branch: the only one whose errors are all deeper than the value itself. If there is no such branch, it keeps the error of the
 * union.
 */
function withoutUnions(errors: readonly SchemaError[]): SchemaError[] {
  let kept = [...errors]
  for (const union of errors) {
    if (union.keyword !== 'anyOf') continue
    const prefix = `${union.schemaPath}/anyOf/`
    const inner = kept.filter(error => error.schemaPath.startsWith(prefix))
    const branchOf = (error: SchemaError): string => error.schemaPath.slice(prefix.length).split('/')[0]!
    const shallow = new Set(
      inner.filter(error => error.instancePath === union.instancePath && isOfKind(error)).map(branchOf),
    )
    const meant = new Set(inner.map(branchOf).filter(branch => !shallow.has(branch)))
    kept = kept.filter(error =>
      error === union ? meant.size !== 1 : !inner.includes(error) || (meant.size === 1 && meant.has(branchOf(error))),
    )
  }
  return kept
}

/** The value is not of the type that the branch describes. */
const isOfKind = (error: SchemaError): boolean => error.keyword === 'type' || error.keyword === 'const'

/** Converts "/schedule_history/0/tasks" to steps into the value. */
function placeOf(pointer: string, root: unknown): (string | number)[] {
  const steps: (string | number)[] = []
  let at = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    const step = Array.isArray(at) ? Number(name) : name
    steps.push(step)
    at = (at as Record<string | number, unknown>)[step]
  }
  return steps
}

/**
 * Converts TypeBox schemas to components.schemas, in the form that client generators read best, with the same meaning. Every object has a name
 * and stands once; two schemas are the same when their JSON is. A union of different types is oneOf, from which generators make unions instead
 * of merged objects. An object without declared members states that it may have any; otherwise it would be read as an object without members.
 * A default is given in words, because generators take the keyword for a member that is always there, or write it as code. No schema forbids
 * further members, since answers may get new ones. `$id` becomes the name and is removed: inside a document it would change the base of the
 * references below it.
 */
import type { TSchema } from 'typebox'

// Names of the models in generated clients: nouns made from the members of the service's own schemas, so simple rules suffice.

/** task_variances -> TaskVariances */
export const memberName = (member: string): string =>
  member
    .split(/[^A-Za-z0-9]+/)
    .map(word => (word === '' ? '' : word[0]!.toUpperCase() + word.slice(1)))
    .join('')

/** What one item of a list is called: Categories -> Category, Statuses -> Status, TaskVariances -> TaskVariance. */
function singular(name: string): string {
  if (/ies$/.test(name) && !/Series$/.test(name)) return name.replace(/ies$/, 'y')
  if (/(?:us|s|x|ch|sh)es$/.test(name) && !/[^aeiou]ses$/.test(name)) return name.replace(/es$/, '')
  return /[^s]s$/.test(name) && !/(?:us|is)$/.test(name) ? name.slice(0, -1) : name
}

/** The shortest name that is free: base and the innermost member, then with the members around it, then with a number. */
function joinedName(base: string, path: readonly string[], isFree: (name: string) => boolean): string {
  for (let count = 1; count <= path.length; count++) {
    const name = base + path.slice(-count).join('')
    if (isFree(name)) return name
  }
  for (let number = 2; ; number++) {
    const name = `${base}${path.join('')}${number}`
    if (isFree(name)) return name
  }
}

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS: readonly string[] = ['const', 'enum', 'examples', 'required']

/** How TypeBox writes a map of any keys; generators of clients know the other form better. */
const ANY_KEY = '^.*$'

const NULL_TYPE: JsonObject = { type: 'null' }

export const reference = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject

const typesOf = ({ type }: JsonObject): readonly Json[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type]

/** Where a part stands: names of parts that have none are made of it. */
interface Place {
  /** What the names of all parts begin with. */
  readonly base: string
  /** Names of members on the way, outermost first. */
  readonly path: readonly string[]
}

export class SchemaRegistry {
  /** Name by the JSON text of the schema as it was given. */
  readonly #nameByText = new Map<string, string>()
  readonly #textByName = new Map<string, string>()
  readonly #definitionByName = new Map<string, Json>()

  /** Gives a schema its name, and a reference to it. Define the parts before the whole. base: what the names of its parts begin with. */
  define(name: string, schema: TSchema, base = name): JsonObject {
    return this.#define(name, plain(schema), base)
  }

  /** The schema with references for every part that has a name; name: what it is called if it is an object without one. */
  use(schema: TSchema, name = '', base = name): JsonObject {
    const given = plain(schema)
    return (
      isNameless(given) && given.$id === undefined && name !== '' && !this.#nameByText.has(JSON.stringify(given))
        ? this.#define(name, given, base)
        : this.#referTo(given, { base, path: [] })
    ) as JsonObject
  }

  definitions(): JsonObject {
    return Object.fromEntries(this.#definitionByName)
  }

  #define(name: string, schema: JsonObject, base: string): JsonObject {
    const text = JSON.stringify(schema)
    const known = this.#textByName.get(name)
    if (known !== undefined && known !== text) throw new Error(`two schemas have the name ${name}`)
    if (known === undefined) {
      this.#textByName.set(name, text)
      // of two names for one schema the first is used where the schema is met as a part
      if (!this.#nameByText.has(text)) this.#nameByText.set(text, name)
      this.#definitionByName.set(name, this.#rewrite(schema, { base, path: [] }))
    }
    return reference('schemas', name)
  }

  #referTo(value: Json, place: Place): Json {
    if (Array.isArray(value)) return value.map(item => this.#referTo(item, place))
    if (!isObject(value)) return value
    if (typeof value.$id === 'string') return this.#define(value.$id, value, value.$id)
    const name = this.#nameByText.get(JSON.stringify(value))
    if (name !== undefined) return reference('schemas', name)
    return isNameless(value) && place.base !== '' ? this.#named(value, place) : this.#rewrite(value, place)
  }

  /** An object without a name gets one by its place; where it may be null, that is said beside the reference. */
  #named(schema: JsonObject, place: Place): Json {
    const isNullable = typesOf(schema).includes('null')
    const object = isNullable ? { ...schema, type: 'object' } : schema
    const text = JSON.stringify(object)
    const name = joinedName(place.base, place.path, taken => (this.#textByName.get(taken) ?? text) === text)
    if (!this.#textByName.has(name)) {
      this.#textByName.set(name, text)
      this.#definitionByName.set(name, this.#rewrite(object, place))
    }
    return isNullable ? { oneOf: [reference('schemas', name), NULL_TYPE] } : reference('schemas', name)
  }

  #rewrite(schema: JsonObject, place: Place): JsonObject {
    const written: JsonObject = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (DATA_KEYWORDS.includes(keyword)) written[keyword] = value
      else if (keyword === 'properties' && isObject(value)) {
        if (Object.keys(value).length === 0) continue
        // the keys are names of members, which may be called like a keyword
        written.properties = this.#members(value, place)
      } else if (keyword === 'patternProperties' && isObject(value) && Object.keys(value).join() === ANY_KEY) {
        written.additionalProperties = this.#referTo(value[ANY_KEY]!, place)
      } else if (keyword === 'items') written.items = this.#referTo(value, inItem(place))
      else if (keyword === 'anyOf' && Array.isArray(value)) {
        written[this.#areDisjoint(value) ? 'oneOf' : 'anyOf'] = this.#referTo(value, place)
      } else if (!isUnsaid(keyword, value)) written[keyword] = this.#referTo(value, place)
    }
    const described = withDefault(written, schema.default)
    const isOpen = typesOf(schema).includes('object') && written.properties === undefined
    return isOpen ? { additionalProperties: true, ...described } : described
  }

  /** Objects get their names before what lies deeper, so that the nearer one has the shorter name. */
  #members(members: JsonObject, place: Place): JsonObject {
    const all = Object.entries(members)
    const isNear = (part: Json): boolean => isObject(part) && isNameless(part)
    const written = new Map<string, Json>()
    for (const [member, part] of [
      ...all.filter(([, part]) => isNear(part)),
      ...all.filter(([, part]) => !isNear(part)),
    ])
      written.set(member, this.#referTo(part, inMember(place, member)))
    return Object.fromEntries(all.map(([member]) => [member, written.get(member)!]))
  }

  /** No value can be of two of the forms, since they have no type in common. */
  #areDisjoint(forms: readonly Json[]): boolean {
    const types = forms.flatMap(form => (isObject(form) ? typesOf(form) : []))
    const isKnown = forms.every(form => isObject(form) && typesOf(form).length > 0)
    return isKnown && new Set(types).size === types.length
  }
}

/** An object with members; those that have a name in themselves are found by it. */
const isNameless = (schema: JsonObject): boolean =>
  typesOf(schema).includes('object') && isObject(schema.properties) && Object.keys(schema.properties).length > 0

const inMember = ({ base, path }: Place, member: string): Place => ({ base, path: [...path, memberName(member)] })

const inItem = ({ base, path }: Place): Place => ({
  base,
  path: path.length === 0 ? ['Item'] : [...path.slice(0, -1), singular(path.at(-1)!)],
})

const isUnsaid = (keyword: string, value: Json): boolean =>
  keyword === '$id' || keyword === 'default' || (keyword === 'additionalProperties' && value === false)

function withDefault(schema: JsonObject, value: Json | undefined): JsonObject {
  const { description = '' } = schema
  if (value === undefined || typeof description !== 'string' || /\bdefault\b/i.test(description)) return schema
  return { ...schema, description: `${description} Default: ${JSON.stringify(value)}.`.trim() }
}

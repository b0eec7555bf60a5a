/**
 * TypeBox schemas -> components.schemas. A schema with a name is written once and referred to from everywhere else; two
 * schemas are the same when their JSON is. `$id` is taken as the name and left out of the document: inside one it would
 * change what the references below it are relative to.
 */
import type { TSchema } from 'typebox'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

/** Keywords whose values are data, not schemas. */
const DATA_KEYWORDS: readonly string[] = ['const', 'default', 'enum', 'examples', 'required']

/** How TypeBox writes a map of any keys; generators of clients know the other form better. */
const ANY_KEY = '^.*$'

export const reference = (kind: string, name: string): JsonObject => ({ $ref: `#/components/${kind}/${name}` })

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = (schema: TSchema): JsonObject => JSON.parse(JSON.stringify(schema)) as JsonObject

export class SchemaBook {
  /** Name by the JSON text of the schema as it was given. */
  readonly #nameByText = new Map<string, string>()
  readonly #textByName = new Map<string, string>()
  readonly #definitionByName = new Map<string, Json>()

  /** Gives a schema its name, and a reference to it. Define the parts before the whole. */
  define(name: string, schema: TSchema): JsonObject {
    return this.#define(name, plain(schema))
  }

  /** The schema with references for every part that has a name. */
  use(schema: TSchema): JsonObject {
    return this.#referTo(plain(schema)) as JsonObject
  }

  definitions(): JsonObject {
    return Object.fromEntries(this.#definitionByName)
  }

  #define(name: string, schema: JsonObject): JsonObject {
    const text = JSON.stringify(schema)
    const known = this.#textByName.get(name)
    if (known !== undefined && known !== text) throw new Error(`two schemas are called ${name}`)
    if (known === undefined) {
      this.#textByName.set(name, text)
      // of two names for one schema the first is used where the schema is met as a part
      if (!this.#nameByText.has(text)) this.#nameByText.set(text, name)
      this.#definitionByName.set(name, this.#rewrite(schema))
    }
    return reference('schemas', name)
  }

  #referTo(value: Json): Json {
    if (Array.isArray(value)) return value.map(item => this.#referTo(item))
    if (!isObject(value)) return value
    if (typeof value.$id === 'string') return this.#define(value.$id, value)
    const name = this.#nameByText.get(JSON.stringify(value))
    return name === undefined ? this.#rewrite(value) : reference('schemas', name)
  }

  #rewrite(schema: JsonObject): JsonObject {
    const written: JsonObject = {}
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === '$id') continue
      if (DATA_KEYWORDS.includes(keyword)) written[keyword] = value
      else if (keyword === 'properties' && isObject(value)) {
        // the keys are names of members, which may be called like a keyword
        written.properties = Object.fromEntries(
          Object.entries(value).map(([member, part]) => [member, this.#referTo(part)]),
        )
      } else if (keyword === 'patternProperties' && isObject(value) && Object.keys(value).join() === ANY_KEY) {
        written.additionalProperties = this.#referTo(value[ANY_KEY]!)
      } else written[keyword] = this.#referTo(value)
    }
    return written
  }
}

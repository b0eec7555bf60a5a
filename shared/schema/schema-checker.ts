/**
 * The one way from a schema to its checker. A text that is longer than it may be is not held against its pattern or its format: the length
 * says enough, and a pattern may take long for a text that nobody bounded. (typebox stops at the length when it asks whether
 * a value fits, but not when it lists what does not.)
 */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { VALIDATION_FAULTS_MAX } from '../errors.ts'

Settings.Set({ maxErrors: VALIDATION_FAULTS_MAX })

const checkers = new WeakMap<TSchema, Validator>()

export function checkerOf(schema: TSchema): Validator {
  const known = checkers.get(schema)
  if (known !== undefined) return known
  const made = Compile(boundedFirst(schema) as TSchema)
  checkers.set(schema, made)
  return made
}

/** Whether a text has more characters than so many. */
function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > 2 * lengthMax) return true
  let length = 0
  for (const _ of text) length++
  return length > lengthMax
}

/** A pattern that a text which is too long passes: its length is a fault of its own. */
class BoundedPattern extends RegExp {
  readonly #lengthMax: number

  constructor(pattern: string, lengthMax: number) {
    super(pattern, 'u')
    this.#lengthMax = lengthMax
  }

  override test(text: string): boolean {
    return isLonger(text, this.#lengthMax) || super.test(text)
  }
}

const BOUND_MARK = ' within '

/** A format that a text which is too long passes. Returns the name under which typebox knows it. */
function boundedFormat(format: string, lengthMax: number): string {
  const name = `${format}${BOUND_MARK}${lengthMax}`
  if (!Format.Has(name)) Format.Set(name, text => isLonger(text, lengthMax) || Format.Test(format, text))
  return name
}

/** The name that the schema gave a format. */
export const formatName = (name: string): string => name.split(BOUND_MARK)[0]!

function boundedFirst(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(boundedFirst)
  if (typeof schema !== 'object' || schema === null) return schema
  const made: Record<string, unknown> = {}
  for (const [word, value] of Object.entries(schema)) made[word] = boundedFirst(value)
  const { maxLength: lengthMax, pattern, format } = made
  if (typeof lengthMax !== 'number') return made
  if (typeof pattern === 'string') made.pattern = new BoundedPattern(pattern, lengthMax)
  if (typeof format === 'string') made.format = boundedFormat(format, lengthMax)
  return made
}

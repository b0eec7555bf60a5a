/**
 * The checker of a schema, compiled. A text longer than its maximum length is not tested against its pattern or format: its length is
 * already a fault, and a pattern may take very long on an unbounded text. (typebox stops at the length when it checks a value, but not
 * when it lists the errors.)
 */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import Format from 'typebox/format'
import { Settings } from 'typebox/system'
import { Check, Errors } from 'typebox/value'
import { VALIDATION_FAULTS_MAX } from '../errors.ts'

Settings.Set({ maxErrors: VALIDATION_FAULTS_MAX })

export interface Checker extends Pick<Validator, 'Errors' | 'Type'> {
  Check(value: unknown): boolean
}

const FOLLOWED_VALUES_MAX = 1_000

/** Values in a value; no more are counted than tell that it is large. */
function countOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  for (const inner of Object.values(value)) if (count <= FOLLOWED_VALUES_MAX) count += countOf(inner)
  return count
}

/** Follows the schema for a first value of few values, which takes less than to compile it, and compiles it for the next. */
class OnceFollowed implements Checker {
  readonly #schema: TSchema
  #compiled: Checker | undefined
  #isUsed = false

  constructor(schema: TSchema) {
    this.#schema = schema
  }

  Check(value: unknown): boolean {
    if (this.#isUsed || countOf(value) > FOLLOWED_VALUES_MAX)
      return (this.#compiled ??= Compile(this.#schema)).Check(value)
    this.#isUsed = true
    return Check(this.#schema, value)
  }

  Errors(value: unknown): ReturnType<Validator['Errors']> {
    return Errors(this.#schema, value)
  }

  Type(): TSchema {
    return this.#schema
  }
}

const checkers = new WeakMap<TSchema, Checker>()
let compilesAtOnce = true

/** For a process that checks one value by each schema, as the command line does. */
export function followSchemasOnce(): void {
  compilesAtOnce = false
}

export function checkerOf(schema: TSchema): Checker {
  const known = checkers.get(schema)
  if (known !== undefined) return known
  const bounded = boundedFirst(schema) as TSchema
  const made = compilesAtOnce ? Compile(bounded) : new OnceFollowed(bounded)
  checkers.set(schema, made)
  return made
}

/** Whether a text has more than this many characters. */
function isLonger(text: string, lengthMax: number): boolean {
  if (text.length <= lengthMax) return false
  if (text.length > 2 * lengthMax) return true
  let length = 0
  for (const _ of text) length++
  return length > lengthMax
}

/** So many short texts that passed a pattern are known again: there are 1,441 times of day, and a calendar says a few of them a million times. */
const PASSED_MAX = 2_000
const PASSED_LENGTH_MAX = 8

/** A pattern that every overlong text passes, because its length is already a fault. */
class BoundedPattern extends RegExp {
  readonly #lengthMax: number
  readonly #passed = new Set<string>()

  constructor(pattern: string, lengthMax: number) {
    super(pattern, 'u')
    this.#lengthMax = lengthMax
  }

  override test(text: string): boolean {
    if (this.#passed.has(text)) return true
    const passes = isLonger(text, this.#lengthMax) || super.test(text)
    if (passes && text.length <= PASSED_LENGTH_MAX && this.#passed.size < PASSED_MAX) this.#passed.add(text)
    return passes
  }
}

const BOUND_MARK = ' within '

/** A format that every overlong text passes. Returns the name under which it is registered with typebox. */
function boundedFormat(format: string, lengthMax: number): string {
  const name = `${format}${BOUND_MARK}${lengthMax}`
  if (!Format.Has(name)) Format.Set(name, text => isLonger(text, lengthMax) || Format.Test(format, text))
  return name
}

/** The original name of a format. */
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

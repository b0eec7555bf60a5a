/** Values of tests against schemas that are compiled once: a reply of many rows is checked a hundred times faster than by typebox/value. */
import type { TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'

const compiled = new WeakMap<TSchema, Validator>()

export function compiledSchema(schema: TSchema): Validator {
  let validator = compiled.get(schema)
  if (validator === undefined) {
    validator = Compile(schema)
    compiled.set(schema, validator)
  }
  return validator
}

/** The first faults of a value; empty: it fits. */
export function schemaFaults(schema: TSchema, value: unknown, countMax: number): unknown[] {
  const validator = compiledSchema(schema)
  return validator.Check(value) ? [] : [...validator.Errors(value)].slice(0, countMax)
}

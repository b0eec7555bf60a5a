/** The schema of a member of a request, by its place. */

export interface Schema {
  readonly type?: string | readonly string[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
}

export const schemaAt = (schema: Schema, place: readonly (string | number)[]): Schema | undefined =>
  place.reduce<Schema | undefined>(
    (at, step) => (typeof step === 'number' ? at?.items : at?.properties?.[step]),
    schema,
  )

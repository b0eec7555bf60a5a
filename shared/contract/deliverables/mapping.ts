/** What a request says beside its schedule: where the values come from that a schedule keeps in codes, and the constants of the contract. */
import Type, { type TSchema } from 'typebox'

/** A field that a mapping can fill. */
export interface MappedField {
  readonly name: string
  readonly about: string
  /** The only values that the receiver takes. */
  readonly values?: readonly string[]
  readonly charactersMax?: number
  /** It is a number of 0 or more. */
  readonly isNumber?: true
  /** Name of the activity code that is taken where the mapping names none. */
  readonly code?: string
}

/** A constant of the contract. */
export interface ConstantField {
  readonly name: string
  readonly about: string
  readonly kind?: 'date' | 'flag'
  readonly values?: readonly string[]
  readonly charactersMax?: number
}

const SOURCE_CHARACTERS_MAX = 200
const DAY_CHARACTERS = 10
const VALUES_MAX = 1_000

const Words = Type.String({ maxLength: SOURCE_CHARACTERS_MAX, description: 'Where the value stands.' })

const MappingSource = Type.Union(
  [
    Words,
    Type.Object(
      {
        from: Type.Optional(Words),
        values: Type.Optional(
          Type.Record(Type.String(), Type.String({ maxLength: SOURCE_CHARACTERS_MAX }), {
            maxProperties: VALUES_MAX,
            description: 'What is written for each value. A value that is not named is written as it is.',
          }),
        ),
        otherwise: Type.Optional(
          Type.String({ maxLength: SOURCE_CHARACTERS_MAX, description: 'What is written for tasks without a value.' }),
        ),
      },
      { additionalProperties: false },
    ),
  ],
  {
    $id: 'MappingSource',
    description:
      'Where the value of a field comes from: "code:NAME" or "udf:NAME" (activity code, user-defined or custom field), "wbs:N" (the WBS code down to level N), "field:NAME" (a text field of the task, such as wbs_code, organization_code, id, name), or "value:TEXT" for all tasks. As an object, `values` says what each value becomes.',
    examples: ['code:CA', { from: 'code:EVT', values: { C: 'PERCENT_COMPLETE' } }],
  },
)

export const mappingSchema = (fields: readonly MappedField[]): TSchema =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        fields.map(({ name, about, values }) => [
          name,
          Type.Optional(
            Type.Union([MappingSource], {
              description: values === undefined ? about : `${about} One of ${values.join(', ')}.`,
            }),
          ),
        ]),
      ),
      {
        additionalProperties: false,
        description:
          'Where values come from that a schedule keeps in codes. A code that no task has, and a value that the receiver does not take, are refused with their places.',
      },
    ),
  )

export const constantsSchema = (fields: readonly ConstantField[]): TSchema =>
  Type.Optional(
    Type.Object(
      Object.fromEntries(
        fields.map(({ name, about, kind, values, charactersMax }) => [
          name,
          Type.Optional(
            kind === 'flag'
              ? Type.Boolean({ description: about })
              : values !== undefined
                ? Type.Unsafe<string>({ type: 'string', enum: [...values], description: about })
                : Type.String({
                    ...(kind === 'date'
                      ? { format: 'date', maxLength: DAY_CHARACTERS }
                      : { maxLength: charactersMax ?? SOURCE_CHARACTERS_MAX }),
                    description: about,
                  }),
          ),
        ]),
      ),
      { additionalProperties: false, description: 'Constants of the contract, which no schedule has.' },
    ),
  )

/** What a request says beside its schedule: where the values come from that a schedule keeps in codes, and the constants of the contract. */
import Type, { type TSchema } from 'typebox'
import { MappingSource } from '../schedule/mapping-source.ts'

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
  /** It belongs to the assignments of a task: it may follow from their resources; of resources, from nothing else. */
  readonly of?: 'assignments' | 'resources'
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

/** Where a value comes from that a schedule keeps in codes: one form for the mapping of every request, that of checks and those of deliverables. */
import Type from 'typebox'

const SOURCE_CHARACTERS_MAX = 200
const VALUES_MAX = 1_000

const words = (description: string) => Type.String({ minLength: 1, maxLength: SOURCE_CHARACTERS_MAX, description })

export const MappingSource = Type.Union(
  [
    words('Where the value stands, as in from.'),
    Type.Object(
      {
        from: Type.Optional(words('code:NAME, udf:NAME, wbs:LEVEL, field:NAME or value:TEXT.')),
        code: Type.Optional(words('Name of the activity code or custom field: the same as code:NAME.')),
        field: Type.Optional(words('Name of a text field of the task, such as wbs_code: the same as field:NAME.')),
        constant: Type.Optional(words('Value of every task: the same as value:TEXT.')),
        otherwise: Type.Optional(
          Type.String({
            maxLength: SOURCE_CHARACTERS_MAX,
            description:
              'Value of tasks without one; of field:id and field:name, of all that values does not name. Empty: none.',
          }),
        ),
        values: Type.Optional(
          Type.Record(Type.String(), Type.String({ maxLength: SOURCE_CHARACTERS_MAX }), {
            maxProperties: VALUES_MAX,
            description:
              'What stands for each value: {"Level of effort": "A"}. A value that is not named stays as it is.',
          }),
        ),
      },
      { additionalProperties: false },
    ),
  ],
  {
    $id: 'MappingSource',
    description:
      'Where the value of a field comes from: "code:NAME" or "udf:NAME" (activity code, user-defined or custom field), "wbs:N" (the WBS code down to level N), "field:NAME" (a text field of the task, such as wbs_code, organization_code, id, name; of element_of_cost also resource, resource_name, resource_type), or "value:TEXT" for all tasks. As an object, `values` says what each value becomes.',
    examples: ['code:CA', { from: 'code:EVT', values: { C: 'PERCENT_COMPLETE' } }],
  },
)

export interface SentSource {
  readonly from?: string | null
  readonly code?: string | null
  readonly field?: string | null
  readonly constant?: string | null
  readonly values?: Readonly<Record<string, string>> | null
  readonly otherwise?: string | null
}

/** Fields that tasks have anyway, so that some of their values alone are meant. */
const NAMING_FIELDS: readonly unknown[] = ['id', 'name']

/** What a value of the source becomes; undefined and '' = none. */
export function translatorOf(
  { values, otherwise }: SentSource,
  field: string | null | undefined,
): (value: string | undefined) => string | undefined {
  const table = new Map(Object.entries(values ?? {}))
  const named = (value: string): string =>
    table.get(value) ?? (NAMING_FIELDS.includes(field) ? (otherwise ?? value) : value)
  return value => (value === undefined || value === '' ? (otherwise ?? '') : named(value)) || undefined
}

/** What an assignment says of its resource: fields that a mapping of element_of_cost takes beside those of the task. */
export const RESOURCE_SOURCES = ['resource', 'resource_name', 'resource_type'] as const
export type ResourceSource = (typeof RESOURCE_SOURCES)[number]
export const isResourceSource = (name: unknown): name is ResourceSource =>
  (RESOURCE_SOURCES as readonly unknown[]).includes(name)

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
        from: Type.Optional(words('code:NAME, udf:NAME, wbs:LEVELS, field:NAME or value:TEXT.')),
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
      'Where the value of a field comes from: "code:NAME" or "udf:NAME" (activity code, user-defined or custom field), "wbs:N" (the WBS code down to level N), "wbs:2.." or "wbs:2..4" (without the levels above: the first one of P6 is the id of the project), "field:NAME" (a text field of the task, such as wbs_code, organization_code, id, name; of element_of_cost also resource, resource_name, resource_type), or "value:TEXT" for all tasks. As an object, `values` says what each value becomes.',
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

/** Levels of a WBS that a source takes: "3" = down to the third, "2..4", "2.." = from the second on, without what stands above it. */
interface WbsLevels {
  readonly from: number
  readonly to: number
}

const LEVELS = /^([1-9]\d?)(?:\.\.([1-9]\d?)?)?$/

/** undefined: it names no levels. */
export function wbsLevelsOf(text: string): WbsLevels | undefined {
  const [whole, first, last] = LEVELS.exec(text) ?? []
  if (whole === undefined) return undefined
  if (first === whole) return { from: 1, to: Number(first) }
  const levels = { from: Number(first), to: last === undefined ? Number.POSITIVE_INFINITY : Number(last) }
  return levels.from > levels.to ? undefined : levels
}

/** The levels of a code; '' where it has none of them, or not the last one that is wanted. */
export function wbsPart(code: string, { from, to }: WbsLevels): string {
  const parts = code.split('.')
  return parts.length < (to === Number.POSITIVE_INFINITY ? from : to) ? '' : parts.slice(from - 1, to).join('.')
}

export const WBS_LEVELS_WORDS = 'a level of 1 to 99, such as 3, or levels such as 2..4 or 2..'

/** Why no task has a value from the levels. */
export function wbsAbsence(text: string, codes: readonly string[]): string {
  const deepest = codes.reduce((most, code) => Math.max(most, code.split('.').length), 0)
  const known =
    deepest === 0
      ? 'no task has a wbs_code'
      : `the deepest WBS code has ${deepest} ${deepest === 1 ? 'level' : 'levels'}`
  return `No task has the levels "wbs:${text}": ${known}.`
}

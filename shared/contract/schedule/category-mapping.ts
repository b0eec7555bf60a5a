/** category_mapping of a request: which activity code or custom field says whose a task is. */
import Type, { type Static } from 'typebox'
import { DELAY_CATEGORIES } from './fields.ts'

const code = Type.String({ minLength: 1, maxLength: 100, description: 'Name of the code or custom field.' })

const Mapped = Type.Object(
  { code },
  { $id: 'CategoryCode', additionalProperties: false, description: 'A code of tasks.' },
)

export const CategoryMapping = Type.Object(
  {
    delay_category: Type.Optional(
      Type.Object(
        {
          code,
          values: Type.Optional(
            Type.Record(Type.String(), Type.Unsafe<string>({ type: 'string', enum: [...DELAY_CATEGORIES] }), {
              description: 'Delay category of each value. Absent: the values are the words of delay_category.',
            }),
          ),
        },
        { additionalProperties: false },
      ),
    ),
    responsible: Type.Optional(Mapped),
    cam: Type.Optional(Mapped),
    wbs: Type.Optional(Mapped),
  },
  {
    $id: 'CategoryMapping',
    additionalProperties: false,
    description:
      'Codes (activity codes, user-defined fields, custom fields) that say the delay_category of tasks, their responsible party or control account manager (both as organization_code), and their wbs_code. A task that has its own delay_category keeps it. Values without a category are named in a finding; a name that no schedule has is refused with those that there are.',
    examples: [{ delay_category: { code: 'Delay Type', values: { OWN: 'owner', CON: 'contractor' } } }],
  },
)
export type CategoryMapping = Static<typeof CategoryMapping>

/** What a conversion to a project file changes: what the format has no place for, what was written instead, and what that does to the dates. */
import Type, { type Static } from 'typebox'
import { WRITTEN_FORMATS, type WrittenFormat } from './file-formats.ts'

/**
 * Kinds of warning. The first four compare: both schedules are computed, the one that was sent by its own rules, the file that was written by those
 * of its tool. The others say what was written otherwise than it was sent.
 */
export const CONVERSION_CODES = [
  'finish_differs',
  'dates_differ',
  'floats_differ',
  'not_compared',
  'codes_left_out',
  'can_level_left_out',
  'held_by_data_date',
  'held_by_constraint',
  'resume_written',
  'lag_rewritten',
  'constraint_rewritten',
  'deadline_written',
  'deadline_as_constraint',
  'duration_rewritten',
  'level_of_effort',
  'summary_links_replaced',
  'summary_links_lost',
  'manual_as_constraint',
  'data_date_written',
  'progress_override_written',
  'percent_left_out',
  'must_finish_by_lost',
  'before_data_date',
  'not_read',
  'wbs_nodes_left_out',
  'baseline_left_out',
] as const
export type ConversionCode = (typeof CONVERSION_CODES)[number]

const text = (description: string) => Type.Unsafe<string | null>({ type: ['string', 'null'], description })
const count = (description: string) => Type.Integer({ minimum: 0, description })

const ConversionExample = Type.Object(
  {
    task_id: Type.String({ description: 'Id of the task.' }),
    task_name: text('Its name; null if it has none.'),
    place: text('What of it, as in a request, such as tasks[3].constraint_type.'),
    before: text('As it was sent or computed; null: nothing.'),
    after: text('As it was written, or is computed from the file; null: nothing.'),
  },
  { additionalProperties: false },
)
export type ConversionExample = Static<typeof ConversionExample>

export const CONVERSION_EXAMPLES_MAX = 10

const ConversionWarning = Type.Object(
  {
    code: Type.Unsafe<ConversionCode>({
      type: 'string',
      enum: [...CONVERSION_CODES],
      description: 'Stable code of the kind of warning.',
    }),
    text: Type.String({ description: 'What the format cannot hold, and what was written instead.' }),
    count: count('How many tasks, links or values it is about.'),
    of: count('Of how many.'),
    examples: Type.Array(ConversionExample, {
      maxItems: CONVERSION_EXAMPLES_MAX,
      description: `The first ${CONVERSION_EXAMPLES_MAX}; empty where the warning is about the project.`,
    }),
  },
  { additionalProperties: false },
)
export type ConversionWarning = Static<typeof ConversionWarning>

export const ConversionReport = Type.Object(
  {
    format: Type.Unsafe<WrittenFormat['name']>({
      type: 'string',
      enum: WRITTEN_FORMATS.map(({ name }) => name),
      description: 'Format of the file.',
    }),
    task_count: count('Number of tasks written.'),
    finish_before: text(
      'Computed finish of the schedule that was sent; null where it has no dates or its links form a cycle.',
    ),
    finish_after: text('Computed finish of the file, by the rules of its tool.'),
    compared_count: count('Number of tasks whose dates were compared.'),
    changed_count: count('Number of them whose early start or early finish differs.'),
    warnings: Type.Array(ConversionWarning, {
      description: 'Empty: the file says all of the schedule that moves dates.',
    }),
  },
  {
    $id: 'ConversionReport',
    additionalProperties: false,
    description: 'What a conversion to a project file changes.',
  },
)
export type ConversionReport = Static<typeof ConversionReport>

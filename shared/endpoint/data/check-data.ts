/** A check as every result shows it. */
import Type, { type TSchema } from 'typebox'
import { SEVERITIES } from '../../envelope.ts'
import { OneOf } from '../../schedule/containers.ts'
import { taskIds } from './named.ts'

export const CHECK_STATUSES = ['pass', 'fail', 'skipped', 'not_applicable', 'info'] as const
export type CheckStatus = (typeof CHECK_STATUSES)[number]

export const CHECK_OPERATORS = ['<=', '>='] as const
export type CheckOperator = (typeof CHECK_OPERATORS)[number]

/** What numerator and value count or measure. */
export const CHECK_UNITS = ['tasks', 'links', 'values', 'components', 'percent', 'ratio', 'days'] as const
export type CheckUnit = (typeof CHECK_UNITS)[number]

const orNull = (type: string, description: string, more: Record<string, unknown> = {}): TSchema =>
  Type.Unsafe({ type: [type, 'null'], description, ...more })

/** Of every check, in results and in the catalogue. */
export const checkUrl = Type.String({
  description:
    'Path of its description: formula, population, threshold, source. A page of this service, HTML or Markdown by Accept.',
})

/** Schema of a check; `more` are members of one family of checks. */
export const checkData = (more: Record<string, TSchema> = {}): TSchema =>
  Type.Object(
    {
      code: Type.String({ description: 'Stable code of the check.' }),
      ...more,
      title: Type.String({ description: 'What it looks for.' }),
      status: OneOf(CHECK_STATUSES, {
        description: 'skipped: data it needs is missing; not_applicable: nothing to count; info: it has no threshold.',
      }),
      numerator: orNull('number', 'Members of the population that it found; null when skipped.'),
      denominator: orNull('number', 'Size of the population; null when skipped.'),
      value: orNull('number', 'Figure compared with the threshold; null when skipped or not applicable.'),
      unit: OneOf(CHECK_UNITS, { description: 'Unit of value.' }),
      threshold: orNull('number', 'Bound of value; null when the check only informs.'),
      operator: orNull('string', 'The check passes while value operator threshold holds.', {
        enum: [...CHECK_OPERATORS, null],
      }),
      severity: orNull('string', 'How grave it is; null unless the check found something.', {
        enum: [...SEVERITIES, null],
      }),
      message: Type.String({ description: 'What was found, in one sentence.' }),
      population: Type.String({ description: 'What is counted over.' }),
      method_url: checkUrl,
      task_ids: Type.Optional(taskIds(`The tasks concerned, in input order; with options.include_details.`)),
      evidence: Type.Optional(Type.Unknown({ description: 'Facts behind it; with options.include_details.' })),
    },
    { additionalProperties: false },
  )

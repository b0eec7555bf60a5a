/** A check in the results of all analyses. */
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

/** Link of every check, in results and in the catalogue. */
export const checkUrl = Type.String({
  description:
    'Path of the page of this service that explains the check: formula, population, threshold, source. HTML or Markdown, by the header Accept.',
})

/** Schema of a check. more: additional members of one analysis. */
export const checkData = (more: Record<string, TSchema> = {}): TSchema =>
  Type.Object(
    {
      code: Type.String({ description: 'Stable code of the check.' }),
      ...more,
      title: Type.String({ description: 'Title of the check.' }),
      status: OneOf(CHECK_STATUSES, {
        description:
          'skipped: required data are missing. not_applicable: there is nothing to count. info: the check has no threshold.',
      }),
      numerator: orNull(
        'number',
        'Number of members of the population that the check found, or its measured amount; null if skipped.',
      ),
      denominator: orNull(
        'number',
        'Size of the population, or the amount that the numerator is compared with; null if skipped.',
      ),
      value: orNull('number', 'Value that is compared with the threshold; null if skipped or not applicable.'),
      unit: OneOf(CHECK_UNITS, { description: 'Unit of value.' }),
      threshold: orNull('number', 'Threshold of value; null if the check only informs.'),
      operator: orNull(
        'string',
        'The check passes if `value operator threshold` is true; null if the check only informs.',
        {
          enum: [...CHECK_OPERATORS, null],
        },
      ),
      severity: orNull('string', 'Severity of the finding; null unless the check found something.', {
        enum: [...SEVERITIES, null],
      }),
      message: Type.String({ description: 'What was found, in one sentence.' }),
      population: Type.String({ description: 'Population that is counted.' }),
      method_url: checkUrl,
      task_ids: Type.Optional(taskIds('Ids of the tasks found, in input order. Present with options.include_details.')),
      evidence: Type.Optional(
        Type.Unknown({ description: 'Evidence of the finding. Present with options.include_details.' }),
      ),
    },
    { additionalProperties: false },
  )

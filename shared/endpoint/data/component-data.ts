/** A component of a score as results show it: a check with its weight, its score and what it cost. */
import Type, { type TSchema } from 'typebox'
import { checkData } from './check-data.ts'
import { numberOrNull } from './members.ts'

/** Schema of a component; `more` are members of one family of components. */
export const componentData = (more: Record<string, TSchema> = {}): TSchema =>
  checkData({
    component: Type.String({ description: 'Name of the component in the breakdown.' }),
    score: numberOrNull('0 to 100; null when it was skipped or not applicable.'),
    weight: Type.Number({ minimum: 0, description: 'Weight before those not evaluated were dropped.' }),
    points_lost: numberOrNull('Points it costs the score: weight * (100 - score) / sum of the weights evaluated.'),
    zero: Type.Number({
      description: 'Value at which the score is 0; at the threshold it is 100, between them linear.',
    }),
    ...more,
  })

/** A component of a score in results: a check with its weight, its score and the points that it takes. */
import Type, { type TSchema } from 'typebox'
import { checkData } from './check-data.ts'
import { numberOrNull } from './members.ts'

/** Schema of a component. more: additional members of one analysis. */
export const componentData = (more: Record<string, TSchema> = {}): TSchema =>
  checkData({
    component: Type.String({ description: 'Name of the component in the breakdown.' }),
    score: numberOrNull('Score of the component, 0 to 100; null if skipped or not applicable.'),
    weight: Type.Number({ minimum: 0, description: 'Weight if all components are evaluated.' }),
    points_lost: numberOrNull(
      'Points that the component takes from the score: weight * (100 - score) / sum of the evaluated weights; null if it was not evaluated.',
    ),
    zero: Type.Number({
      description: 'Value at which the score is 0. At the threshold the score is 100; between them it is linear.',
    }),
    ...more,
  })

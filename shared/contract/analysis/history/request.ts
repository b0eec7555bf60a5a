/** Request body of POST /api/v1/forensics/history. */
import Type from 'typebox'
import { datedSchedules, optionWords } from '../../endpoint/comparison-fields.ts'
import { completionDate } from '../../endpoint/contract-dates.ts'
import { fields } from '../../endpoint/request-fields.ts'

export const HistoryRequest = Type.Object({
  ...datedSchedules,
  options: Type.Optional(
    Type.Object(
      {
        completion_date: completionDate,
        milestones: Type.Optional(
          Type.Array(Type.String(), {
            maxItems: 200,
            description: 'Ids of tasks whose finish and float are followed.',
          }),
        ),
        fields,
      },
      optionWords,
    ),
  ),
})

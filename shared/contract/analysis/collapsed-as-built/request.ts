/** Request body of POST /api/v1/forensics/collapsed-as-built. */
import Type from 'typebox'
import { datedSchedules, optionWords } from '../../endpoint/comparison-fields.ts'
import { contractConcurrency, contractDates } from '../../endpoint/contract-dates.ts'
import { choice, fields } from '../../endpoint/request-fields.ts'
import { delayEvents } from '../../schedule/delay-events.ts'
import { COLLAPSE_METHODS } from './words.ts'

export const CollapsedAsBuiltRequest = Type.Object({
  ...datedSchedules,
  delay_events: Type.Optional(delayEvents('Events that are taken out of the as-built network.')),
  options: Type.Optional(
    Type.Object(
      {
        method: choice(
          COLLAPSE_METHODS,
          'AACE 29R-03 MIP 3.8 (single: all events out of the current schedule) or 3.9 (multi: out of each update what fell between its data date and that of the update before).',
          'single',
        ),
        milestones: Type.Optional(
          Type.Array(Type.String(), { maxItems: 200, description: 'Ids of tasks whose finishes are compared, too.' }),
        ),
        ...contractDates,
        concurrency: contractConcurrency,
        fields,
      },
      optionWords,
    ),
  ),
})

/** Request body of POST /api/v1/forensics/time-impact. */
import Type from 'typebox'
import { datedSchedules, optionWords } from '../../endpoint/comparison-fields.ts'
import { contractConcurrency, contractDates } from '../../endpoint/contract-dates.ts'
import { choice, fields } from '../../endpoint/request-fields.ts'
import { delayEvents } from '../../schedule/delay-events.ts'
import { IMPACT_METHODS, IMPACT_TIMINGS } from './words.ts'

export const TimeImpactRequest = Type.Object({
  ...datedSchedules,
  delay_events: Type.Optional(delayEvents('Events that are inserted, in order of their start.')),
  options: Type.Optional(
    Type.Object(
      {
        method: choice(
          IMPACT_METHODS,
          'AACE 29R-03 MIP 3.7 (multi_base: each event into the last update before it) or 3.6 (single_base: all into one schedule, the baseline where there is one).',
          'multi_base',
        ),
        timing: choice(
          IMPACT_TIMINGS,
          'prospective: as forecast, from what was known before the event. retrospective: beside it what the next update shows.',
          'prospective',
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

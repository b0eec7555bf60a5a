/** `data` of POST /api/v1/health/dcma-decm. */

import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { FloatSourceUsed, PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull } from '../../endpoint/data/members.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'
import { DECM_PROFILES, DECM_SCOPES } from './request.ts'

const DECM_CHECK_COUNT = 17

export const DecmData = Type.Object(
  {
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Checks passed.'),
    failed: countOf('Checks failed; the score is passed / (passed + failed).'),
    not_applicable: countOf('Checks with nothing to count.'),
    skipped: countOf('Checks skipped for missing data.'),
    checks: Type.Array(checkData(), {
      minItems: DECM_CHECK_COUNT,
      maxItems: DECM_CHECK_COUNT,
      description: 'The checks in the order of their codes, each with the threshold that was applied.',
    }),
    scope: OneOf(DECM_SCOPES, { description: 'Checks that were run.' }),
    threshold_profile: OneOf(DECM_PROFILES, { description: 'Profile of thresholds.' }),
    custom_thresholds: Type.Record(Type.String(), Type.Number(), {
      description: 'Thresholds of the request that took the place of those of the profile.',
    }),
    status_date: dateOrNull('As given.'),
    target_finish_date: dateOrNull('As given; reserved, it has no effect.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        incomplete: PopulationData('E: incomplete tasks and milestones, level of effort included.'),
        incomplete_discrete: PopulationData("E': E without level of effort."),
        tasks_and_milestones: PopulationData('All but summaries, complete ones included.'),
      },
      CLOSED,
    ),
    snapshots_used: countOf('Snapshots of schedule_history that are earlier than the status date.'),
  },
  { ...CLOSED, $id: 'DcmaDecmData', description: 'Result of the DECM assessment.' },
)

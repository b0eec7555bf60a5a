/** `data` of POST /api/v1/health/dcma-decm. */

import Type from 'typebox'
import { checkData } from '../../endpoint/data/check-data.ts'
import { FloatSourceUsed, PopulationData, reportedFinishMember, scoreMembers } from '../../endpoint/data/health-data.ts'
import { CLOSED, countOf, dateOrNull } from '../../endpoint/data/members.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CalendarUsed, DataDateUnlessCycle } from '../cpm/data.ts'
import { DECM_CHECK_COUNT, DECM_PROFILES, DECM_SCOPES } from './request.ts'

export const DecmData = Type.Object(
  {
    ...scoreMembers,
    ...reportedFinishMember,
    passed: countOf('Number of checks passed.'),
    failed: countOf('Number of checks failed. Score = 100 * passed / (passed + failed).'),
    not_applicable: countOf('Number of checks without tasks or links to count.'),
    skipped: countOf('Number of checks skipped because data are missing.'),
    checks: Type.Array(checkData(), {
      minItems: DECM_CHECK_COUNT,
      maxItems: DECM_CHECK_COUNT,
      description: 'The checks in the order of their codes, each with the threshold that was applied.',
    }),
    scope: OneOf(DECM_SCOPES, { description: 'Checks that were run.' }),
    threshold_profile: OneOf(DECM_PROFILES, { description: 'Profile of thresholds.' }),
    custom_thresholds: Type.Record(Type.String(), Type.Number(), {
      description: 'Thresholds of the request that replace those of the profile.',
    }),
    status_date: dateOrNull('As given in the request; null if absent.'),
    target_finish_date: dateOrNull('As given in the request. Reserved, without effect.'),
    data_date: DataDateUnlessCycle,
    calendar: CalendarUsed,
    float_source: FloatSourceUsed,
    populations: Type.Object(
      {
        incomplete: PopulationData('E: incomplete tasks and milestones, including level of effort.'),
        incomplete_discrete: PopulationData("E': E without level of effort."),
        tasks_and_milestones: PopulationData('All tasks except summaries, including complete ones.'),
      },
      CLOSED,
    ),
    snapshots_used: countOf('Number of snapshots in schedule_history that are earlier than the status date.'),
  },
  { ...CLOSED, $id: 'DcmaDecmData', description: 'Result of the DECM assessment.' },
)

/** Request body of POST /api/v1/health/dcma-decm. */
import Type from 'typebox'
import {
  choice,
  fields,
  flag,
  includeEvValidation,
  mustFinishBy,
  scheduleRequest,
} from '../../endpoint/request-fields.ts'
import { Day, ScheduleHistory } from '../../schedule/containers.ts'

export const DECM_PROFILES = ['dcma-decm-default', 'dcma-decm-strict'] as const

/** Checks of schedule_only: the rows of compute/engine/analysis/dcma-decm/checks. */
export const DECM_CHECK_COUNT = 17

export const DECM_SCOPES = ['schedule_only', 'guideline_6', 'full'] as const

export const DcmaDecmRequest = scheduleRequest(
  2,
  'Checks 06A212a, 06A506a, 06A506b and 06A506c require it.',
  {
    threshold_profile: choice(DECM_PROFILES, 'Profile of thresholds.', 'dcma-decm-default'),
    custom_thresholds: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'Threshold by check code; it overrides the profile: {"06A205a": 5}.',
      }),
    ),
    include_details: flag('Add the ids of the tasks found and the evidence.', false),
    include_ev_validation: includeEvValidation,
    fields,
  },
  {
    ...mustFinishBy,
    target_finish_date: Type.Optional(Day({ description: 'Reserved: validated and returned, without effect.' })),
    start_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids of tasks that need no predecessor in 06A204b.' }),
    ),
    finish_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids of tasks that need no successor in 06A204b.' }),
    ),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    scope: choice(DECM_SCOPES, `Checks to run. schedule_only runs ${DECM_CHECK_COUNT} checks.`, 'schedule_only'),
  },
)

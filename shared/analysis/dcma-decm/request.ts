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

export const DECM_SCOPES = ['schedule_only', 'guideline_6', 'full'] as const

export const DcmaDecmRequest = scheduleRequest(
  2,
  'Checks 06A212a, 06A506a, 06A506b and 06A506c need it.',
  {
    threshold_profile: choice(DECM_PROFILES, 'Profile of thresholds.', 'dcma-decm-default'),
    custom_thresholds: Type.Optional(
      Type.Record(Type.String(), Type.Number({ minimum: 0 }), {
        description: 'Threshold by check id, over the profile: {"06A205a": 5}.',
      }),
    ),
    include_details: flag('Add the ids of the violating tasks and the evidence.', false),
    include_ev_validation: includeEvValidation,
    fields,
  },
  {
    ...mustFinishBy,
    target_finish_date: Type.Optional(Day({ description: 'Reserved: checked and echoed, no effect.' })),
    start_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids exempt from 06A204b for having no predecessor.' }),
    ),
    finish_task_ids: Type.Optional(
      Type.Array(Type.String(), { description: 'Ids exempt from 06A204b for having no successor.' }),
    ),
    schedule_history: Type.Optional(ScheduleHistory(false)),
    scope: choice(DECM_SCOPES, 'Checks to run: schedule_only is 17 checks.', 'schedule_only'),
  },
)

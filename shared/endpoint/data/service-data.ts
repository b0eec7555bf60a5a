/** Reply schemas of the endpoints the gateway answers itself. */
import Type from 'typebox'
import { JOB_CLASSES } from '../../jobs/classes.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CAPABILITIES, TIER_NAMES } from '../../tiers.ts'

export const Liveness = Type.Object({
  status: Type.Literal('ok', { description: 'The process answers; nothing else is looked at.' }),
  api_version: Type.String(),
})

const bytes = (description: string) => Type.Integer({ description: `Bytes ${description}.` })

const JobMemory = Type.Object(
  {
    budget_bytes: bytes('that jobs may bring Redis to'),
    used_bytes: bytes('that Redis uses'),
    reserved_bytes: bytes('that jobs reserve which have not ended'),
    result_bytes: bytes('of results of finished jobs, part of those used'),
    room_bytes: Type.Object(
      Object.fromEntries(JOB_CLASSES.map(name => [name, bytes(`left for jobs of the class ${name}`)])),
      {
        description:
          'Results of finished jobs are room: they are removed when jobs need it. At 0 jobs of the class are refused.',
      },
    ),
    largest_account: Type.Optional(
      Type.Object(
        { result_bytes: bytes('of its results'), reserved_bytes: bytes('that its jobs reserve') },
        { description: 'What the accounts hold that hold most; the two may be different accounts.' },
      ),
    ),
  },
  { $id: 'JobMemory', description: 'The memory of Redis for jobs; absent when it is not known.' },
)

export const Readiness = Type.Object({
  status: OneOf(['ready', 'not_ready'], { description: 'Whether calls should be sent here.' }),
  checks: Type.Record(Type.String(), OneOf(['ok', 'failed'], { description: 'State of one part.' })),
  memory: Type.Optional(JobMemory),
  reasons: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Of parts that failed, where there is more to say than that.',
    }),
  ),
})

export const ErrorCatalogue = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.String({ description: 'Stable word.' }),
      status: Type.Integer(),
      title: Type.String(),
      detail: Type.String({ description: 'Sentence with {places} for the facts of the case.' }),
    }),
  ),
})

const nullableInteger = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

export const TierRecord = Type.Object({
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account.' }),
  display_name: Type.String(),
  limits: Type.Object({
    sync_task_limit: Type.Integer({ description: 'Tasks of a synchronous call over all its schedules, every tier.' }),
    max_task_limit: Type.Integer({ description: 'Tasks per request, sync and async combined.' }),
    payload_limit_mb: Type.Integer(),
    kept_schedules_limit: Type.Integer({ description: 'Schedules that the account may keep at a time.' }),
    kept_schedules_limit_mb: Type.Integer({ description: 'What they may take together, as they are stored.' }),
    api_calls_per_month: nullableInteger('null = unlimited.'),
    monthly_calls_remaining: nullableInteger('null = unlimited, or the counter store is away.'),
  }),
  capabilities: Type.Object(Object.fromEntries(Object.keys(CAPABILITIES).map(name => [name, Type.Boolean()]))),
  recommended_routes: Type.Record(Type.String(), Type.String(), {
    description: 'Path template by route name, of this tier.',
  }),
  metadata: Type.Object({
    resolved_at: Type.String({ description: 'UTC, ISO 8601.' }),
    api_version: Type.String(),
  }),
})

export const AllocateReply = Type.Object({
  allocation: Type.Optional(Type.Unsafe({ type: ['object', 'null'] })),
  message: Type.Optional(Type.String()),
})

/** Body of every refusal but the validation error. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'A sentence for people.' }),
    code: Type.String({ description: 'A stable word for programs; GET /api/v1/errors lists them.' }),
    request_id: Type.String(),
    retry_after: Type.Optional(Type.Integer({ description: 'Seconds, on 409, 429 and 503.' })),
    outcome: Type.Optional(Type.Literal('unknown', { description: 'The job named beside it may have been accepted.' })),
    job_id: Type.Optional(Type.String({ description: 'Id the job has if it was accepted.' })),
  },
  { $id: 'Refusal', description: 'Why a call was refused.' },
)

export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), { description: 'Path of the value.' }),
          msg: Type.String({ description: 'What is wrong, with the value.' }),
          type: Type.String({ description: 'Kind of the fault.' }),
        },
        { $id: 'ValidationFault', description: 'One fault.' },
      ),
    ),
    code: Type.String(),
    request_id: Type.String(),
    error_count: Type.Integer({ description: 'All faults; the list holds the first ones.' }),
  },
  { $id: 'ValidationRefusal', description: 'Every fault of a body with its place.' },
)

/** Reply schemas of the endpoints the gateway answers itself. */
import Type from 'typebox'
import { JOB_CLASSES } from '../../job-classes.ts'
import { OneOf } from '../../schedule/containers.ts'
import { CAPABILITIES, TIER_NAMES } from '../../tiers.ts'

export const Liveness = Type.Object({
  status: Type.Literal('ok', { description: 'The process answers. Nothing else is checked.' }),
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
        { description: 'Largest memory of one account. The two values may belong to different accounts.' },
      ),
    ),
  },
  { $id: 'JobMemory', description: 'Memory of Redis for jobs; absent if it is unknown.' },
)

export const Readiness = Type.Object({
  status: OneOf(['ready', 'not_ready'], { description: 'Whether this process should receive calls.' }),
  checks: Type.Record(Type.String(), OneOf(['ok', 'failed'], { description: 'State of one part.' })),
  memory: Type.Optional(JobMemory),
  reasons: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Details of failed parts, if there are any.',
    }),
  ),
})

export const ErrorCatalogue = Type.Object({
  errors: Type.Array(
    Type.Object({
      code: Type.String({ description: 'Stable code of the error.' }),
      status: Type.Integer(),
      title: Type.String(),
      detail: Type.String({ description: 'Text of the error; {names} are replaced by its details.' }),
    }),
  ),
})

const nullableInteger = (description: string) => Type.Unsafe<number | null>({ type: ['integer', 'null'], description })

export const TierRecord = Type.Object({
  tier: OneOf(TIER_NAMES, { description: 'Tier of the account.' }),
  display_name: Type.String(),
  limits: Type.Object({
    sync_task_limit: Type.Integer({
      description: 'Largest number of tasks in all schedules of a synchronous call, in every tier.',
    }),
    max_task_limit: Type.Integer({ description: 'Tasks per request, sync and async combined.' }),
    payload_limit_mb: Type.Integer(),
    kept_schedules_limit: Type.Integer({
      description: 'Largest number of schedules that the account may keep at a time.',
    }),
    kept_schedules_limit_mb: Type.Integer({ description: 'Largest total size of the kept schedules as stored.' }),
    compute_burst_ms: Type.Integer({
      description:
        'Processor time of threads, in milliseconds, that the account may use at once, in each gateway, before its calls wait behind those of all others. Jobs use it on their submission only.',
    }),
    compute_ms_per_second: Type.Integer({
      description: 'Milliseconds of that time that come back per second, in each gateway.',
    }),
    api_calls_per_month: nullableInteger('null = unlimited.'),
    monthly_calls_remaining: nullableInteger('null = unlimited, or the counter store is away.'),
  }),
  capabilities: Type.Object(Object.fromEntries(Object.keys(CAPABILITIES).map(name => [name, Type.Boolean()]))),
  recommended_routes: Type.Record(Type.String(), Type.String(), {
    description: 'Path templates of this tier by route name.',
  }),
  metadata: Type.Object({
    resolved_at: Type.String({ description: 'UTC, ISO 8601.' }),
    api_version: Type.String(),
  }),
})

/** Body of every refusal but the validation error. */
export const ErrorBody = Type.Object(
  {
    detail: Type.String({ description: 'Text for people.' }),
    code: Type.String({ description: 'Stable code for programs, listed by GET /api/v1/errors.' }),
    request_id: Type.String(),
    retry_after: Type.Optional(
      Type.Integer({ description: 'Seconds after which to try again; with 409, 429 and 503.' }),
    ),
    outcome: Type.Optional(
      Type.Literal('unknown', { description: 'True if the job with this id may have been accepted.' }),
    ),
    job_id: Type.Optional(Type.String({ description: 'Id of the job, if it was accepted.' })),
  },
  { $id: 'Refusal', description: 'Why a call was refused.' },
)

export const ValidationErrorBody = Type.Object(
  {
    detail: Type.Array(
      Type.Object(
        {
          loc: Type.Array(Type.Union([Type.String(), Type.Integer()]), { description: 'Path of the value.' }),
          msg: Type.String({ description: 'Description of the fault with the value.' }),
          type: Type.String({ description: 'Kind of the fault.' }),
        },
        { $id: 'ValidationFault', description: 'One fault.' },
      ),
    ),
    code: Type.String(),
    request_id: Type.String(),
    error_count: Type.Integer({ description: 'Number of all faults. The list has only the first ones.' }),
  },
  { $id: 'ValidationRefusal', description: 'Faults of a body with their places.' },
)

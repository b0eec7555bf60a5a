/** Schemas of the usage endpoint. */
import Type, { type TSchema } from 'typebox'
import { Day } from '../../schedule/containers.ts'

/** Days of one answer. */
export const USAGE_DAYS_MAX = 400
/** Rows (day, key and endpoint) from which an answer goes on to no further day. */
export const USAGE_ROWS_MAX = 1_000
/** Days of an answer when none are named. */
export const USAGE_DAYS_DEFAULT = 30

export const UsageQuery = Type.Object({
  from: Type.Optional(Day({ description: `First day, UTC. Default: ${USAGE_DAYS_DEFAULT} days in total.` })),
  to: Type.Optional(Day({ description: 'Last day, UTC, inclusive. Default: today.' })),
  key_id: Type.Optional(Type.String({ maxLength: 64, description: 'Count only calls of this key.' })),
})

const counts: Record<string, TSchema> = {
  calls: Type.Integer({ minimum: 0, description: 'Number of accepted calls. They count against the monthly quota.' }),
  refused: Type.Integer({ minimum: 0, description: 'Number of calls that were admitted and then refused.' }),
  tasks: Type.Integer({ minimum: 0, description: 'Number of tasks in all schedules of the accepted calls.' }),
  duration_ms: Type.Number({
    minimum: 0,
    description:
      'Time from the arrival of the accepted calls to their answers; of a job, to the answer that accepted it.',
  }),
  compute_ms: Type.Number({
    minimum: 0,
    description:
      'Processor time that worker threads spent on all calls, those that take no unit (uploads, some agent tools), refused ones and those that missed their deadline included; of a job, on its submission. What it is limited to: compute_burst_ms and compute_ms_per_second of the tier.',
  }),
  estimated_cost_usd: Type.Number({
    minimum: 0,
    description:
      'Estimated cost of the accepted calls; of a job, of its submission. What its work cost is in the metering event of its end, in the log.',
  }),
}

export const Usage = Type.Object({
  from: Type.String({ description: 'First day.' }),
  to: Type.String({
    description: 'Last day in this reply: the requested one, or an earlier one if next_from is not null.',
  }),
  next_from: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'First day of the next request, if this reply has reached its largest number of rows; null = the reply is complete.',
  }),
  totals: Type.Object(counts, { description: 'Sum of all days.' }),
  keys: Type.Array(Type.Object({ key_id: Type.String({ description: 'Id of the key.' }), ...counts }), {
    description: 'Sum of all days, by key.',
  }),
  days: Type.Array(
    Type.Object({
      date: Type.String({ description: 'UTC day.' }),
      ...counts,
      endpoints: Type.Array(
        Type.Object({
          endpoint: Type.String({ description: 'operationId of the endpoint.', examples: ['analysis.cpm'] }),
          ...counts,
        }),
      ),
    }),
    { description: 'Days with calls.' },
  ),
})

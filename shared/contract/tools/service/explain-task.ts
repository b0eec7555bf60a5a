/** explain_task: why a task, or the project, ends when it does, and what a slip does. */
import Type, { type Static } from 'typebox'
import { SLIP_DAYS_MAX } from './get-tasks.ts'
import { oneOf, scheduleWith, text } from './members.ts'
import { serviceTool } from './service-tool.ts'

export const SLIP_DAYS_DEFAULT = 5
export const EXPLAIN_DETAILS = ['brief', 'full'] as const

const ExplainTaskMembers = {
  task_id: Type.Optional(text('Default: the last task of the project.')),
  slip_days: Type.Optional(
    Type.Number({ minimum: 0, maximum: SLIP_DAYS_MAX, description: `Default ${SLIP_DAYS_DEFAULT}.` }),
  ),
  detail: Type.Optional(oneOf(EXPLAIN_DETAILS, 'full: every step of the chain.')),
}

export type ExplainTaskSent = Partial<Static<ReturnType<typeof Type.Object<typeof ExplainTaskMembers>>>>

export const explainTask = serviceTool('explain_task', {
  title: 'Why then, and what if later',
  description:
    'What drives the finish, or a task: the chain of driving links from the data date on with names, lags, constraints, calendars and floats, and what a slip of n days does to the finish? Needs a schedule. Returns task, chain, slip.',
  endpoint: { id: 'analysis.cpm', path: '/api/v1/analysis/cpm' },
  isMetered: true,
  tier: 'demo',
  arguments: scheduleWith(ExplainTaskMembers),
  required: ['schedule_id'],
})

/** get_tasks and explain_task: questions about single tasks, answered from the schedule that the arguments name or hold. */
import type { ReplyContext } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { AnalysisInput } from '../../../shared/contract/schedule/input.ts'
import type { ExplainTaskSent, GetTasksSent } from '../../../shared/contract/tools/service-tools.ts'
import { type ComputedSchedule, computeSchedule, finishText } from '../../engine/query/computed-schedule.ts'
import { explainTask, notOneTask } from '../../engine/query/explain-task.ts'
import { faultOf, taskPage } from '../../engine/query/get-tasks.ts'
import { refuseInvalid } from '../../engine/result/options.ts'
import { plural } from '../../engine/wording/numbers.ts'
import { plainAnswer, type ToolAnswer } from '../answer.ts'

type Answered = ToolAnswer | Refusal
type Question = (schedule: ComputedSchedule, sent: AnalysisInput['params'], reply: () => ReplyContext) => Answered

/** Null members count as absent. */
const given = (params: AnalysisInput['params']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null))

function rows(schedule: ComputedSchedule, params: AnalysisInput['params'], reply: () => ReplyContext): Answered {
  const sent = given(params) as GetTasksSent
  const fault = faultOf(sent, schedule)
  if (fault !== undefined)
    return refuseInvalid([{ loc: ['body', ...fault.member.split('.')], msg: fault.reason, type: 'value' }])
  const { tasks, total, nextCursor, tied, unknownIds } = taskPage(schedule, sent)
  const more = nextCursor === null ? '' : ` For more, pass cursor "${nextCursor}".`
  const unit = `${schedule.basis} days${schedule.choice.mode === 'task_calendars' ? ' of the calendar of each task' : ''}`
  const { sort, descending = false } = sent
  const order = sort === undefined ? '' : `, ${descending ? 'largest' : 'smallest'} ${sort} first`
  const ties =
    tied === 0 ? '' : ` ${tied} more ${tied === 1 ? 'has' : 'have'} the ${sort} of the last one (of equal ones by id).`
  const unknown =
    unknownIds.length === 0
      ? ''
      : ` ${plural(unknownIds.length, 'id')} of where.ids ${unknownIds.length === 1 ? 'is' : 'are'} of no task.`
  const summary = `${total} of ${plural(schedule.columns.taskCount, 'task')} ${total === 1 ? 'matches' : 'match'}; ${tasks.length} here${order}.${unknown}${ties}${more}`
  const notThere = unknownIds.length === 0 ? {} : { ids_of_no_task: [...unknownIds] }
  const slip =
    sent.slip_days === undefined
      ? {}
      : {
          slip_days: sent.slip_days,
          slip_means: 'what has not started starts later, what is in progress takes longer',
          finish_moves_unit: `${schedule.offsetBasis} days`,
          project_finish: finishText(schedule.days),
        }
  return plainAnswer(
    summary,
    { tasks: [...tasks], total, next_cursor: nextCursor, unit_of_days: unit, ...notThere, ...slip },
    reply(),
  )
}

function explanation(schedule: ComputedSchedule, params: AnalysisInput['params'], reply: () => ReplyContext): Answered {
  const sent = given(params) as ExplainTaskSent
  const explained = explainTask(schedule, sent)
  if (explained !== undefined) return plainAnswer(explained.summary, explained.data, reply())
  const msg =
    sent.task_id === undefined ? 'is missing, and every task is complete: name one' : notOneTask(schedule, sent.task_id)
  return refuseInvalid([{ loc: ['body', 'task_id'], msg, type: 'value' }])
}

/** A tool that asks a schedule alone is a row of SERVICE_TOOLS and a function here. */
const QUESTIONS = { get_tasks: rows, explain_task: explanation } satisfies Readonly<Record<string, Question>>
export type QuestionName = keyof typeof QUESTIONS

export const isQuestion = (name: string): name is QuestionName => name in QUESTIONS

export function answerQuestion(
  name: QuestionName,
  input: AnalysisInput,
  reply: () => ReplyContext,
  checkpoint?: () => void,
): Answered {
  const schedule = computeSchedule(input, checkpoint)
  return 'code' in schedule ? schedule : QUESTIONS[name](schedule, input.params, reply)
}

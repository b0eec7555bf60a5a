/**
 * The extension Tasks of revision 2026-07-28 (io.modelcontextprotocol/tasks): a call that became a job is a task to a client that takes tasks.
 * The id of the task is that of the job; what the call would have answered is the result of tasks/get once the job is done.
 */

import type { Refusal } from '../../../shared/contract/errors.ts'
import { RPC, TASKS_EXTENSION } from '../../../shared/contract/mcp/protocol.ts'
import type { ToolAnswer } from '../answer.ts'
import type { RpcError } from './check-headers.ts'
import { type CalledTool, type MessageOrigin, type MessageReply, membersOf, resultReply, textBytes } from './reply.ts'

/** How often a client should look: jobs of some seconds are the rule. */
const POLL_INTERVAL_MS = 2_000

export const TASKS_MISSING: RpcError = {
  status: 400,
  code: RPC.capabilityMissing,
  message: `Missing required client capability: ${TASKS_EXTENSION}`,
  data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
}

export const taskUnknown = (): RpcError => ({
  status: 200,
  code: RPC.invalidParams,
  message: 'Task not found: no job of this account has this id, or it was forgotten.',
})

export interface JobOfTask {
  readonly job_id: string
  readonly status: string
  readonly created_at: string
  readonly started_at?: string | null
  readonly completed_at?: string | null
  readonly queue_position?: number | null
}

const isOver = ({ status }: JobOfTask): boolean => status === 'completed' || status === 'failed'

const MESSAGES: Readonly<Record<string, string>> = {
  processing: 'The analysis runs.',
  completed: 'The result is here.',
  failed: 'The analysis could not be made: the result says why.',
  cancelled: 'The job was cancelled.',
}

const messageOf = ({ status, queue_position: place }: JobOfTask): string =>
  MESSAGES[status] ?? (place == null ? 'The job waits for its turn.' : `The job waits; ${place} jobs are before it.`)

/** Members of a Task. A job that failed is a completed task whose result is an error of the tool, as the extension wants it. */
const taskOf = (job: JobOfTask): object => ({
  taskId: job.job_id,
  status: isOver(job) ? 'completed' : job.status === 'cancelled' ? 'cancelled' : 'working',
  statusMessage: messageOf(job),
  createdAt: job.created_at,
  lastUpdatedAt: job.completed_at ?? job.started_at ?? job.created_at,
  // the account decides by what it keeps; a job that is forgotten is an unknown task
  ttlMs: null,
  pollIntervalMs: POLL_INTERVAL_MS,
})

/** CreateTaskResult: the answer to a call in place of its result. */
export const createdTask = (origin: MessageOrigin, called: CalledTool, job: JobOfTask): MessageReply =>
  resultReply(origin, [textBytes(membersOf(taskOf(job)))], { resultType: 'task', called })

/** The answer to tasks/get. answer: of a job that is over. */
export function taskReply(origin: MessageOrigin, job: JobOfTask, answer: ToolAnswer | Refusal): MessageReply {
  const members = membersOf(taskOf(job))
  if (!isOver(job) || 'code' in answer) return resultReply(origin, [textBytes(members)])
  const content = JSON.stringify(answer.texts.map(text => ({ type: 'text', text })))
  return resultReply(origin, [
    textBytes(`${members},"result":{"content":${content},"structuredContent":`),
    ...answer.structured,
    textBytes(`,"isError":${job.status === 'failed'}}`),
  ])
}

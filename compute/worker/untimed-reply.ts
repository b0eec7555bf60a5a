/** Replies of a thread before its time is known. */
import type { Refusal } from '../../shared/contract/errors.ts'
import type { ThreadReply } from './work.ts'

/** A reply without its workerMs. */
export type UntimedReply<Reply = ThreadReply> = Reply extends ThreadReply ? Omit<Reply, 'workerMs'> : never

export const refusalReply = (refusal: Refusal, taskCount = 0): UntimedReply => ({ kind: 'refusal', refusal, taskCount })

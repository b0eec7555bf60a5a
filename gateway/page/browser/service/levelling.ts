/** The schedule levelled with limits and options of the planner: at once where it is small, else as a job. */
import { type Levelled, type LevellingReply, type LevelRequest, levelledOf } from '../schedule/levelling.ts'
import { analyse } from './analyse.ts'
import { bodyOf } from './body.ts'
import type { CallContext } from './call.ts'
import { isLarge as isLargeFile } from './expected-size.ts'
import type { Progress } from './messages.ts'
import { transport } from './transport.ts'

const PATH = 'api/v1/analysis/levelling'

/** Limits and priorities of the planner as the service takes them. */
export const membersOf = ({ limits, priorities }: LevelRequest): Readonly<Record<string, object[]>> => ({
  ...(limits.size === 0
    ? {}
    : { resource_availability: [...limits].map(([resource, units]) => ({ resource, capacity_per_day: units })) }),
  ...(priorities.size === 0
    ? {}
    : { task_priorities: [...priorities].map(([task_id, priority]) => ({ task_id, priority })) }),
})

export async function level(
  file: Blob,
  request: LevelRequest,
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<Levelled> {
  const [made, large] = await Promise.all([bodyOf(file), isLargeFile(file)])
  const more = membersOf(request)
  const body = (): XMLHttpRequestBodyInit => made(request.options, more)
  // a search takes long of a small schedule, too
  const isLarge = transport().hasService && (large || request.options.effort !== 'fast')
  return levelledOf((await analyse({ path: PATH, body, isLarge }, context, onProgress)) as LevellingReply)
}

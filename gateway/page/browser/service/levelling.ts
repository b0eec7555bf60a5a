/** The schedule levelled with limits and options of the planner: at once where it is small, else as a job. */
import { type Levelled, type LevellingReply, type LevelRequest, levelledOf } from '../schedule/levelling.ts'
import { analyse } from './analyse.ts'
import { bodyOf } from './body.ts'
import type { CallContext } from './call.ts'
import { isLarge } from './expected-size.ts'
import type { Progress } from './messages.ts'

const PATH = 'api/v1/analysis/levelling'

/** Limits of the planner as the service takes them. */
export const limitsOf = ({ limits }: LevelRequest): object[] =>
  [...limits].map(([resource, units]) => ({ resource, capacity_per_day: units }))

export async function level(
  file: Blob,
  request: LevelRequest,
  context: CallContext,
  onProgress: (progress: Progress) => void,
): Promise<Levelled> {
  const [made, large] = await Promise.all([bodyOf(file), isLarge(file)])
  const more = request.limits.size === 0 ? {} : { resource_availability: limitsOf(request) }
  const body = (): XMLHttpRequestBodyInit => made(request.options, more)
  return levelledOf((await analyse({ path: PATH, body, isLarge: large }, context, onProgress)) as LevellingReply)
}

/** What the marks of the links say. */
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { LINK_VIOLATED } from '../passes/codes.ts'
import { COMPLETE } from '../population/progress.ts'
import type { Floats } from './cpm.ts'
import type { CpmInput } from './input.ts'

export { LINK_DRIVING, LINK_VIOLATED } from '../passes/codes.ts'

/** Whether live link k into s has both its ends behind it: its dates are reported, none is planned. */
export const isBetweenFinished = (
  { network, state }: Pick<CpmInput, 'network' | 'state'>,
  s: number,
  k: number,
): boolean => state[s] === COMPLETE && state[network.task[k]] === COMPLETE

export interface ViolatedLinks {
  /** Live links in their order, and their successors. */
  readonly links: readonly number[]
  readonly successors: readonly number[]
}

/** Links that the dates do not keep; those between finished tasks by what was reported, though no pass reads it. */
export function linksViolated(
  input: Pick<CpmInput, 'network' | 'state'>,
  { linkMarks, linkFloat }: Pick<Floats, 'linkMarks' | 'linkFloat'>,
): ViolatedLinks {
  const { start } = input.network
  const links: number[] = []
  const successors: number[] = []
  let s = 0
  for (let k = 0; k < linkMarks.length; k++) {
    const isMarked = (linkMarks[k] & LINK_VIOLATED) !== 0
    if (!isMarked && !(linkFloat[k] < -EPSILON_DAYS)) continue
    while (start[s + 1] <= k) s++
    if (!isMarked && !isBetweenFinished(input, s, k)) continue
    links.push(k)
    successors.push(s)
  }
  return { links, successors }
}

/** Which end of a task the logic determined; the other end of contiguous work follows from it. */
import { EPSILON_DAYS } from '../calendar/snap.ts'
import { toStart } from '../passes/relation.ts'
import type { Network } from '../graph/network.ts'

/** A link to the finish of s left nothing, and every link to its start did. `linkFloat` by link of the network. */
export function isHeldByFinish(
  { start, type }: Network,
  linkFloat: { readonly [link: number]: number },
  s: number,
): boolean {
  let byStart = Number.POSITIVE_INFINITY
  let byFinish = Number.POSITIVE_INFINITY
  for (let k = start[s]; k < start[s + 1]; k++) {
    if (toStart(type[k])) byStart = Math.min(byStart, linkFloat[k])
    else byFinish = Math.min(byFinish, linkFloat[k])
  }
  return byFinish <= EPSILON_DAYS && byStart > EPSILON_DAYS
}

/**
 * Ends of tasks that nothing holds: open ends (no predecessor or no successor) and dangling tasks (linked, but the links
 * leave the start or the finish free). Logic audit, DCMA point 1 and risk index use it for different populations.
 */

import type { LinkColumns } from '../../../shared/contract/schedule/columns.ts'
import { zeros } from '../ids/short-arrays.ts'
import { heldEnds, type LiveLinks } from './live-links.ts'
import type { Terminals } from './terminals.ts'

export interface OpenEnds {
  /** 1 = task i is a member without a predecessor, and not the exempt start. Length taskCount. */
  readonly start: Uint8Array
  /** 1 = task i is a member without a successor, and not the exempt finish. */
  readonly finish: Uint8Array
  /** Members with either, each once. */
  readonly count: number
}

/** `members` are marks of a population. */
export function openEndsOf(
  members: Uint8Array,
  live: LiveLinks,
  { exemptStart, exemptFinish }: Pick<Terminals, 'exemptStart' | 'exemptFinish'>,
): OpenEnds {
  const start = zeros(Uint8Array, members.length)
  const finish = zeros(Uint8Array, members.length)
  let count = 0
  for (let i = 0; i < members.length; i++) {
    if (members[i] === 0) continue
    if (live.hasPredecessor[i] === 0 && i !== exemptStart) start[i] = 1
    if (live.hasSuccessor[i] === 0 && i !== exemptFinish) finish[i] = 1
    count += start[i] | finish[i]
  }
  return { start, finish, count }
}

export const isOpen = ({ start, finish }: OpenEnds, i: number): boolean => start[i] === 1 || finish[i] === 1

export interface DanglingEnds {
  /** 1 = predecessors, but only FF and SF: nothing holds the start. Length taskCount. */
  readonly start: Uint8Array
  /** 1 = successors, but only SS and SF: the finish drives nothing. */
  readonly finish: Uint8Array
  /** Members with either, each once. */
  readonly count: number
}

/** Members of a duration above 0 that are not open already. */
export function danglingEndsOf(
  members: Uint8Array,
  open: OpenEnds,
  links: LinkColumns,
  live: LiveLinks,
  durationDays: Float64Array,
): DanglingEnds {
  const held = heldEnds(links, live)
  const start = zeros(Uint8Array, members.length)
  const finish = zeros(Uint8Array, members.length)
  let count = 0
  for (let i = 0; i < members.length; i++) {
    if (members[i] === 0 || !(durationDays[i] > 0) || isOpen(open, i)) continue
    if (live.hasPredecessor[i] === 1 && held.start[i] === 0) start[i] = 1
    if (live.hasSuccessor[i] === 1 && held.finish[i] === 0) finish[i] = 1
    count += start[i] | finish[i]
  }
  return { start, finish, count }
}

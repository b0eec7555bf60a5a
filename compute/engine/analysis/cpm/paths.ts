/** The tasks of the longest path and those that are nearly critical, found in one look at all of them. */
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { type CpmResult, inOrderOfDate } from '../../cpm/cpm.ts'
import { zeros } from '../../ids/short-arrays.ts'

/** Total float up to which a task that is not critical counts as near-critical. */
export const NEAR_CRITICAL_DAYS = 10

export interface Paths {
  /** Ordered by early start, early finish, input. */
  readonly longest: Uint32Array
  readonly near: Uint32Array
  /** Whether the tasks on the longest path are those that are critical by float. */
  readonly isSameByFloat: boolean
  /** Whether the total float of any task is less than 0. */
  readonly hasNegativeFloat: boolean
}

export function pathsOf(result: CpmResult): Paths {
  const { totalFloat, onLongestPath, critical } = result
  const taskCount = totalFloat.length
  const longest = zeros(Uint32Array, taskCount)
  const near = zeros(Uint32Array, taskCount)
  let longestCount = 0
  let nearCount = 0
  let negativeCount = 0
  let differing = 0
  // each task is written, and the next one over it where it does not belong there: to branch costs more
  for (let i = 0; i < taskCount; i++) {
    const float = totalFloat[i]
    longest[longestCount] = i
    longestCount += onLongestPath[i]
    differing |= onLongestPath[i] ^ critical[i]
    near[nearCount] = i
    nearCount += float > EPSILON_DAYS && float <= NEAR_CRITICAL_DAYS + EPSILON_DAYS ? 1 : 0
    negativeCount += float < -EPSILON_DAYS ? 1 : 0
  }
  return {
    longest: inOrderOfDate(longest.subarray(0, longestCount), result),
    near: inOrderOfDate(near.subarray(0, nearCount), result),
    isSameByFloat: differing === 0,
    hasNegativeFloat: negativeCount > 0,
  }
}

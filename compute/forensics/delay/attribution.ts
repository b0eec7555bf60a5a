/**
 * Who moved the finish (ANALYSIS_REFERENCE 13, Attribution). What a task adds to the movement is how far its finish moved
 * less how far that of its controlling predecessor did; along the controlling path that telescopes, so the parts and the
 * path switch sum to the movement to the last digit of the arithmetic.
 */
import { forward } from '../../cpm/forward.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { finishingTasks } from '../../cpm/longest-path.ts'
import { MILESTONE } from '../../population/participation.ts'
import { type Controlling, controllingLinks } from './controlling.ts'
import { followedFinish, type Offsets, offsetsOf, PROJECT } from './status.ts'

/** The earlier schedule, by the tasks of the network that is explained. Length taskCount; NaN = it had no such task. */
export interface Before extends Offsets {
  readonly totalFloat: Float64Array
  /** The finish that was followed. */
  readonly followedFinish: number
}

export interface Attribution {
  /** Tasks of the controlling path, first to last; empty when no task takes part. */
  readonly path: Uint32Array
  /** Days task i adds to what its controlling predecessor brings. Length taskCount. */
  readonly contribution: Float64Array
  /** Float of the path that was used up before the finish moved: 0 or less when the path was another before. */
  readonly pathSwitchDays: number
  readonly finish: number
  readonly offsets: Offsets
  readonly controlling: Controlling
}

/** `early` belongs to `input` and is overwritten; `kind` tells milestones, which come first among tasks that end last. */
export function attribute(
  input: CpmInput,
  early: { start: Float64Array; finish: Float64Array },
  before: Before,
  followed: number,
  kind: Uint8Array,
): Attribution {
  forward(input, early)
  const { taskCount, order } = input.network
  const finish = followedFinish(input, early, followed)
  const offsets = offsetsOf(input, early)
  const controlling = controllingLinks(input, early, offsets.finish)
  // a task that was not there before adds all of its own time, so it moved as far as its predecessor did and that
  const contribution = new Float64Array(taskCount)
  const moved = new Float64Array(taskCount)
  for (let at = 0; at < order.length; at++) {
    const i = order[at]
    const p = controlling.predecessor[i]
    const brought = p < 0 ? 0 : moved[p]
    if (!Number.isNaN(before.finish[i])) contribution[i] = offsets.finish[i] - before.finish[i] - brought
    else contribution[i] = offsets.finish[i] - (p < 0 ? offsets.start[i] : offsets.finish[p])
    moved[i] = brought + contribution[i]
  }
  const last = followed === PROJECT ? lastTask(finishingTasks(input, finish, early), kind) : followed
  const path = pathTo(last, controlling.predecessor)
  const movedLast = last === PROJECT ? 0 : moved[last]
  return {
    path,
    contribution,
    pathSwitchDays: finish - before.followedFinish - movedLast,
    finish,
    offsets,
    controlling,
  }
}

/** Of the tasks that end last: a milestone first, then the last in the input; PROJECT when there is none. */
function lastTask(candidates: Uint32Array, kind: Uint8Array): number {
  let best = PROJECT
  for (const i of candidates) {
    const isPoint = kind[i] === MILESTONE
    const beatsBest = best === PROJECT || (isPoint === (kind[best] === MILESTONE) ? i > best : isPoint)
    if (beatsBest) best = i
  }
  return best
}

function pathTo(last: number, predecessor: Int32Array): Uint32Array {
  const tasks: number[] = []
  for (let i = last; i >= 0; i = predecessor[i]) tasks.push(i)
  return Uint32Array.from(tasks.reverse())
}

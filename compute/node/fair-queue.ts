/**
 * Which queue a node asks next: virtual-time fair queueing over the classes by weight, and within a class over the shards by the number of
 * jobs that wait in each. Since few jobs of an account wait in its shard and the others behind them, accounts are served alike wherever
 * they lie. It knows where jobs may wait, and how many did when it last asked: a queue is marked when something was heard of it
 * and cleared when it was found empty. One of these stands for each lane. Pure.
 */
import { CLASS_WEIGHTS, JOB_CLASSES, JOB_SHARD_COUNT, type JobClass } from '../../shared/jobs/classes.ts'

export interface QueuePick {
  readonly jobClass: JobClass
  readonly shard: number
  /** What was charged ahead, of all jobs that are asked for; served() puts the true cost in its place. */
  readonly chargedCost: number
  /** The same of its shard. */
  readonly chargedTurns: number
  /** Marks of the queue when it was picked: one that came later outlives the finding that it is empty. */
  readonly markCount: number
}

interface ClassQueue {
  readonly weight: number
  /** Cost served so far by weight: the class with the least is next. */
  servedTime: number
  /** Mean cost of its latest jobs, charged until the true one is known. */
  expectedCost: number
  /** Whether a job of it has been seen. */
  isKnown: boolean
  /** Entry s: marks of shard s so far. */
  readonly markCounts: Float64Array
  /** Entry s: 1 = a job may wait in shard s. */
  readonly isMarked: Uint8Array
  markedCount: number
  /** Entry s: jobs served so far by weight: the shard with the least is next. */
  readonly shardTimes: Float64Array
  /** Entry s: jobs that waited there when it was last asked, at least 1. */
  readonly shardWeights: Float64Array
  /** Time of the shard picked last: where one that was empty joins. */
  shardNow: number
  /** Of shards that are even it comes first. */
  nextShard: number
}

/** Share of the newest job in the mean. */
const SMOOTHING = 0.2

export class FairQueue {
  readonly #classes: Readonly<Record<JobClass, ClassQueue>>
  /** Served time of the class picked last: where a class that was empty joins. */
  #now = 0

  constructor() {
    const classes: Partial<Record<JobClass, ClassQueue>> = {}
    for (const jobClass of JOB_CLASSES) {
      classes[jobClass] = {
        weight: CLASS_WEIGHTS[jobClass],
        servedTime: 0,
        expectedCost: 1,
        isKnown: false,
        markCounts: new Float64Array(JOB_SHARD_COUNT),
        isMarked: new Uint8Array(JOB_SHARD_COUNT),
        markedCount: 0,
        shardTimes: new Float64Array(JOB_SHARD_COUNT),
        shardWeights: new Float64Array(JOB_SHARD_COUNT).fill(1),
        shardNow: 0,
        nextShard: 0,
      }
    }
    this.#classes = classes as Record<JobClass, ClassQueue>
  }

  get isEmpty(): boolean {
    return JOB_CLASSES.every(jobClass => this.#classes[jobClass].markedCount === 0)
  }

  mark(jobClass: JobClass, shard: number): void {
    const queue = this.#classes[jobClass]
    queue.markCounts[shard]!++
    if (queue.isMarked[shard] === 1) return
    queue.isMarked[shard] = 1
    // time that a shard or a class was empty is not saved up
    queue.shardTimes[shard] = Math.max(queue.shardTimes[shard]!, queue.shardNow)
    if (queue.markedCount++ === 0) queue.servedTime = Math.max(queue.servedTime, this.#now)
  }

  /** The class that was served least for its weight; the earlier one of JOB_CLASSES when two are even. */
  get next(): JobClass | undefined {
    let best: JobClass | undefined
    for (const jobClass of JOB_CLASSES) {
      const queue = this.#classes[jobClass]
      if (queue.markedCount === 0) continue
      if (best === undefined || queue.servedTime < this.#classes[best].servedTime) best = jobClass
    }
    return best
  }

  /** Mean cost of the latest jobs of the class that is next; undefined = not known. */
  get nextCost(): number | undefined {
    const queue = this.next && this.#classes[this.next]
    return queue?.isKnown ? queue.expectedCost : undefined
  }

  /** jobCount: so many will be asked for. */
  pick(jobCount = 1): QueuePick | undefined {
    const best = this.next
    if (best === undefined) return undefined
    const queue = this.#classes[best]
    const shard = nextShardOf(queue)
    queue.nextShard = (shard + 1) % JOB_SHARD_COUNT
    queue.shardNow = queue.shardTimes[shard]!
    const chargedTurns = jobCount / queue.shardWeights[shard]!
    queue.shardTimes[shard]! += chargedTurns
    this.#now = queue.servedTime
    const chargedCost = queue.expectedCost * jobCount
    queue.servedTime += chargedCost / queue.weight
    return { jobClass: best, shard, chargedCost, chargedTurns, markCount: queue.markCounts[shard]! }
  }

  /** Jobs of these costs were taken, and so many wait there yet. */
  served(pick: QueuePick, costs: readonly number[], waitingCount: number): void {
    const queue = this.#classes[pick.jobClass]
    const { shard } = pick
    queue.shardTimes[shard]! += costs.length / queue.shardWeights[shard]! - pick.chargedTurns
    queue.shardWeights[shard] = Math.max(1, waitingCount)
    const sum = costs.reduce((total, cost) => total + cost, 0)
    queue.servedTime += (sum - pick.chargedCost) / queue.weight
    for (const cost of costs) queue.expectedCost += (cost - queue.expectedCost) * (queue.isKnown ? SMOOTHING : 1)
    queue.isKnown ||= costs.length > 0
  }

  /** The store did not say: the mark stays. */
  refund({ jobClass, shard, chargedCost, chargedTurns }: QueuePick): void {
    const queue = this.#classes[jobClass]
    queue.shardTimes[shard]! -= chargedTurns
    queue.servedTime -= chargedCost / queue.weight
  }

  /** Nothing can be had from there until it is marked again. */
  leaveOut(shard: number): void {
    for (const jobClass of JOB_CLASSES) {
      const queue = this.#classes[jobClass]
      if (queue.isMarked[shard] === 0) continue
      queue.isMarked[shard] = 0
      queue.markedCount--
    }
  }

  /** No more jobs were there. */
  empty(pick: QueuePick): void {
    const queue = this.#classes[pick.jobClass]
    const { shard } = pick
    if (queue.markCounts[shard] !== pick.markCount || queue.isMarked[shard] === 0) return
    queue.isMarked[shard] = 0
    queue.markedCount--
  }
}

/** The marked shard that was served least for what waits there; there is one. */
function nextShardOf({ isMarked, shardTimes, nextShard }: ClassQueue): number {
  let best = -1
  for (let i = 0; i < JOB_SHARD_COUNT; i++) {
    const shard = (nextShard + i) % JOB_SHARD_COUNT
    if (isMarked[shard] === 1 && (best === -1 || shardTimes[shard]! < shardTimes[best]!)) best = shard
  }
  return best
}

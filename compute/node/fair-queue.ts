/**
 * Chooses the queue that a node reads next: virtual-time fair queueing over the classes by weight, and within a class over the shards by
 * the number of jobs waiting in each. Only a few jobs of an account wait in its shard, with the others behind them, so accounts are
 * served equally in whatever shard they are. The class knows where jobs may be waiting, and how many there were at the last request. A
 * queue is marked by a notification and cleared when it was found empty. There is one instance per lane. Pure.
 */
import { CLASS_WEIGHTS, JOB_CLASSES, JOB_SHARD_COUNT, type JobClass } from '../../shared/contract/job-classes.ts'

export interface QueuePick {
  readonly jobClass: JobClass
  readonly shard: number
  /** Cost charged in advance for all requested jobs; served() replaces it by the true cost. */
  readonly chargedCost: number
  /** The turns that the time of its shard was charged for. */
  readonly chargedTurns: number
  /** Marks of the queue when it was picked. A later mark survives the finding that the queue is empty. */
  readonly markCount: number
}

interface ClassQueue {
  readonly weight: number
  /** Cost served so far, divided by weight. The class with the lowest value, with what is charged in advance, is next. */
  servedTime: number
  /** Cost charged in advance for requests without an answer, divided by weight. */
  chargedTime: number
  /** Mean cost of its latest jobs, charged until the true cost is known. */
  expectedCost: number
  /** Whether a job of this class has been seen. */
  isKnown: boolean
  /** Entry s: number of marks of shard s so far. */
  readonly markCounts: Float64Array
  /** Entry s: 1 if a job may be waiting in shard s. */
  readonly isMarked: Uint8Array
  markedCount: number
  /** Entry s: jobs served so far, divided by weight. The shard with the lowest value, with what is charged in advance, is next. */
  readonly shardTimes: Float64Array
  /** Entry s: jobs charged in advance, divided by weight. */
  readonly chargedTurns: Float64Array
  /** Entry s: jobs waiting there at the last request, at least 1. */
  readonly shardWeights: Float64Array
  /** Time of the shard picked last; a shard that was empty continues from here. */
  shardNow: number
  /** Among equal shards this one comes first. */
  nextShard: number
}

type LeavesOut = (jobClass: JobClass, shard: number) => boolean
const none: LeavesOut = () => false

/** Weight of the newest job in the mean. */
const SMOOTHING = 0.2

export class FairQueue {
  readonly #classes: Readonly<Record<JobClass, ClassQueue>>
  /**
   * Served time of the class picked last; a class that was empty continues from here. What is charged in advance is not in it: that may be a
   * thousand times the true cost, and is given back, and the class would wait behind all of it.
   */
  #now = 0

  constructor() {
    const classes: Partial<Record<JobClass, ClassQueue>> = {}
    for (const jobClass of JOB_CLASSES) {
      classes[jobClass] = {
        weight: CLASS_WEIGHTS[jobClass],
        servedTime: 0,
        chargedTime: 0,
        expectedCost: 1,
        isKnown: false,
        markCounts: new Float64Array(JOB_SHARD_COUNT),
        isMarked: new Uint8Array(JOB_SHARD_COUNT),
        markedCount: 0,
        shardTimes: new Float64Array(JOB_SHARD_COUNT),
        chargedTurns: new Float64Array(JOB_SHARD_COUNT),
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
    // a shard or a class does not save up time while it is empty
    queue.shardTimes[shard] = Math.max(queue.shardTimes[shard]!, queue.shardNow)
    if (queue.markedCount++ === 0) queue.servedTime = Math.max(queue.servedTime, this.#now)
  }

  get next(): JobClass | undefined {
    return this.#next(none)
  }

  /** The class with the least service relative to its weight; of equal ones the first in JOB_CLASSES. */
  #next(isLeftOut: LeavesOut): JobClass | undefined {
    let best: JobClass | undefined
    for (const jobClass of JOB_CLASSES) {
      const queue = this.#classes[jobClass]
      if (queue.markedCount === 0) continue
      if (isLeftOut !== none && nextShardOf(queue, shard => isLeftOut(jobClass, shard)) === -1) continue
      if (best === undefined || dueTime(queue) < dueTime(this.#classes[best])) best = jobClass
    }
    return best
  }

  /** Mean cost of the latest jobs of the next class. undefined: unknown. */
  get nextCost(): number | undefined {
    const queue = this.next && this.#classes[this.next]
    return queue?.isKnown ? queue.expectedCost : undefined
  }

  /** jobCount: number of jobs that will be requested. undefined: none is marked but those that are left out. */
  pick(jobCount = 1, isLeftOut: LeavesOut = none): QueuePick | undefined {
    const best = this.#next(isLeftOut)
    if (best === undefined) return undefined
    const queue = this.#classes[best]
    const shard = nextShardOf(queue, one => isLeftOut(best, one))
    queue.nextShard = (shard + 1) % JOB_SHARD_COUNT
    queue.shardNow = queue.shardTimes[shard]!
    const chargedTurns = jobCount / queue.shardWeights[shard]!
    const chargedCost = queue.expectedCost * jobCount
    this.#now = queue.servedTime
    queue.chargedTurns[shard]! += chargedTurns
    queue.chargedTime += chargedCost / queue.weight
    return { jobClass: best, shard, chargedCost, chargedTurns, markCount: queue.markCounts[shard]! }
  }

  /** Jobs with these costs were taken; waitingCount more are waiting there. */
  served(pick: QueuePick, costs: readonly number[], waitingCount: number): void {
    const queue = this.#classes[pick.jobClass]
    const { shard } = pick
    this.refund(pick)
    queue.shardTimes[shard]! += costs.length / queue.shardWeights[shard]!
    queue.shardWeights[shard] = Math.max(1, waitingCount)
    queue.servedTime += costs.reduce((total, cost) => total + cost, 0) / queue.weight
    for (const cost of costs) queue.expectedCost += (cost - queue.expectedCost) * (queue.isKnown ? SMOOTHING : 1)
    queue.isKnown ||= costs.length > 0
  }

  /** The store did not answer: the mark stays. */
  refund({ jobClass, shard, chargedCost, chargedTurns }: QueuePick): void {
    const queue = this.#classes[jobClass]
    // sums of fractions: nothing below zero is left of them
    queue.chargedTurns[shard] = Math.max(0, queue.chargedTurns[shard]! - chargedTurns)
    queue.chargedTime = Math.max(0, queue.chargedTime - chargedCost / queue.weight)
  }

  /** The shard is skipped until it is marked again. */
  leaveOut(shard: number): void {
    for (const jobClass of JOB_CLASSES) {
      const queue = this.#classes[jobClass]
      if (queue.isMarked[shard] === 0) continue
      queue.isMarked[shard] = 0
      queue.markedCount--
    }
  }

  /** The queue was found empty. */
  empty(pick: QueuePick): void {
    const queue = this.#classes[pick.jobClass]
    const { shard } = pick
    if (queue.markCounts[shard] !== pick.markCount || queue.isMarked[shard] === 0) return
    queue.isMarked[shard] = 0
    queue.markedCount--
  }
}

const dueTime = ({ servedTime, chargedTime }: ClassQueue): number => servedTime + chargedTime

/** The marked shard with the least service relative to its waiting jobs; -1: none is marked but those that are left out. */
function nextShardOf(queue: ClassQueue, isLeftOut: (shard: number) => boolean): number {
  const dueTurns = (shard: number): number => queue.shardTimes[shard]! + queue.chargedTurns[shard]!
  let best = -1
  for (let i = 0; i < JOB_SHARD_COUNT; i++) {
    const shard = (queue.nextShard + i) % JOB_SHARD_COUNT
    if (queue.isMarked[shard] === 1 && !isLeftOut(shard) && (best === -1 || dueTurns(shard) < dueTurns(best)))
      best = shard
  }
  return best
}

/**
 * Which queue a node asks next: virtual-time fair queueing over the classes by weight, shards in rotation within a class. It
 * knows where jobs may wait, never how many: a queue is marked when something was heard of it and cleared when it was found
 * empty. One of these stands for each lane. Pure.
 */
import { CLASS_WEIGHTS, JOB_CLASSES, JOB_SHARD_COUNT, type JobClass } from '../../shared/jobs/classes.ts'

export interface QueuePick {
  readonly jobClass: JobClass
  readonly shard: number
  /** What was charged ahead, of all jobs that are asked for; served() puts the true cost in its place. */
  readonly chargedCost: number
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
    // time that a class was empty is not saved up
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
    let shard = queue.nextShard
    while (queue.isMarked[shard] === 0) shard = (shard + 1) % JOB_SHARD_COUNT
    queue.nextShard = (shard + 1) % JOB_SHARD_COUNT
    this.#now = queue.servedTime
    const chargedCost = queue.expectedCost * jobCount
    queue.servedTime += chargedCost / queue.weight
    return { jobClass: best, shard, chargedCost, markCount: queue.markCounts[shard]! }
  }

  /** Jobs of these costs were taken. */
  served(pick: QueuePick, costs: readonly number[]): void {
    const queue = this.#classes[pick.jobClass]
    const sum = costs.reduce((total, cost) => total + cost, 0)
    queue.servedTime += (sum - pick.chargedCost) / queue.weight
    for (const cost of costs) queue.expectedCost += (cost - queue.expectedCost) * (queue.isKnown ? SMOOTHING : 1)
    queue.isKnown ||= costs.length > 0
  }

  /** The store did not say: the mark stays. */
  refund({ jobClass, chargedCost }: QueuePick): void {
    const queue = this.#classes[jobClass]
    queue.servedTime -= chargedCost / queue.weight
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

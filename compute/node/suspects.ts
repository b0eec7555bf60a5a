/**
 * Jobs whose node or worker died while running them. Each runs in a child process, because a thread that runs out of memory may crash its
 * whole process, and in parallel to the other jobs of the node. Each class has a line of its own (suspect-line.ts), so a node runs one
 * suspect per class at a time, and none waits for one of another class. The store bounds the number over all nodes
 * (SUSPECTS_OF_CLASS_MAX in each shard).
 */
import { JOB_CLASSES } from '../../shared/contract/job-classes.ts'
import type { Slot } from './job-runner.ts'
import { MemoryWatch } from './memory-watch.ts'
import { SuspectLine, type SuspectLineParts } from './suspect-line.ts'

export interface SuspectsParts extends SuspectLineParts {
  readonly memoryMegabytesMax: number
}

export class Suspects {
  readonly #lines: readonly SuspectLine[]
  readonly #watch: MemoryWatch

  constructor({ memoryMegabytesMax, ...parts }: SuspectsParts) {
    this.#lines = JOB_CLASSES.map(jobClass => new SuspectLine(jobClass, parts))
    this.#watch = new MemoryWatch(memoryMegabytesMax, () => this.#slots)
  }

  get #slots(): Slot[] {
    return this.#lines.map(({ slot }) => slot).filter(slot => slot !== undefined)
  }

  get runningCount(): number {
    return this.#slots.length
  }

  /** Suspects may be waiting. */
  wait(): void {
    for (const line of this.#lines) line.wait()
  }

  /** Takes no more jobs; resolves when the running ones have ended. */
  async stop(): Promise<void> {
    await Promise.all(this.#lines.map(line => line.stop()))
  }

  close(): void {
    this.#watch.close()
    for (const line of this.#lines) line.close()
  }
}

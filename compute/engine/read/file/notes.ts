/** Rows of a file that one warning concerns: how many, of which tasks, and the first with their place in the file. */
import { FAULT_SAMPLE_MAX } from '../../../../shared/contract/schedule/columns.ts'
import { cut } from '../../../../shared/contract/schedule/text.ts'
import type { NotedFaults } from '../read-faults.ts'

const NO_TASK = -1

export class Notes implements NotedFaults {
  count = 0
  readonly tasks: number[] = []
  readonly samples: { task: number; place: string; value: string }[] = []
  /** Before it, all are of the task that they are said to be of. */
  #settled = 0

  /** `task`: its row, -1 = none. `place` and `value` are called for the first ones. */
  add(task: number, place: () => string, value: () => string = NOTHING): void {
    this.count++
    this.tasks.push(task)
    if (this.samples.length < FAULT_SAMPLE_MAX) this.samples.push({ task, place: cut(place()), value: cut(value()) })
  }

  addAll({ count, tasks, samples }: NotedFaults): void {
    this.count += count
    for (const task of tasks) this.tasks.push(task)
    this.samples.push(...samples.slice(0, FAULT_SAMPLE_MAX - this.samples.length))
  }

  /** What was noted since the last call is of this task; what is of none stays so. */
  settle(task: number): void {
    for (let n = this.#settled; n < this.count; n++) {
      this.tasks[n] = task
      if (n < this.samples.length) this.samples[n].task = task
    }
    this.#settled = this.count
  }

  /** As they were when there were `count`. */
  cut(count: number): void {
    this.count = count
    this.tasks.length = count
    this.samples.length = Math.min(this.samples.length, count)
  }

  static one(place: string, value = ''): Notes {
    const notes = new Notes()
    notes.add(
      NO_TASK,
      () => place,
      () => value,
    )
    return notes
  }
}

const NOTHING = (): string => ''

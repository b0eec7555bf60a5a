/** Hours of tasks as they stand in the file, in minutes: they become days when it is known which calendar each task works by. */
import { numbersMoved } from '../../growing-columns.ts'

export const DURATION = 0
export const REMAINING = 1
export const TOTAL_FLOAT = 2
export const FREE_FLOAT = 3
const AMOUNTS = 4

export class TaskAmounts {
  /** Entry AMOUNTS t + a: whole minutes, NaN = not given. */
  #minutes = new Float64Array(0)

  set(task: number, amount: number, hours: number): void {
    const at = AMOUNTS * task + amount
    if (at >= this.#minutes.length) this.#minutes = numbersMoved(this.#minutes, Math.max(256, 2 * AMOUNTS * (task + 1)))
    this.#minutes[at] = Math.round(60 * hours)
  }

  minutes(task: number, amount: number): number {
    return this.#minutes[AMOUNTS * task + amount]
  }
}

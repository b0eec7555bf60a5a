/** The ids of a list as the scanner knows them, until it begins another list. */
import type { IdFinder } from '../../../shared/contract/schedule/dependency.ts'
import { NO_BYTES } from './growing-columns.ts'
import { type TaskScanner, taskScanner } from './task-scanner.ts'

export class ScannerIds implements IdFinder {
  readonly bytesMax: number
  readonly #scanner: TaskScanner
  readonly #claim: number
  #bytes: Uint8Array = NO_BYTES
  #start = 0

  constructor(scanner: TaskScanner) {
    this.bytesMax = scanner.idBytesMax
    this.#scanner = scanner
    this.#claim = scanner.claims
  }

  /** The scanner still has them. */
  get areThere(): boolean {
    return taskScanner() === this.#scanner && this.#scanner.claims === this.#claim
  }

  begin(bytes: Uint8Array, start: number): void {
    this.#bytes = bytes
    this.#start = start
  }

  find(end: number): number {
    return end - this.#start > this.bytesMax ? -1 : this.#scanner.taskOf(this.#bytes, this.#start, end)
  }
}

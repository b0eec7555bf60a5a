/**
 * Runs of elements that nobody asked for, as they stood when they were last passed: rows of a list say mostly the same in them (0, PT0H0M0S), so a
 * run that stands there again, byte for byte, is passed as a whole. What it remembers changes no result.
 */

/** Elements of a run: one that says something else costs the others of its run their shortcut. */
export const RUN_ELEMENTS_MAX = 8

export class PassedRuns {
  readonly #view: DataView
  /** Entry e: where the run that began with the name of entry e was last passed, its bytes (0 = none), the entry of its last name. */
  readonly #start: Int32Array
  readonly #size: Int32Array
  readonly #last: Uint16Array

  constructor(view: DataView, entryCount: number) {
    this.#view = view
    this.#start = new Int32Array(entryCount)
    this.#size = new Int32Array(entryCount)
    this.#last = new Uint16Array(entryCount)
  }

  /** Bytes of the run of that entry if it stands at `at`, 0 = it does not. */
  match(entry: number, at: number): number {
    const size = this.#size[entry]
    const view = this.#view
    // shorter ones cannot be: "<aa></aa>" is nine bytes
    if (size === 0 || at + size > view.byteLength) return 0
    const start = this.#start[entry]
    const last = size - 8
    for (let k = 0; k < last; k += 8) if (view.getFloat64(at + k, true) !== view.getFloat64(start + k, true)) return 0
    return view.getFloat64(at + last, true) === view.getFloat64(start + last, true) ? size : 0
  }

  lastOf(entry: number): number {
    return this.#last[entry]
  }

  keep(entry: number, start: number, end: number, last: number): void {
    this.#start[entry] = start
    this.#size[entry] = end - start
    this.#last[entry] = last
  }
}

/** Values of a file that could not be read: one warning for each kind of them and element, which shows the first. */
import { cut } from '../../../../shared/schedule/cut-text.ts'
import type { ImportWarnings } from './import-warnings.ts'
import { Notes } from './notes.ts'

interface Bad {
  readonly code: string
  readonly name: string
  readonly text: string
  readonly notes: Notes
}

export class BadValues {
  readonly #bad = new Map<string, Bad>()
  #isOpen = false

  /** `what`: "dates", for example; `name`: their element. `place` and `value` are called for the first ones. */
  add(code: string, what: string, name: string, place: () => string, value: () => string): void {
    const key = `${code} ${name}`
    let bad = this.#bad.get(key)
    if (bad === undefined) {
      const text = `${what} that could not be read were left out, the first: ${place()} ${JSON.stringify(cut(value()))}.`
      bad = { code, name, text, notes: new Notes() }
      this.#bad.set(key, bad)
    }
    bad.notes.add(-1, place, value)
    this.#isOpen = true
  }

  /** The row that was read last became this task; -1 = it was left out. */
  settle(task: number): void {
    if (!this.#isOpen) return
    for (const { notes } of this.#bad.values()) notes.settle(task)
    this.#isOpen = false
  }

  warn(warnings: ImportWarnings): void {
    for (const { code, text, name, notes } of this.#bad.values()) warnings.addNotes(code, text, notes, name)
  }
}

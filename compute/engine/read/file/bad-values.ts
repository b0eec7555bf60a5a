/** Values of a file that could not be read, or only with a doubt: one warning for each kind of them and element, which shows the first. */
import { cut } from '../../../../shared/contract/schedule/text.ts'
import type { ImportWarnings } from './import-warnings.ts'
import { Notes } from './notes.ts'

interface Bad {
  readonly code: string
  readonly name: string
  readonly text: string
  readonly notes: Notes
}

/** The text of values that were left out; `what`: "Dates", for example. */
export const leftOut =
  (what: string) =>
  (first: string): string =>
    `${what} that could not be read were left out, the first: ${first}.`

export class BadValues {
  readonly #bad = new Map<string, Bad>()
  #isOpen = false

  /** `text` gets the first with its place; `name`: the element or column. `place` and `value` are called for the first ones. */
  add(
    code: string,
    text: (first: string) => string,
    name: string,
    place: () => string,
    value: () => string,
    task = -1,
  ): void {
    const key = `${code} ${name}`
    let bad = this.#bad.get(key)
    if (bad === undefined) {
      bad = { code, name, text: text(`${place()} ${JSON.stringify(cut(value()))}`), notes: new Notes() }
      this.#bad.set(key, bad)
    }
    bad.notes.add(task, place, value)
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

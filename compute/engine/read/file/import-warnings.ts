/** What is said of a project file beside what was read: each kind once, with the count of rows it concerns. */
import type { ImportReport } from '../../../../shared/schedule/import-report.ts'

type Warning = ImportReport['warnings'][number]

/** A hostile file must not make a long list: a kind beyond these is dropped, the counts of those that are there go on. */
const WARNINGS_MAX = 100

export class ImportWarnings {
  /** By code and text. */
  readonly #warnings = new Map<string, Warning>()

  /** A sentence that says what was read, guessed or left out, and what that may change. Equal ones are one, their counts added. */
  add(code: string, text: string, count = 1): void {
    if (count === 0) return
    const key = `${code} ${text}`
    const known = this.#warnings.get(key)
    if (known !== undefined) known.count += count
    else if (this.#warnings.size < WARNINGS_MAX) this.#warnings.set(key, { code, text, count })
  }

  /** In the order in which they were first met. */
  get list(): Warning[] {
    return [...this.#warnings.values()]
  }
}

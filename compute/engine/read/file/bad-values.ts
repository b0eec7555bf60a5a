/** Values of a file that could not be read: one warning for each kind of them, which shows the first. */
import { cut } from '../../../../shared/schedule/cut-text.ts'
import type { ImportWarnings } from './import-warnings.ts'

export class BadValues {
  readonly #byCode = new Map<string, { text: string; count: number }>()

  /** `what`: "dates", for example. `place` and `value` are called once. */
  add(code: string, what: string, place: () => string, value: () => string): void {
    const known = this.#byCode.get(code)
    if (known !== undefined) known.count++
    else {
      const text = `${what} that could not be read were left out, the first: ${place()} ${JSON.stringify(cut(value()))}.`
      this.#byCode.set(code, { text, count: 1 })
    }
  }

  warn(warnings: ImportWarnings): void {
    for (const [code, { text, count }] of this.#byCode) warnings.add(code, text, count)
  }
}

/** What is said of a project file beside what was read: each kind once, with the count of rows it concerns. */
import { cut } from '../../../../shared/schedule/cut-text.ts'
import type { ImportReport } from '../../../../shared/schedule/import-report.ts'

type Warning = ImportReport['warnings'][number]

/** A word of a field that is none of those the tool writes there. */
interface UnknownWord {
  /** Default: value_unknown. */
  readonly code?: string
  /** Field or element, in the words of the file: "TASK.task_type". */
  readonly field: string
  readonly word: string
  /** Row of the file; absent: the field is there once. */
  readonly place?: string
  /** What it was read as: a word of the field, or other words. */
  readonly readAs: string
}

/** Code of the warning of a scheduling option. */
export const OPTION_UNKNOWN = 'option_unknown'

const WORD_LENGTH_MAX = 40

/** A hostile file must not make a long list: a kind beyond these is dropped, the counts of those that are there go on. */
const WARNINGS_MAX = 100

export class ImportWarnings {
  /** By code and text. */
  readonly #warnings = new Map<string, Warning>()

  /** A sentence that says what was read, guessed or left out, and what that may change. Equal ones are one, their counts added. */
  add(code: string, text: string, count = 1): void {
    if (count === 0) return
    this.#count(`${code} ${text}`, count, () => ({ code, text, count }))
  }

  /** One warning for each field, which shows the first word. */
  addUnknown({ code = 'value_unknown', field, word, place, readAs }: UnknownWord): void {
    this.#count(`${code} ${field}`, 1, () => {
      const first = `${JSON.stringify(cut(word, WORD_LENGTH_MAX))}${place === undefined ? '' : ` in ${place}`}`
      const text = `Values of ${field} are none that are known here, the first of them ${first}; they were read as ${readAs}.`
      return { code, text, count: 1 }
    })
  }

  #count(key: string, count: number, warning: () => Warning): void {
    const known = this.#warnings.get(key)
    if (known !== undefined) known.count += count
    else if (this.#warnings.size < WARNINGS_MAX) this.#warnings.set(key, warning())
  }

  /** In the order in which they were first met. */
  get list(): Warning[] {
    return [...this.#warnings.values()]
  }
}

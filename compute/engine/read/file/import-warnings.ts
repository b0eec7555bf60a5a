/** What is said of a project file beside what was read: each kind once, with the count of rows it concerns and the place of the first ones. */

import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import { cut } from '../../../../shared/contract/schedule/text.ts'
import type { NotedFaults, ReadFaults } from '../read-faults.ts'
import { faultOfWarning } from './import-faults.ts'
import { Notes } from './notes.ts'

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
  /** Row of the task, where it is of one. */
  readonly task?: number
  /** What it was read as: a word of the field, or other words. */
  readonly readAs: string
}

/** Code of the warning of a scheduling option. */
export const OPTION_UNKNOWN = 'option_unknown'

const WORD_LENGTH_MAX = 40

/** A hostile file must not make a long list: a kind beyond these is dropped, the counts of those that are there go on. */
const WARNINGS_MAX = 100

interface Kept {
  readonly code: string
  readonly text: string
  /** Column or element, where it is about one. */
  readonly name: string
  readonly notes: Notes
  /** Those without a place. */
  plainCount: number
}

export class ImportWarnings {
  /** By code and text. */
  readonly #warnings = new Map<string, Kept>()

  /** A sentence that says what was read, guessed or left out, and what that may change. Equal ones are one, their counts added. */
  add(code: string, text: string, count = 1): void {
    if (count === 0) return
    const kept = this.#keep(`${code} ${text}`, code, '', () => text)
    if (kept !== undefined) kept.plainCount += count
  }

  /** Adds a warning with the places of its rows. `name`: the column or element that it is about. */
  addNotes(code: string, text: string, notes: NotedFaults, name = ''): void {
    if (notes.count > 0) this.#keep(`${code} ${text}`, code, name, () => text)?.notes.addAll(notes)
  }

  /** One warning for each field, which shows the first word. */
  addUnknown({ code = 'value_unknown', field, word, place, task = -1, readAs }: UnknownWord): void {
    const kept = this.#keep(`${code} ${field}`, code, field, () => {
      const first = `${JSON.stringify(cut(word, WORD_LENGTH_MAX))}${place === undefined ? '' : ` in ${place}`}`
      return `Values of ${field} are none that are known here, the first of them ${first}; they were read as ${readAs}.`
    })
    kept?.notes.add(
      task,
      () => (place === undefined ? field : `${field} in ${place}`),
      () => word,
    )
  }

  #keep(key: string, code: string, name: string, text: () => string): Kept | undefined {
    const known = this.#warnings.get(key)
    if (known !== undefined || this.#warnings.size >= WARNINGS_MAX) return known
    const kept = { code, text: text(), name, notes: new Notes(), plainCount: 0 }
    this.#warnings.set(key, kept)
    return kept
  }

  /** Gives what weighs to the schedule that is read, so that every analysis finds it there. */
  giveFaults(faults: ReadFaults): void {
    for (const { code, text, name, notes, plainCount } of this.#warnings.values()) {
      const fault = faultOfWarning(code, name)
      if (fault === undefined) continue
      if (notes.count > 0) faults.addNoted(fault.kind, fault.field, notes)
      if (plainCount === 0) continue
      const samples = [{ task: -1, place: text.split(/[.:;](?: |$)/, 1)[0], value: '' }]
      faults.addNoted(fault.kind, fault.field, { count: plainCount, tasks: [], samples })
    }
  }

  /** In the order in which they were first met. */
  get list(): Warning[] {
    return [...this.#warnings.values()].map(({ code, text, notes, plainCount }) => ({
      code,
      text,
      count: notes.count + plainCount,
      ...(notes.samples.length === 0
        ? {}
        : { places: notes.samples.map(({ place, value }) => (value === '' ? { place } : { place, value })) }),
    }))
  }
}

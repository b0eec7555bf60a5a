/** Activity codes and custom fields on their way to the column `codes`: what is too long or too much is cut, and told. */
import {
  CODE_CHARACTERS_MAX,
  CODE_NAME_LENGTH_MAX,
  CODE_NAMES_MAX,
  CODE_SEPARATOR,
  CODE_VALUE_LENGTH_MAX,
  codeEntry,
} from '../../../shared/contract/schedule/codes.ts'
import { cut } from '../../../shared/contract/schedule/text.ts'
import { type ColumnsBuilder, fieldIndex } from './columns-builder.ts'
import type { ReadFaults } from './read-faults.ts'

const CODES = fieldIndex('codes')
const encoder = new TextEncoder()

export class CodeValues {
  readonly #builder: ColumnsBuilder
  readonly #names = new Set<string>()
  /** By entry; undefined: it was left out. */
  readonly #codes = new Map<string, number | undefined>()
  #characters = 0
  /** Values that were left out or cut, each as often as it was given. */
  leftOutCount = 0
  /** The name of the first of them. */
  firstLeftOut = ''

  constructor(builder: ColumnsBuilder) {
    this.#builder = builder
  }

  /** Number of an entry for addCode(), undefined = it is left out; one without a name or a value says nothing. */
  codeOf(name: string, value: string): number | undefined {
    if (name.trim() === '' || value.trim() === '') return undefined
    const key = codeEntry(name, value)
    const known = this.#codes.get(key)
    if (known !== undefined || this.#codes.has(key)) {
      if (known === undefined) this.leftOutCount++
      return known
    }
    const code = this.#make(name.trim().replaceAll(CODE_SEPARATOR, ' '), value.trim())
    // a hostile body is not kept twice
    if (this.#codes.size < CODE_CHARACTERS_MAX / CODE_VALUE_LENGTH_MAX) this.#codes.set(key, code)
    return code
  }

  #make(name: string, value: string): number | undefined {
    const [shownName, shown] = [cut(name, CODE_NAME_LENGTH_MAX), cut(value, CODE_VALUE_LENGTH_MAX)]
    const isCut = shownName.length < name.length || shown.length < value.length
    const isFull =
      this.#characters + shown.length > CODE_CHARACTERS_MAX ||
      (this.#names.size >= CODE_NAMES_MAX && !this.#names.has(shownName))
    if (isCut || isFull) {
      if (this.leftOutCount++ === 0) this.firstLeftOut = shownName
      if (isFull) return undefined
    }
    this.#names.add(shownName)
    this.#characters += shownName.length + shown.length
    const bytes = encoder.encode(codeEntry(shownName, shown))
    return this.#builder.codeSets(CODES).codeOf(bytes, 0, bytes.length)
  }

  giveFault(faults: ReadFaults): void {
    if (this.leftOutCount === 0) return
    const samples = [{ task: -1, place: CODES_LEFT_OUT, value: this.firstLeftOut }]
    faults.addNoted('file_value', 'codes', { count: this.leftOutCount, tasks: [], samples })
  }

  /** Rows come in their order. */
  addCode(row: number, code: number | undefined): void {
    if (code !== undefined) this.#builder.codeSets(CODES).addCode(row, code)
  }
}

export const CODES_LEFT_OUT = `Values of activity codes and custom fields beyond ${CODE_NAMES_MAX} names, or longer than ${CODE_VALUE_LENGTH_MAX} characters, were left out or cut`

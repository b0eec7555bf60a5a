/**
 * Activity codes and user-defined fields of the tasks of P6, by the names of their types. The code called "Responsibility" or alike is the organization of a
 * task as well.
 */
import { CodeValues } from '../../code-values.ts'
import { type ColumnsBuilder, fieldIndex } from '../../columns-builder.ts'
import { FileCodes } from '../file-codes.ts'
import type { ImportWarnings } from '../import-warnings.ts'

const ORGANIZATION = fieldIndex('organization_code')
const RESPONSIBLE = /^\s*responsib/i
/** Types and values that are kept while the file is read. */
const TYPES_MAX = 10_000
const VALUES_MAX = 1_000_000

const encoder = new TextEncoder()

interface CodeValue {
  readonly type: string
  readonly text: string
}

/** Keys are as the file writes them. */
export class P6Codes {
  readonly #builder: ColumnsBuilder
  readonly #codes: FileCodes
  readonly #types = new Map<string, string>()
  readonly #values = new Map<string, CodeValue>()
  readonly #fields = new Map<string, string>()
  /** Type of the code that is the organization. */
  #responsible: string | undefined
  /** Entry t: its organization; the first that is given to it. */
  readonly #organizations: (CodeValue | undefined)[] = []

  constructor(builder: ColumnsBuilder) {
    this.#builder = builder
    this.#codes = new FileCodes(new CodeValues(builder))
  }

  addType(key: string, name: string): void {
    if (key === '' || this.#types.has(key) || this.#types.size >= TYPES_MAX) return
    this.#types.set(key, name)
    if (RESPONSIBLE.test(name)) this.#responsible ??= key
  }

  addValue(key: string, type: string, text: string): void {
    if (key !== '' && text !== '' && !this.#values.has(key) && this.#values.size < VALUES_MAX)
      this.#values.set(key, { type, text })
  }

  addField(key: string, name: string): void {
    if (key !== '' && !this.#fields.has(key) && this.#fields.size < TYPES_MAX) this.#fields.set(key, name)
  }

  get hasTypes(): boolean {
    return this.#types.size > 0
  }
  get hasFields(): boolean {
    return this.#fields.size > 0
  }

  /** When all types and values are known. */
  give(task: number, value: string): void {
    const known = this.#values.get(value)
    const name = known === undefined ? undefined : this.#types.get(known.type)
    if (known === undefined || name === undefined) return
    this.#codes.add(task, name, known.text)
    if (known.type === this.#responsible) this.#organizations[task] ??= known
  }

  giveField(task: number, field: string, text: string): void {
    const name = this.#fields.get(field)
    if (name !== undefined) this.#codes.add(task, name, text)
  }

  finish(taskCount: number, warnings: ImportWarnings): void {
    // each is hashed once, however many tasks have it
    const codeOf = new Map<CodeValue, number>()
    for (let task = 0; task < this.#organizations.length; task++) {
      const value = this.#organizations[task]
      if (value === undefined) continue
      const codes = this.#builder.codes(ORGANIZATION)
      let code = codeOf.get(value)
      if (code === undefined) {
        const bytes = encoder.encode(value.text)
        code = codes.codeOf(bytes, 0, bytes.length)
        codeOf.set(value, code)
      }
      codes.setCode(task, code)
    }
    this.#codes.finish(taskCount, warnings)
  }
}

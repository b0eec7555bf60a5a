/** codes of a task in JSON: an object of texts, numbers and switches by name; null and empty texts are no value. */
import { CodeValues } from './code-values.ts'
import type { ColumnsBuilder } from './columns-builder.ts'
import { NameTable } from './name-table.ts'
import { ARRAY, END, FALSE, NULL, NUMBER, STRING, type Tokens, TRUE } from './tokens.ts'

/** No name is declared: all are read. */
const NO_NAMES = new NameTable([])
const decoder = new TextDecoder()

export class CodeReader {
  readonly #tokens: Tokens
  readonly values: CodeValues
  /** Called for a value of another kind. */
  readonly #onFault: (row: number, kind: number) => void

  constructor(tokens: Tokens, builder: ColumnsBuilder, onFault: (row: number, kind: number) => void) {
    this.#tokens = tokens
    this.values = new CodeValues(builder)
    this.#onFault = onFault
  }

  /** The object stands at the tokens' place. */
  read(row: number): void {
    const tokens = this.#tokens
    tokens.next()
    NO_NAMES.begin()
    for (let index = 0; tokens.field(index, NO_NAMES) !== END; index++) {
      const name = this.#text()
      const kind = tokens.next()
      if (kind === STRING) this.#add(row, name, this.#text())
      else if (kind === NUMBER) this.#add(row, name, String(tokens.number[0]))
      else if (kind === TRUE || kind === FALSE) this.#add(row, name, String(kind === TRUE))
      else if (kind !== NULL) {
        this.#onFault(row, kind)
        if (kind >= ARRAY) tokens.skip(kind)
      }
    }
  }

  #text(): string {
    const tokens = this.#tokens
    if (!tokens.escaped) return decoder.decode(tokens.bytes.subarray(tokens.start, tokens.end))
    const length = tokens.unescape(tokens.start, tokens.end)
    return decoder.decode(tokens.unescaped.subarray(0, length))
  }

  #add(row: number, name: string, value: string): void {
    this.values.addCode(row, this.values.codeOf(name, value))
  }
}

/** Activity codes and custom fields as text fields of Microsoft Project: Text2 to Text30, since Text1 has the ids of activities. */
import { codeEntries, codeNames } from '../../../../shared/contract/schedule/codes.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { element } from './ms-project-values.ts'

/** FieldID of Text2 and of those behind it, as Microsoft Project numbers them. */
const FIELD_IDS = [
  ...Array.from({ length: 4 }, (_, n) => 188_743_734 + 3 * n),
  ...Array.from({ length: 5 }, (_, n) => 188_743_746 + n),
  ...Array.from({ length: 20 }, (_, n) => 188_743_997 + n),
]

/** Names beyond the text fields that there are. */
export const namesLeftOut = ({ codes }: ScheduleColumns): readonly string[] => codeNames(codes).slice(FIELD_IDS.length)

export class MsProjectCodes {
  readonly #columns: ScheduleColumns
  readonly #entries: readonly (readonly [name: string, value: string])[]
  readonly #fieldOf: ReadonlyMap<string, number>

  constructor(columns: ScheduleColumns) {
    this.#columns = columns
    this.#entries = codeEntries(columns.codes)
    this.#fieldOf = new Map(
      codeNames(columns.codes)
        .slice(0, FIELD_IDS.length)
        .map((name, n) => [name, n]),
    )
  }

  definitions(): string {
    return [...this.#fieldOf]
      .map(
        ([name, n]) =>
          `<ExtendedAttribute>${element('FieldID', FIELD_IDS[n])}${element('FieldName', `Text${n + 2}`)}${element('Alias', name)}</ExtendedAttribute>`,
      )
      .join('')
  }

  ofTask(row: number): string {
    const { start, codes } = this.#columns.codes
    const seen = new Set<number>()
    let text = ''
    for (let k = start[row] ?? 0; k < (start[row + 1] ?? 0); k++) {
      const [name, value] = this.#entries[codes[k]]
      const n = this.#fieldOf.get(name)
      if (n === undefined || seen.has(n)) continue
      seen.add(n)
      text += `<ExtendedAttribute>${element('FieldID', FIELD_IDS[n])}${element('Value', value)}</ExtendedAttribute>`
    }
    return text
  }
}

/** `assignments` of a task, a list of objects, to the columns: who works on it, and with how much. Faults are told with the place of the member. */
import { ASSIGNMENT_FIELDS, ASSIGNMENT_NUMBER_MAX } from '../../../shared/contract/schedule/assignments.ts'
import { DAY_ABSENT, type ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { skipBlanks, skipBlanksBack } from '../../../shared/contract/schedule/dependency.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import type { FaultType } from '../../../shared/contract/schema/validation-faults.ts'
import { RESOURCES } from './add-resource.ts'
import type { ColumnsBuilder } from './columns-builder.ts'
import { tokenText } from './cut-text.ts'
import { dayOfBytes, timeOfBytes } from './day-bytes.ts'
import { type IgnoredNames, NameTable } from './name-table.ts'
import { isBlankToken } from './object-link.ts'
import { ARRAY, END, FALSE, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE, UNDECLARED } from './tokens.ts'

/** Members by number: first those of ASSIGNMENT_FIELDS. */
const FIELD_COUNT = ASSIGNMENT_FIELDS.length
const OTHERS = ['units', 'resource', 'drives_dates'] as const
const [UNITS, RESOURCE, DRIVES] = [FIELD_COUNT, FIELD_COUNT + 1, FIELD_COUNT + 2]
export const ASSIGNMENT_MEMBERS: readonly string[] = [...ASSIGNMENT_FIELDS.map(({ name }) => name), ...OTHERS]
const NAMES = new NameTable(ASSIGNMENT_MEMBERS)
const UNITS_PER_DAY = ASSIGNMENT_FIELDS.findIndex(({ name }) => name === 'units_per_day')

export interface AssignmentFault {
  readonly index: number
  /** '' = the assignment itself. */
  readonly member: string
  readonly kind: ReadFaultKind
  readonly type: FaultType
  readonly words: string
  readonly text: (quoted: boolean) => string
}

/** Values of the present assignment, NaN = none; where its resource stands. */
const values = new Float64Array(FIELD_COUNT + 1)

export class AssignmentReader {
  readonly #tokens: Tokens
  readonly #onFault: (row: number, fault: AssignmentFault) => void
  readonly #isStrict: boolean
  #row = 0
  #index = 0

  constructor(tokens: Tokens, isStrict: boolean, onFault: (row: number, fault: AssignmentFault) => void) {
    this.#tokens = tokens
    this.#isStrict = isStrict
    this.#onFault = onFault
  }

  /** The array stands at the tokens' place. */
  read(row: number, builder: ColumnsBuilder, ignored: IgnoredNames): void {
    const tokens = this.#tokens
    tokens.next()
    this.#row = row
    for (let index = 0; tokens.item(index); index++) {
      this.#index = index
      const kind = tokens.next()
      if (kind === OBJECT) this.#readOne(builder, ignored)
      else {
        this.#fault('', kind, 'wrong_type', 'type', 'must be an object')
        tokens.skip(kind)
      }
    }
  }

  #readOne(builder: ColumnsBuilder, ignored: IgnoredNames): void {
    const tokens = this.#tokens
    values.fill(Number.NaN)
    let code = -1
    let drives = NULL
    NAMES.begin()
    for (let member = 0; ; member++) {
      const m = tokens.field(member, NAMES)
      if (m === END) break
      if (m === UNDECLARED) ignored.add(tokens)
      const kind = tokens.next()
      if (m === UNDECLARED || kind === NULL) tokens.skip(kind)
      else if (m === RESOURCE) code = this.#resource(kind, builder)
      else if (m === DRIVES) {
        if (kind === TRUE || kind === FALSE) drives = kind
        else this.#fault('drives_dates', kind, 'wrong_type', 'type', 'must be true or false')
        tokens.skip(kind)
      } else values[m] = this.#value(m, kind)
    }
    if (code < 0) {
      if (code === -1) this.#fault('', OBJECT, 'wrong_type', 'missing', 'must name its resource')
      return
    }
    const into = builder.assignments
    const at = into.add(this.#row, code)
    if (Number.isNaN(values[UNITS_PER_DAY])) values[UNITS_PER_DAY] = values[UNITS]
    for (let m = 0; m < FIELD_COUNT; m++) into.set(at, ASSIGNMENT_FIELDS[m].column, values[m])
    if (drives !== NULL) into.setDrives(at, drives === TRUE)
  }

  /** Its code; -1 = the text is empty, -2 = it is none, which is told. */
  #resource(kind: number, builder: ColumnsBuilder): number {
    const tokens = this.#tokens
    if (kind !== STRING) {
      this.#fault('resource', kind, 'wrong_type', 'type', 'must be a string')
      tokens.skip(kind)
      return -2
    }
    let { bytes, start, end } = tokens
    if (tokens.escaped) {
      end = tokens.unescape(start, end)
      bytes = tokens.unescaped
      start = 0
    }
    const from = skipBlanks(bytes, start, end)
    const to = skipBlanksBack(bytes, from, end)
    return to > from ? builder.codeSets(RESOURCES).codeOf(bytes, from, to) : -1
  }

  #value(m: number, kind: number): number {
    const tokens = this.#tokens
    const { name, kind: wanted, minimum, isAmount } = ASSIGNMENT_FIELDS[m === UNITS ? UNITS_PER_DAY : m]
    const member = m === UNITS ? 'units' : name
    // a cell that an exported table leaves empty
    if (kind === STRING && isBlankToken(tokens)) return Number.NaN
    if (wanted === 'moment') {
      const day = kind === STRING ? dayOfBytes(tokens.view, tokens.start, tokens.end) : DAY_ABSENT
      if (day === DAY_ABSENT) this.#fault(member, kind, 'bad_date', 'type', 'must be a date YYYY-MM-DD')
      if (kind >= ARRAY) tokens.skip(kind)
      if (day === DAY_ABSENT) return Number.NaN
      const time = timeOfBytes(tokens.view, tokens.start, tokens.end)
      return day * MINUTES_PER_DAY + (time > 0 ? time - 1 : name === 'finish' ? MINUTES_PER_DAY : 0)
    }
    const value = kind === NUMBER ? tokens.number[0] : Number.NaN
    const isNumber = kind === NUMBER && Number.isFinite(value)
    if (!isNumber) this.#fault(member, kind, 'bad_number', 'type', 'must be a number')
    else if (minimum !== undefined && value < minimum && (this.#isStrict || isAmount !== true)) {
      if (this.#isStrict) this.#fault(member, kind, 'bad_number', 'minimum', `must be at least ${minimum}`)
      return Number.NaN
    } else if (Math.abs(value) > ASSIGNMENT_NUMBER_MAX) {
      if (this.#isStrict) this.#fault(member, kind, 'bad_number', 'maximum', `must be at most ${ASSIGNMENT_NUMBER_MAX}`)
      return Number.NaN
    }
    tokens.skip(kind)
    return isNumber ? value : Number.NaN
  }

  #fault(member: string, kind: number, fault: ReadFaultKind, type: FaultType, words: string): void {
    const tokens = this.#tokens
    const text = (quoted: boolean): string => tokenText(tokens, kind, quoted)
    this.#onFault(this.#row, { index: this.#index, member, kind: fault, type, words, text })
  }
}

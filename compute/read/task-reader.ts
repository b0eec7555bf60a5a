/**
 * Tasks to columns. A task is read in two steps: its members fall into slots, one per field, so that the last of equal
 * members wins; then the slots are checked and put into the columns in the order of TASK_FIELDS, so that the order of
 * members in the body changes nothing. No object is made per task. Predecessors are left to link-reader.ts.
 */
import type { InputKind } from '../../shared/endpoint/row.ts'
import { DAY_ABSENT, ENUM_UNKNOWN, type ReadFaultKind } from '../../shared/schedule/columns.ts'
import { DAY_MAX, DAY_MIN, formatDay } from '../../shared/schedule/day.ts'
import { skipBlanks, skipBlanksBack } from '../../shared/schedule/dependency.ts'
import { type FieldKind, ID_LENGTH_MAX, TASK_FIELDS } from '../../shared/schedule/fields.ts'
import { type ColumnsBuilder, fieldIndex } from './columns-builder.ts'
import { cutToken, describeToken } from './cut-text.ts'
import { dayOfBytes } from './day-bytes.ts'
import { LearningNameTable, NameTable } from './name-table.ts'
import type { ScheduleList } from './schedule-list.ts'
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE } from './tokens.ts'
import { characterCount } from './utf8.ts'
import type { FaultType, ValidationFaults } from './validation-faults.ts'

const FIELD_COUNT = TASK_FIELDS.length
const ID = fieldIndex('id')

/** Kinds of fields as numbers, for the switch in the loop over the slots. */
const KINDS = [
  'id',
  'number',
  'day',
  'enum',
  'boolean',
  'text',
  'code',
  'resource',
  'resources',
  'links',
  'object',
] as const satisfies FieldKind[]
const KIND_OF = Uint8Array.from(TASK_FIELDS, field => KINDS.indexOf(field.kind))

const encoder = new TextEncoder()
/** Entry f: the values of an enum field in UTF-8. */
const ENUM_VALUES = TASK_FIELDS.map(field => (field.values ?? []).map(value => encoder.encode(value)))
const MINIMA = Float64Array.from(TASK_FIELDS, field => field.minimum ?? -Infinity)
const MAXIMA = Float64Array.from(TASK_FIELDS, field => field.maximum ?? Infinity)

const DATE_WORDS = `must be a date YYYY-MM-DD between ${formatDay(DAY_MIN)} and ${formatDay(DAY_MAX)}`
/** The members of custom_field_map that count as a reason for float. */
const RATIONALE_NAMES = ['float_rationale', 'float_justification']

/** How many times the rows so far a list is expected to reach at most, whatever its first rows say. */
const ROWS_FORESEEN_FACTOR = 8

export class TaskReader {
  readonly #tokens: Tokens
  readonly #isOpen: boolean
  readonly #isStrict: boolean
  readonly #names = new LearningNameTable(TASK_FIELDS.map(field => field.name))
  readonly #rationaleNames = new NameTable(RATIONALE_NAMES)
  // the slots; entry f belongs to field f and is of the present task when its turn is
  readonly #slotTurn = new Float64Array(FIELD_COUNT)
  readonly #slotKind = new Uint8Array(FIELD_COUNT)
  /** Offset of the value. */
  readonly #slotAt = new Uint32Array(FIELD_COUNT)
  /** Of a string: bytes[start, end) of the tokens, in escapes or not (1 or 0). */
  readonly #slotStart = new Uint32Array(FIELD_COUNT)
  readonly #slotEnd = new Uint32Array(FIELD_COUNT)
  readonly #slotEscaped = new Uint8Array(FIELD_COUNT)
  readonly #slotNumber = new Float64Array(FIELD_COUNT)
  #turn = 0
  // the text of the slot that #settle() was asked for
  #text: Uint8Array = new Uint8Array(0)
  #textStart = 0
  #textEnd = 0
  // of the present list
  #list!: ScheduleList
  #builder!: ColumnsBuilder
  #faults!: ValidationFaults

  constructor(tokens: Tokens, input: InputKind) {
    this.#tokens = tokens
    this.#isOpen = input === 'open'
    this.#isStrict = input === 'strict'
  }

  /** Names of members that no field has. */
  get ignoredNames(): readonly string[] {
    return this.#names.ignored
  }

  /** Reads the list whose opening is read. Items from `storedMax` on are only counted. */
  readList(list: ScheduleList, storedMax: number): void {
    const tokens = this.#tokens
    this.#list = list
    this.#builder = list.builder
    this.#faults = list.faults
    const { expected } = list.builder
    const from = tokens.pos
    for (let row = 0; tokens.item(row); row++) {
      list.taskCount++
      if (row >= storedMax) {
        tokens.skip(tokens.next())
        continue
      }
      if (row === expected.rowCount) {
        const rowsToCome = (tokens.bytes.length - tokens.pos) / ((tokens.pos - from) / row)
        expected.rowCount = Math.ceil(Math.min(row + 1.02 * rowsToCome + 1, ROWS_FORESEEN_FACTOR * row, storedMax))
      }
      const kind = tokens.next()
      if (kind === OBJECT) {
        this.#readMembers()
        this.#store(row)
      } else {
        const word = kind === STRING ? cutToken(tokens, tokens.start, tokens.end, tokens.escaped) : ''
        this.#faults.add(
          [row],
          'type',
          `A task must be an object, not ${describeToken(kind, word, tokens.number[0]!)}.`,
        )
        tokens.skip(kind)
      }
    }
  }

  #readMembers(): void {
    const tokens = this.#tokens
    const turn = ++this.#turn
    this.#names.begin()
    for (let index = 0; tokens.member(index); index++) {
      const f = this.#names.findKey(tokens)
      const at = tokens.pos
      const kind = tokens.next()
      if (f >= 0) {
        this.#slotTurn[f] = turn
        this.#slotKind[f] = kind
        this.#slotAt[f] = at
        if (kind === STRING) {
          this.#slotStart[f] = tokens.start
          this.#slotEnd[f] = tokens.end
          this.#slotEscaped[f] = tokens.escaped ? 1 : 0
        } else if (kind === NUMBER) this.#slotNumber[f] = tokens.number[0]!
      }
      if (kind >= ARRAY) tokens.skip(kind)
    }
  }

  #store(row: number): void {
    const turn = this.#turn
    const { pos } = this.#tokens
    for (let f = 0; f < FIELD_COUNT; f++) {
      const kind = this.#slotTurn[f] === turn ? this.#slotKind[f]! : NULL
      if (kind === NULL) {
        if (f === ID) this.#fault(row, f, 'missing_id', 'missing', 'is required')
        continue
      }
      switch (KIND_OF[f]) {
        case 0:
          this.#storeId(row, f, kind)
          break
        case 1:
          this.#storeNumber(row, f, kind)
          break
        case 2:
          this.#storeDay(row, f, kind)
          break
        case 3:
          this.#storeEnum(row, f, kind)
          break
        case 4:
          if (kind === TRUE || kind === FALSE) this.#builder.bytes[f]!.set(row, kind === TRUE ? 2 : 1)
          else this.#fault(row, f, 'wrong_type', 'type', 'must be true or false')
          break
        case 5:
          if (this.#isText(row, f, kind)) this.#builder.texts[f]!.set(row, this.#text, this.#textStart, this.#textEnd)
          break
        case 6:
          if (this.#isText(row, f, kind) && this.#textEnd > this.#textStart) {
            this.#builder.codes[f]!.set(row, this.#text, this.#textStart, this.#textEnd)
          }
          break
        case 7:
          if (this.#isText(row, f, kind)) this.#addResource(row)
          break
        case 8:
          this.#storeResources(row, f, kind)
          break
        case 9:
          this.#list.linksAt.set(row, this.#slotAt[f]!)
          break
        case 10:
          this.#storeRationale(row, f, kind)
          break
      }
    }
    // containers were entered a second time from their slots
    this.#tokens.pos = pos
  }

  #storeId(row: number, f: number, kind: number): void {
    if (!this.#isText(row, f, kind)) return
    const length = this.#textEnd - this.#textStart
    if (length === 0) {
      this.#fault(row, f, 'missing_id', 'length', 'must not be empty')
      return
    }
    if (length > ID_LENGTH_MAX && characterCount(this.#text, this.#textStart, this.#textEnd) > ID_LENGTH_MAX) {
      this.#fault(row, f, 'wrong_type', 'length', `must have at most ${ID_LENGTH_MAX} characters`)
    }
    this.#builder.texts[f]!.set(row, this.#text, this.#textStart, this.#textEnd)
  }

  #storeNumber(row: number, f: number, kind: number): void {
    const value = this.#slotNumber[f]!
    if (kind !== NUMBER || !Number.isFinite(value)) {
      this.#fault(row, f, 'bad_number', 'type', 'must be a number')
      return
    }
    if (this.#isStrict) {
      if (value < MINIMA[f]!) this.#fault(row, f, 'bad_number', 'minimum', `must be at least ${MINIMA[f]}`)
      else if (value > MAXIMA[f]!) this.#fault(row, f, 'bad_number', 'maximum', `must be at most ${MAXIMA[f]}`)
    }
    this.#builder.numbers[f]!.set(row, value)
  }

  #storeDay(row: number, f: number, kind: number): void {
    if (kind !== STRING) {
      this.#fault(row, f, 'bad_date', 'type', DATE_WORDS)
      return
    }
    this.#settle(f)
    const day = dayOfBytes(this.#text, this.#textStart, this.#textEnd)
    if (day === DAY_ABSENT) this.#fault(row, f, 'bad_date', 'format', DATE_WORDS)
    else this.#builder.days[f]!.set(row, day)
  }

  #storeEnum(row: number, f: number, kind: number): void {
    const values = ENUM_VALUES[f]!
    if (kind === STRING) {
      this.#settle(f)
      const start = this.#textStart
      const length = this.#textEnd - start
      for (let v = 0; v < values.length; v++) {
        const value = values[v]!
        if (value.length !== length) continue
        let i = 0
        while (i < length && value[i] === this.#text[start + i]) i++
        if (i === length) {
          this.#builder.bytes[f]!.set(row, v + 1)
          return
        }
      }
      this.#builder.bytes[f]!.set(row, ENUM_UNKNOWN)
    }
    const words = `must be one of ${TASK_FIELDS[f]!.values!.join(', ')}`
    if (kind === STRING) this.#fault(row, f, 'unknown_enum', 'enum', words)
    else this.#fault(row, f, 'wrong_type', 'type', words)
  }

  #storeResources(row: number, f: number, kind: number): void {
    if (kind !== ARRAY) {
      this.#fault(row, f, 'wrong_type', 'type', 'must be an array of strings')
      return
    }
    const tokens = this.#tokens
    tokens.pos = this.#slotAt[f]!
    tokens.next()
    for (let index = 0; tokens.item(index); index++) {
      const itemKind = tokens.next()
      this.#toSlot(f, itemKind)
      if (itemKind === STRING) {
        this.#settle(f)
        this.#addResource(row)
      } else this.#fault(row, f, 'wrong_type', 'type', 'must be a string', index)
      if (itemKind >= ARRAY) tokens.skip(itemKind)
    }
  }

  /** Puts the token just read in the place of the field's value: for the items of an array. */
  #toSlot(f: number, kind: number): void {
    const tokens = this.#tokens
    this.#slotKind[f] = kind
    this.#slotStart[f] = tokens.start
    this.#slotEnd[f] = tokens.end
    this.#slotEscaped[f] = tokens.escaped ? 1 : 0
    this.#slotNumber[f] = tokens.number[0]!
  }

  #addResource(row: number): void {
    const start = skipBlanks(this.#text, this.#textStart, this.#textEnd)
    const end = skipBlanksBack(this.#text, start, this.#textEnd)
    if (end > start) this.#builder.resources.add(row, this.#text, start, end)
  }

  #storeRationale(row: number, f: number, kind: number): void {
    if (kind !== OBJECT) {
      this.#fault(row, f, 'wrong_type', 'type', 'must be an object')
      return
    }
    const tokens = this.#tokens
    const names = this.#rationaleNames
    // bit n: name n has a value that is neither null nor empty
    let given = 0
    tokens.pos = this.#slotAt[f]!
    tokens.next()
    names.begin()
    for (let index = 0; tokens.member(index); index++) {
      const name = names.findKey(tokens)
      const valueKind = tokens.next()
      if (name >= 0) {
        const isEmpty = valueKind === NULL || (valueKind === STRING && tokens.start === tokens.end)
        given = isEmpty ? given & ~(1 << name) : given | (1 << name)
      }
      if (valueKind >= ARRAY) tokens.skip(valueKind)
    }
    if (given !== 0) this.#builder.bytes[f]!.set(row, 1)
  }

  #isText(row: number, f: number, kind: number): boolean {
    if (kind !== STRING) {
      this.#fault(row, f, 'wrong_type', 'type', 'must be a string')
      return false
    }
    this.#settle(f)
    return true
  }

  /** The string of a slot without escapes, in #text[#textStart, #textEnd). */
  #settle(f: number): void {
    const tokens = this.#tokens
    if (this.#slotEscaped[f] === 0) {
      this.#text = tokens.bytes
      this.#textStart = this.#slotStart[f]!
      this.#textEnd = this.#slotEnd[f]!
      return
    }
    this.#textEnd = tokens.unescape(this.#slotStart[f]!, this.#slotEnd[f]!)
    this.#textStart = 0
    this.#text = tokens.unescaped
  }

  /** Something is wrong with the value in slot f: a fault to go on from in an open row, else one of the 422. */
  #fault(row: number, f: number, kind: ReadFaultKind, type: FaultType, words: string, index = -1): void {
    const { name } = TASK_FIELDS[f]!
    if (this.#isOpen) {
      this.#builder.faults.add(kind, name, row, () => this.#slotText(f, false))
      return
    }
    const place = index < 0 ? [row, name] : [row, name, index]
    const value = type === 'missing' || this.#faults.isFull ? '' : `, not ${this.#slotText(f, true)}`
    this.#faults.add(place, type, `${name} ${words}${value}.`)
  }

  /** The value of a slot of the present task, cut; absent: empty. */
  #slotText(f: number, quoted: boolean): string {
    if (this.#slotTurn[f] !== this.#turn) return ''
    const kind = this.#slotKind[f]!
    if (kind !== STRING) return describeToken(kind, '', this.#slotNumber[f]!)
    const text = cutToken(this.#tokens, this.#slotStart[f]!, this.#slotEnd[f]!, this.#slotEscaped[f] === 1)
    return quoted ? describeToken(kind, text, 0) : text
  }
}

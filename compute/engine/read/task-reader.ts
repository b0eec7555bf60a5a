/**
 * Tasks to columns: the plain ones by blocks (task-blocks.ts), the others here. The members of a task fall into slots, which are then checked and put into
 * the columns, `resources` after `resource`, so that the order of members in the body changes no column. Predecessors are left to link-reader.ts.
 */
import type { InputKind } from '../../../shared/contract/endpoint/row.ts'
import { DAY_ABSENT, ENUM_UNKNOWN, type ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { isDayOutOfRange } from '../../../shared/contract/schedule/day.ts'
import { isBlank } from '../../../shared/contract/schedule/dependency.ts'
import { type FieldKind, ID_LENGTH_MAX, TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import type { FaultType, ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { addResource, RESOURCES } from './add-resource.ts'
import { type AssignmentFault, AssignmentReader } from './assignment-reader.ts'
import { CodeReader } from './code-reader.ts'
import { type ColumnsBuilder, fieldIndex } from './columns-builder.ts'
import { tokenText } from './cut-text.ts'
import { DATE_BYTES, dayOfBytes, timeOfBytes } from './day-bytes.ts'
import { hasFloatRationale } from './float-rationale.ts'
import { JsonTokens } from './json-tokens.ts'
import { MemberSlots } from './member-slots.ts'
import type { ScheduleList } from './schedule-list.ts'
import { expectedRows, TaskBlocks } from './task-blocks.ts'
import { taskScanner } from './task-scanner.ts'
import { FIELD_WORDS, WORDS, WRONG_TYPE } from './task-words.ts'
import { ARRAY, FALSE, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE } from './tokens.ts'
import { characterCount } from './utf8.ts'

const ID = fieldIndex('id')
const ASSIGNMENTS = fieldIndex('assignments')
const CODES = fieldIndex('codes')

/** Kinds of fields as numbers, for the switches below. */
const ID_KIND = 0
const NUMBER_KIND = 1
const DAY = 2
const ENUM = 3
const BOOLEAN = 4
const TEXT = 5
const CODE = 6
const RESOURCE = 7
const RESOURCES_KIND = 8
const LINKS = 9
const OBJECT_KIND = 10
const ASSIGNMENTS_KIND = 11
const CODES_KIND = 12
const KIND_NUMBERS: Readonly<Record<FieldKind, number>> = {
  id: ID_KIND,
  number: NUMBER_KIND,
  day: DAY,
  enum: ENUM,
  boolean: BOOLEAN,
  text: TEXT,
  code: CODE,
  resource: RESOURCE,
  resources: RESOURCES_KIND,
  links: LINKS,
  object: OBJECT_KIND,
  assignments: ASSIGNMENTS_KIND,
  codes: CODES_KIND,
}
const KIND_OF = Uint8Array.from(TASK_FIELDS, field => KIND_NUMBERS[field.kind])

const encoder = new TextEncoder()
/** Entry f: the values of an enum field in UTF-8. */
const ENUM_VALUES = TASK_FIELDS.map(field => (field.values ?? []).map(value => encoder.encode(value)))
const MINIMA = Float64Array.from(TASK_FIELDS, field => field.minimum ?? -Infinity)
const MAXIMA = Float64Array.from(TASK_FIELDS, field => field.maximum ?? Infinity)

/** The members of a task, by field: one set per thread, since a list is read from its beginning to its end at once. */
const SLOTS = new MemberSlots(TASK_FIELDS.map(field => field.name))
/** Entry f: index of the value an enum field had last. */
const LAST_VALUE = new Uint8Array(TASK_FIELDS.length)

export class TaskReader {
  readonly #tokens: Tokens
  readonly #isOpen: boolean
  readonly #isStrict: boolean
  readonly #assignments: AssignmentReader
  readonly #slots = SLOTS
  readonly #lastValue = LAST_VALUE
  /** Codes of the list that is read; made when a task has some. */
  #codes: CodeReader | undefined
  // of the present list
  #list!: ScheduleList
  #builder!: ColumnsBuilder
  #faults!: ValidationFaults

  constructor(tokens: Tokens, input: InputKind) {
    this.#tokens = tokens
    this.#isOpen = input === 'open'
    this.#isStrict = input === 'strict'
    this.#assignments = new AssignmentReader(tokens, this.#isStrict, (row, fault) => this.#assignmentFault(row, fault))
  }

  /** Reads the list whose opening is read. Items from `storedMax` on are only counted. */
  readList(list: ScheduleList, storedMax: number): void {
    const tokens = this.#tokens
    this.#list = list
    this.#builder = list.builder
    this.#faults = list.faults
    this.#codes = undefined
    const { expected } = list.builder
    const from = tokens.pos
    const scanned = this.#blocks()
    let blocks = scanned
    for (let row = 0; ; row++) {
      if (blocks !== undefined) {
        row = blocks.read(row, storedMax)
        list.taskCount = row
        if (blocks.isOver) blocks = undefined
      }
      if (!tokens.item(row)) break
      list.taskCount++
      if (row >= storedMax) {
        tokens.skip(tokens.next())
        continue
      }
      if (row >= expected.rowCount) expected.rowCount = expectedRows(tokens, from, row, storedMax)
      const kind = tokens.next()
      if (kind === OBJECT) {
        this.#slots.read(tokens, list.ignored.inTasks)
        this.#store(row)
      } else {
        this.#faults.add([row], 'type', `A task must be an object, not ${tokenText(tokens, kind, true)}.`)
        tokens.skip(kind)
      }
    }
    scanned?.finish(list.taskCount)
    ;(this.#codes as CodeReader | undefined)?.values.giveFault(this.#builder.faults)
  }

  /** MessagePack is not scanned. */
  #blocks(): TaskBlocks | undefined {
    if (!(this.#tokens instanceof JsonTokens)) return undefined
    const scanner = taskScanner()
    return scanner && new TaskBlocks(scanner, this.#list, this.#tokens, this.#isStrict)
  }

  #store(row: number): void {
    const tokens = this.#tokens
    const slots = this.#slots
    const { pos } = tokens
    if (slots.kindOf(ID) === NULL) this.#fault(row, ID, 'missing_id', 'missing', 'is required')
    const { given, givenCount, start, end } = slots
    const { bytes, view } = tokens
    for (let i = 0; i < givenCount; i++) {
      const f = given[i]
      const kind = slots.kindOf(f)
      if (kind !== STRING) {
        if (kind !== NULL) this.#storeOther(row, f, kind)
      } else if (!slots.isEscaped(f)) this.#storeString(row, f, bytes, view, start[f], end[f])
      else {
        const length = tokens.unescape(start[f], end[f])
        const { unescaped } = tokens
        this.#storeString(row, f, unescaped, new DataView(unescaped.buffer), 0, length)
      }
    }
    // after the single resource, wherever that stands
    if (slots.kindOf(RESOURCES) === ARRAY) this.#storeResources(row, RESOURCES)
    if (slots.kindOf(ASSIGNMENTS) === ARRAY) {
      tokens.pos = slots.at[ASSIGNMENTS]
      this.#assignments.read(row, this.#builder, this.#list.ignored.inAssignments)
    }
    if (slots.kindOf(CODES) === OBJECT) {
      tokens.pos = slots.at[CODES]
      this.#readCodes(row)
    }
    // containers were entered a second time from their slots
    tokens.pos = pos
  }

  /**
   * A value that is a string: bytes[start, end), which `view` shows too. An empty one is none in every field, since tables exported as
   * text have no other way to leave a cell out.
   */
  #storeString(row: number, f: number, bytes: Uint8Array, view: DataView, start: number, end: number): void {
    switch (KIND_OF[f]) {
      case DAY: {
        const day = dayOfBytes(view, start, end)
        if (day !== DAY_ABSENT) {
          this.#builder.days(f).set(row, day)
          const time = end - start > DATE_BYTES ? timeOfBytes(view, start, end) : 0
          if (time > 0) this.#builder.times(f).set(row, time)
        } else if (!isBlank(bytes, start, end)) this.#badDate(row, f, bytes, start, end)
        return
      }
      case TEXT:
        this.#builder.texts(f).set(row, bytes, start, end)
        return
      case CODE:
        if (end > start) this.#builder.codes(f).set(row, bytes, start, end)
        return
      case ENUM:
        this.#storeEnum(row, f, bytes, start, end)
        return
      case RESOURCE:
        addResource(this.#builder, row, bytes, start, end)
        return
      case ID_KIND:
        this.#storeId(row, f, bytes, start, end)
        return
      case LINKS:
        this.#list.linksAt.set(row, this.#slots.at[f])
        return
      default:
        if (!isBlank(bytes, start, end)) this.#wrongType(row, f)
    }
  }

  /** A value that is neither a string nor null. */
  #storeOther(row: number, f: number, kind: number): void {
    switch (KIND_OF[f]) {
      case NUMBER_KIND:
        if (kind === NUMBER) this.#storeNumber(row, f)
        else this.#wrongType(row, f)
        return
      case LINKS:
        this.#list.linksAt.set(row, this.#slots.at[f])
        return
      case BOOLEAN:
        if (kind === TRUE || kind === FALSE) this.#builder.bytes(f).set(row, kind === TRUE ? 2 : 1)
        else this.#wrongType(row, f)
        return
      case RESOURCES_KIND:
      case ASSIGNMENTS_KIND:
        if (kind !== ARRAY) this.#wrongType(row, f)
        return
      case CODES_KIND:
        if (kind !== OBJECT) this.#wrongType(row, f)
        return
      case OBJECT_KIND:
        if (kind !== OBJECT) this.#wrongType(row, f)
        else if (hasFloatRationale(this.#tokens, this.#slots.at[f])) this.#builder.bytes(f).set(row, 1)
        return
      default:
        this.#wrongType(row, f)
    }
  }

  /** Not a date, or one outside the years that are taken: but in a strict row that is a fault to go on from. */
  #badDate(row: number, f: number, bytes: Uint8Array, start: number, end: number): void {
    const isBeyond = !this.#isStrict && isDayOutOfRange(dateText(bytes, start, end))
    if (isBeyond) {
      this.#builder.faults.add('date_out_of_range', TASK_FIELDS[f].name, row, () => this.#slotText(f, false))
    } else this.#fault(row, f, 'bad_date', 'format', WORDS[f])
  }

  #storeId(row: number, f: number, bytes: Uint8Array, start: number, end: number): void {
    if (start === end) {
      this.#fault(row, f, 'missing_id', 'length', 'must not be empty')
      return
    }
    if (end - start > ID_LENGTH_MAX && characterCount(bytes, start, end) > ID_LENGTH_MAX) {
      this.#fault(row, f, 'wrong_type', 'length', `must have at most ${ID_LENGTH_MAX} characters`)
    }
    this.#builder.texts(f).set(row, bytes, start, end)
  }

  #storeNumber(row: number, f: number): void {
    const value = this.#slots.number[f]
    if (!Number.isFinite(value)) {
      this.#wrongType(row, f)
      return
    }
    if (this.#isStrict) {
      if (value < MINIMA[f]) this.#fault(row, f, 'bad_number', 'minimum', `must be at least ${MINIMA[f]}`)
      else if (value > MAXIMA[f]) this.#fault(row, f, 'bad_number', 'maximum', `must be at most ${MAXIMA[f]}`)
    }
    this.#builder.numbers(f).set(row, value)
  }

  #storeEnum(row: number, f: number, bytes: Uint8Array, start: number, end: number): void {
    const values = ENUM_VALUES[f]
    let v = this.#lastValue[f]
    if (!isEqual(values[v], bytes, start, end)) {
      v = 0
      while (v < values.length && !isEqual(values[v], bytes, start, end)) v++
      if (v === values.length) v = FIELD_WORDS[f].find(bytes, start, end)
      if (v < 0) {
        if (isBlank(bytes, start, end)) return
        this.#fault(row, f, 'unknown_enum', 'enum', WORDS[f])
        this.#builder.bytes(f).set(row, ENUM_UNKNOWN)
        return
      }
      this.#lastValue[f] = v
    }
    this.#builder.bytes(f).set(row, v + 1)
  }

  #storeResources(row: number, f: number): void {
    const tokens = this.#tokens
    tokens.pos = this.#slots.at[f]
    tokens.next()
    for (let index = 0; tokens.item(index); index++) {
      const kind = tokens.next()
      if (kind !== STRING) {
        // the item stands in the slot of its field while its fault is reported
        this.#slots.put(f, kind, tokens.number[0])
        this.#fault(row, f, 'wrong_type', 'type', 'must be a string', index)
        tokens.skip(kind)
      } else if (tokens.escaped) {
        const length = tokens.unescape(tokens.start, tokens.end)
        addResource(this.#builder, row, tokens.unescaped, 0, length)
      } else addResource(this.#builder, row, tokens.bytes, tokens.start, tokens.end)
    }
  }

  #readCodes(row: number): void {
    this.#codes ??= new CodeReader(this.#tokens, this.#builder, (row, kind) => {
      // the value stands in the slot of its field while its fault is reported
      this.#slots.put(CODES, kind)
      this.#fault(row, CODES, 'wrong_type', 'type', 'must be an object of texts')
    })
    this.#codes.read(row)
  }

  #assignmentFault(row: number, { index, member, kind, type, words, text }: AssignmentFault): void {
    const { name } = TASK_FIELDS[ASSIGNMENTS]
    if (this.#isOpen) this.#builder.faults.add(kind, name, row, () => text(false))
    else {
      const place = member === '' ? [row, name, index] : [row, name, index, member]
      const value = type === 'missing' ? '' : `, not ${text(true)}`
      this.#faults.add(place, type, `${member === '' ? 'An assignment' : member} ${words}${value}.`)
    }
  }

  #wrongType(row: number, f: number): void {
    this.#fault(row, f, WRONG_TYPE[f], 'type', WORDS[f])
  }

  /** Something is wrong with the value in slot f: a fault to go on from in an open row, else one of the 422. */
  #fault(row: number, f: number, kind: ReadFaultKind, type: FaultType, words: string, index = -1): void {
    const { name } = TASK_FIELDS[f]
    if (this.#isOpen) {
      this.#builder.faults.add(kind, name, row, () => this.#slotText(f, false))
      return
    }
    const place = index < 0 ? [row, name] : [row, name, index]
    const value = type === 'missing' || this.#faults.isFull ? '' : `, not ${this.#slotText(f, true)}`
    this.#faults.add(place, type, `${name} ${words}${value}${this.#hint(f)}.`)
  }

  /** What to do about a value in slot f, where its fault alone does not say it. */
  #hint(f: number): string {
    if (KIND_OF[f] !== NUMBER_KIND || this.#slots.kindOf(f) !== STRING || this.#faults.isFull) return ''
    return isNumeric(this.#slotText(f, false)) ? '; send it without the quotes' : ''
  }

  #slotText(f: number, quoted: boolean): string {
    return this.#slots.text(this.#tokens, f, quoted)
  }
}

/** No date is longer. */
const DATE_TEXT_MAX = 80
const dateText = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, start + DATE_TEXT_MAX)))

function isEqual(value: Uint8Array, bytes: Uint8Array, start: number, end: number): boolean {
  const { length } = value
  if (length !== end - start) return false
  let i = 0
  while (i < length && value[i] === bytes[start + i]) i++
  return i === length
}

const isNumeric = (text: string): boolean => text.trim() !== '' && Number.isFinite(Number(text))

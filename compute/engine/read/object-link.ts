/** A predecessor that is written as an object: of each member the first name that has a value, and what is wrong with it. */

import { RELATION_ALIASES } from '../../../shared/contract/schedule/aliases.ts'
import type { ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { isBlank } from '../../../shared/contract/schedule/dependency.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { FaultType } from '../../../shared/contract/schema/validation-faults.ts'
import { cutToken, describeToken } from './cut-text.ts'
import { LINK_MEMBERS } from './link-members.ts'
import { NameTable } from './name-table.ts'
import type { ScheduleList } from './schedule-list.ts'
import { ARRAY, END, FALSE, NULL, NUMBER, STRING, type Tokens, TRUE, UNDECLARED } from './tokens.ts'
import { WordTable } from './word-table.ts'

const MEMBER_NAMES: readonly string[] = Object.values(LINK_MEMBERS).flat()
const NAMES = new NameTable(MEMBER_NAMES)
const TYPE_FIRST = LINK_MEMBERS.id.length
const LAG_FIRST = TYPE_FIRST + LINK_MEMBERS.type.length
const ELAPSED_FIRST = LAG_FIRST + LINK_MEMBERS.lagDays.length

const encoder = new TextEncoder()
const TYPE_BYTES = RELATION_TYPES.map(type => encoder.encode(type))
const TYPE_WORDS = new WordTable(RELATION_TYPES, RELATION_ALIASES)

// slots of an object link, entry m for MEMBER_NAMES[m]: one set per thread, written anew for each link
const SLOT_KIND = new Uint8Array(MEMBER_NAMES.length)
const SLOT_START = new Uint32Array(MEMBER_NAMES.length)
const SLOT_END = new Uint32Array(MEMBER_NAMES.length)
const SLOT_ESCAPED = new Uint8Array(MEMBER_NAMES.length)
const SLOT_NUMBER = new Float64Array(MEMBER_NAMES.length)

export interface MemberFault {
  readonly member: string
  readonly kind: ReadFaultKind
  readonly type: FaultType
  readonly words: string
  readonly text: (quoted: boolean) => string
}

export class ObjectLink {
  readonly #tokens: Tokens
  readonly #onFault: (task: number, index: number, fault: MemberFault) => void
  readonly #slotKind = SLOT_KIND
  readonly #slotStart = SLOT_START
  readonly #slotEnd = SLOT_END
  readonly #slotEscaped = SLOT_ESCAPED
  readonly #slotNumber = SLOT_NUMBER
  /** Slot of the id, -1 = none. */
  #id = -1
  /** Index into RELATION_TYPES. */
  type = 0
  lagDays = 0
  isElapsed = false

  constructor(tokens: Tokens, onFault: (task: number, index: number, fault: MemberFault) => void) {
    this.#tokens = tokens
    this.#onFault = onFault
  }

  /** Reads the object whose token was read last, to its end. False when its id or its type cannot be used. */
  read(task: number, index: number, ignored: ScheduleList['ignored']['inLinks']): boolean {
    this.#readMembers(ignored)
    const type = this.#given(TYPE_FIRST, LAG_FIRST)
    const lag = this.#given(LAG_FIRST, ELAPSED_FIRST)
    const elapsed = this.#given(ELAPSED_FIRST, MEMBER_NAMES.length)
    this.#id = this.#given(0, TYPE_FIRST)
    const isUsable = this.#check(task, index)
    this.type = type < 0 ? 0 : this.#typeOf(type)
    this.lagDays = lag < 0 || !this.#isFinite(lag) ? 0 : this.#slotNumber[lag]
    this.isElapsed = elapsed >= 0 && this.#slotKind[elapsed] === TRUE
    return isUsable && this.type >= 0
  }

  get hasId(): boolean {
    return this.#id >= 0
  }

  get isIdEscaped(): boolean {
    return this.#slotEscaped[this.#id] === 1
  }

  get idStart(): number {
    return this.#slotStart[this.#id]
  }

  get idEnd(): number {
    return this.#slotEnd[this.#id]
  }

  #readMembers(ignored: ScheduleList['ignored']['inLinks']): void {
    const tokens = this.#tokens
    this.#slotKind.fill(NULL)
    NAMES.begin()
    for (let member = 0; ; member++) {
      const m = tokens.field(member, NAMES)
      if (m === END) return
      if (m === UNDECLARED) ignored.add(tokens)
      const kind = tokens.next()
      if (m !== UNDECLARED) {
        // type and lag of an exported table, which leaves a cell out by an empty string
        this.#slotKind[m] = m >= TYPE_FIRST && kind === STRING && isBlankToken(tokens) ? NULL : kind
        this.#slotStart[m] = tokens.start
        this.#slotEnd[m] = tokens.end
        this.#slotEscaped[m] = tokens.escaped ? 1 : 0
        this.#slotNumber[m] = tokens.number[0]
      }
      if (kind >= ARRAY) tokens.skip(kind)
    }
  }

  /** The first member of MEMBER_NAMES[from, to) that has a value, -1 = none. */
  #given(from: number, to: number): number {
    for (let m = from; m < to; m++) if (this.#slotKind[m] !== NULL) return m
    return -1
  }

  /** Faults of the members; false when the id or the type cannot be used. */
  #check(task: number, index: number): boolean {
    let isUsable = true
    for (let m = 0; m < MEMBER_NAMES.length; m++) {
      const kind = this.#slotKind[m]
      if (kind === NULL) continue
      if (m >= ELAPSED_FIRST) {
        if (kind !== TRUE && kind !== FALSE) this.#fault(task, index, m, 'wrong_type', 'type', 'must be true or false')
      } else if (m >= LAG_FIRST) {
        if (!this.#isFinite(m)) this.#fault(task, index, m, 'bad_number', 'type', 'must be a number')
      } else if (kind !== STRING) {
        this.#fault(task, index, m, 'wrong_type', 'type', 'must be a string')
        isUsable = false
      } else if (m >= TYPE_FIRST && this.#typeOf(m) < 0) {
        this.#fault(task, index, m, 'unknown_enum', 'enum', `must be one of ${RELATION_TYPES.join(', ')}`)
      }
    }
    return isUsable
  }

  #isFinite(m: number): boolean {
    return this.#slotKind[m] === NUMBER && Number.isFinite(this.#slotNumber[m])
  }

  /** Index into RELATION_TYPES of the member's value, -1 = none of them. */
  #typeOf(m: number): number {
    if (this.#slotKind[m] !== STRING) return -1
    const tokens = this.#tokens
    let start = this.#slotStart[m]
    let end = this.#slotEnd[m]
    let bytes = tokens.bytes
    if (this.#slotEscaped[m] === 1) {
      end = tokens.unescape(start, end)
      start = 0
      bytes = tokens.unescaped
    }
    const known = TYPE_BYTES.findIndex(
      type => end - start === type.length && type[0] === bytes[start] && type[1] === bytes[start + 1],
    )
    return known >= 0 ? known : TYPE_WORDS.find(bytes, start, end)
  }

  #fault(task: number, index: number, m: number, kind: ReadFaultKind, type: FaultType, words: string): void {
    const text = (quoted: boolean): string => {
      if (this.#slotKind[m] !== STRING) return describeToken(this.#slotKind[m], '', this.#slotNumber[m])
      const word = cutToken(this.#tokens, this.#slotStart[m], this.#slotEnd[m], this.#slotEscaped[m] === 1)
      return quoted ? describeToken(STRING, word, 0) : word
    }
    this.#onFault(task, index, { member: MEMBER_NAMES[m], kind, type, words, text })
  }
}

/** The string that was read last has nothing but blanks. */
export function isBlankToken(tokens: Tokens): boolean {
  const { bytes, start, end, escaped } = tokens
  if (!escaped) return isBlank(bytes, start, end)
  const length = tokens.unescape(start, end)
  return isBlank(tokens.unescaped, 0, length)
}

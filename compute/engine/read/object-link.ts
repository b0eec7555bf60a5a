/** A predecessor that is written as an object: of each member the first name that has a value, and what is wrong with it. */

import { RELATION_ALIASES } from '../../../shared/contract/schedule/aliases.ts'
import type { ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { isBlank } from '../../../shared/contract/schedule/dependency.ts'
import { RELATION_TYPES } from '../../../shared/contract/schedule/fields.ts'
import type { FaultType } from '../../../shared/contract/schema/validation-faults.ts'
import { MemberSlots } from './member-slots.ts'
import type { ScheduleList } from './schedule-list.ts'
import { FALSE, NULL, NUMBER, STRING, type Tokens, TRUE } from './tokens.ts'
import { WordTable } from './word-table.ts'

/** Members of the object form of a link: each with its aliases, the first that is given counts. */
export const LINK_MEMBERS = {
  id: ['task_id', 'id', 'predecessor_id', 'predecessor'],
  type: ['type', 'relationship_type', 'dependency_type'],
  lagDays: ['lag_days', 'lag'],
  isElapsed: ['lag_elapsed'],
} as const

const MEMBER_NAMES: readonly string[] = Object.values(LINK_MEMBERS).flat()
const TYPE_FIRST = LINK_MEMBERS.id.length
const LAG_FIRST = TYPE_FIRST + LINK_MEMBERS.type.length
const ELAPSED_FIRST = LAG_FIRST + LINK_MEMBERS.lagDays.length

const encoder = new TextEncoder()
const TYPE_BYTES = RELATION_TYPES.map(type => encoder.encode(type))
const TYPE_WORDS = new WordTable(RELATION_TYPES, RELATION_ALIASES)

const SLOTS = new MemberSlots(MEMBER_NAMES)

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
  readonly #slots = SLOTS
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
    this.#slots.read(this.#tokens, ignored)
    this.#passBlanks()
    const type = this.#given(TYPE_FIRST, LAG_FIRST)
    const lag = this.#given(LAG_FIRST, ELAPSED_FIRST)
    const elapsed = this.#given(ELAPSED_FIRST, MEMBER_NAMES.length)
    this.#id = this.#given(0, TYPE_FIRST)
    const isUsable = this.#check(task, index)
    this.type = type < 0 ? 0 : this.#typeOf(type)
    this.lagDays = lag < 0 || !this.#isFinite(lag) ? 0 : this.#slots.number[lag]
    this.isElapsed = elapsed >= 0 && this.#slots.kindOf(elapsed) === TRUE
    return isUsable && this.type >= 0
  }

  get hasId(): boolean {
    return this.#id >= 0
  }

  get isIdEscaped(): boolean {
    return this.#slots.isEscaped(this.#id)
  }

  get idStart(): number {
    return this.#slots.start[this.#id]
  }

  get idEnd(): number {
    return this.#slots.end[this.#id]
  }

  /** An empty text is no value for type and lag: an exported table leaves a cell out so. */
  #passBlanks(): void {
    const slots = this.#slots
    for (let i = 0; i < slots.givenCount; i++) {
      const m = slots.given[i]
      if (
        m >= TYPE_FIRST &&
        slots.kindOf(m) === STRING &&
        isBlankIn(this.#tokens, slots.start[m], slots.end[m], slots.isEscaped(m))
      )
        slots.put(m, NULL)
    }
  }

  /** The first member of MEMBER_NAMES[from, to) that has a value, -1 = none. */
  #given(from: number, to: number): number {
    for (let m = from; m < to; m++) if (this.#slots.kindOf(m) !== NULL) return m
    return -1
  }

  /** Faults of the members; false when the id or the type cannot be used. */
  #check(task: number, index: number): boolean {
    let isUsable = true
    for (let m = 0; m < MEMBER_NAMES.length; m++) {
      const kind = this.#slots.kindOf(m)
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
    return this.#slots.kindOf(m) === NUMBER && Number.isFinite(this.#slots.number[m])
  }

  /** Index into RELATION_TYPES of the member's value, -1 = none of them. */
  #typeOf(m: number): number {
    if (this.#slots.kindOf(m) !== STRING) return -1
    const tokens = this.#tokens
    let start = this.#slots.start[m]
    let end = this.#slots.end[m]
    let bytes = tokens.bytes
    if (this.#slots.isEscaped(m)) {
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
    const text = (quoted: boolean): string => this.#slots.text(this.#tokens, m, quoted)
    this.#onFault(task, index, { member: MEMBER_NAMES[m], kind, type, words, text })
  }
}

/** The string that was read last has nothing but blanks. */
export const isBlankToken = (tokens: Tokens): boolean => isBlankIn(tokens, tokens.start, tokens.end, tokens.escaped)

function isBlankIn(tokens: Tokens, start: number, end: number, isEscaped: boolean): boolean {
  if (!isEscaped) return isBlank(tokens.bytes, start, end)
  const length = tokens.unescape(start, end)
  return isBlank(tokens.unescaped, 0, length)
}

/**
 * Predecessors to links (/docs/methods#links): the second pass over a task list, when all its ids are known. Strings
 * are read by shared/contract/schedule/dependency.ts, objects by object-link.ts. Without ids (the body is refused anyway) only what the schema
 * says is checked.
 */

import { LINK_UNKNOWN, type LinkColumns, type ReadFaultKind } from '../../../shared/contract/schedule/columns.ts'
import { DependencyReader, type IdFinder } from '../../../shared/contract/schedule/dependency.ts'
import { RELATION_TYPES, TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import type { FaultType } from '../../../shared/contract/schema/validation-faults.ts'
import { zeros } from '../ids/short-arrays.ts'
import { fieldIndex } from './columns-builder.ts'
import { cutBytes, tokenText } from './cut-text.ts'
import {
  bytesMoved,
  integersMoved,
  NO_BYTES,
  NO_INTEGERS,
  NO_NUMBERS,
  numbersMoved,
  trimmed,
} from './growing-columns.ts'
import { isBlankToken, type MemberFault, ObjectLink } from './object-link.ts'
import type { ScheduleList } from './schedule-list.ts'
import { ARRAY, OBJECT, STRING, type Tokens } from './tokens.ts'

const FIELD = TASK_FIELDS[fieldIndex('predecessors')].name

const QUOTE = 0x22

/** From this many links of one task on, equal ones are found by a table instead of by comparing all. */
const PAIRS_COMPARED_MAX = 16

export class LinkReader {
  readonly #tokens: Tokens
  readonly #isOpen: boolean
  readonly #dependency = new DependencyReader()
  readonly #object: ObjectLink
  // of the present list
  #list!: ScheduleList
  #ids: IdFinder | undefined
  /** Links read so far, in input order; capacity grows. */
  #count = 0
  /** The first of the present task. */
  #first = 0
  #task = NO_INTEGERS
  #type = NO_BYTES
  #lagDays = NO_NUMBERS
  #hasLags = false
  /** The links lie where the scanner wrote them, at most as many as there were: they are not moved into more room. */
  #isInPlace = false
  /** Entry k: 1 = the lag of link k is elapsed time; empty until one is. */
  #elapsed = NO_BYTES
  /** Whether the link that is pushed counts its lag round the clock. */
  #isElapsed = false
  /** Offset of the first predecessors of the list. */
  #from = 0
  /** Entry 4 p + type: index + 1 of the last link from p of that type; made when first needed. */
  #lastLink = NO_INTEGERS
  /** Links below this are in the table, where their task has one. */
  #tabled = 0

  constructor(tokens: Tokens, isOpen: boolean) {
    this.#tokens = tokens
    this.#isOpen = isOpen
    this.#object = new ObjectLink(tokens, (task, index, fault) => this.#memberFault(task, index, fault))
  }

  /** Without `ids` the links are only checked. */
  readLinks(list: ScheduleList, ids?: IdFinder): LinkColumns {
    const { taskCount, linkRecords } = list
    this.#list = list
    this.#ids = ids
    this.#count = 0
    this.#task = NO_INTEGERS
    this.#type = NO_BYTES
    this.#lagDays = NO_NUMBERS
    this.#hasLags = false
    this.#elapsed = NO_BYTES
    this.#from = 0
    this.#lastLink = NO_INTEGERS
    this.#tabled = 0
    const start = zeros<Uint32Array>(Uint32Array, taskCount + 1)
    linkRecords.complete()
    this.#isInPlace = ids !== undefined && linkRecords.areAll
    if (this.#isInPlace) this.#readOpen(start)
    else this.#readAll(start)
    if (ids !== undefined) linkRecords.giveBack(this.#isInPlace)
    return {
      start,
      task: trimmed(this.#task, this.#count),
      type: trimmed(this.#type, this.#count),
      lagDays: trimmed(this.#lagDays, this.#count),
    }
  }

  /** Task by task. */
  #readAll(start: Uint32Array): void {
    const { taskCount, linkRecords, linksAt } = this.#list
    let record = 0
    for (let task = 0; task < taskCount; task++) {
      const at = linksAt.at(task)
      const recordsEnd = linkRecords.endOf(task)
      if (at !== 0) {
        if (this.#from === 0) this.#from = at
        this.#readTask(task, at)
      } else if (recordsEnd > record) this.#readRecords(task, record, recordsEnd)
      if (recordsEnd > record) record = recordsEnd
      start[task + 1] = this.#count
    }
  }

  /** Where all links are records: only the tasks that have an open one are gone over, and the links stay in the arrays where they are. */
  #readOpen(start: Uint32Array): void {
    const { taskCount, linkRecords } = this.#list
    this.#task = linkRecords.tasks
    this.#type = linkRecords.types
    this.#lagDays = linkRecords.lags
    let task = 0
    let record = 0
    while (true) {
      const open = linkRecords.nextOpen(record)
      let owner = task
      while (owner < taskCount && linkRecords.endOf(owner) <= open) owner++
      const first = owner === task ? record : linkRecords.endOf(owner - 1)
      linkRecords.copyEnds(task, owner, record - this.#count, start)
      this.#keep(record, first)
      if (owner === taskCount) return
      record = linkRecords.endOf(owner)
      this.#readRecords(owner, first, record)
      start[owner + 1] = this.#count
      task = owner + 1
    }
  }

  /** Records [from, to) are links as they are. */
  #keep(from: number, to: number): void {
    const at = this.#count
    this.#count += to - from
    if (at === from) return
    this.#task.copyWithin(at, from, to)
    this.#type.copyWithin(at, from, to)
    this.#lagDays.copyWithin(at, from, to)
  }

  /** For each link of the list that was read last whether its lag is elapsed: ScheduleColumns.elapsedLags. */
  get elapsedLags(): Uint8Array {
    if (this.#elapsed.length === 0) return NO_BYTES
    return trimmed(bytesMoved(this.#elapsed, Math.max(this.#elapsed.length, this.#count)), this.#count)
  }

  /** `at` is the offset of the predecessors. */
  #readTask(task: number, at: number): void {
    const tokens = this.#tokens
    this.#first = this.#count
    tokens.pos = at
    const kind = tokens.next()
    if (kind === STRING && isBlankToken(tokens)) return
    if (kind !== ARRAY) {
      this.#fault(task, -1, 'wrong_type', 'type', 'must be an array', kind)
      tokens.skip(kind)
      return
    }
    for (let index = 0; tokens.item(index); index++) this.#readLink(task, index)
  }

  /** The links of a task that the scanner left; without ids there is nothing to check in them. */
  #readRecords(task: number, from: number, to: number): void {
    const records = this.#list.linkRecords
    const ids = this.#ids
    if (ids === undefined) return
    this.#first = this.#count
    for (let record = from; record < to; record++) {
      const predecessor = records.taskOf(record)
      this.#isElapsed = records.isElapsed(record)
      if (predecessor >= 0 && this.#equalLink(predecessor, records.types[record]) < 0)
        this.#add(predecessor, records.types[record], records.lags[record])
      else this.#readRecord(task, record, ids)
    }
  }

  /** Reads a link whose text has to be parsed. */
  #readRecord(task: number, record: number, ids: IdFinder): void {
    const records = this.#list.linkRecords
    let { bytes } = this.#tokens
    let start = records.at(record)
    let end = 0
    if (records.hasText(record)) {
      bytes = records.texts
      start = records.textStart(record)
      end = records.textEnd(record)
    } else end = bytes.indexOf(QUOTE, start)
    if (records.isText(record)) this.#readText(task, bytes, start, end, ids)
    else this.#pushNamed(task, bytes, start, end, records.types[record], records.lags[record], ids)
  }

  #readLink(task: number, index: number): void {
    const tokens = this.#tokens
    const kind = tokens.next()
    if (kind === STRING) {
      if (this.#ids === undefined) return
      if (!tokens.escaped) this.#readText(task, tokens.bytes, tokens.start, tokens.end, this.#ids)
      else {
        const length = tokens.unescape(tokens.start, tokens.end)
        this.#readText(task, tokens.unescaped, 0, length, this.#ids)
      }
    } else if (kind === OBJECT) this.#readObject(task, index)
    else {
      this.#fault(task, index, 'wrong_type', 'type', 'must be a string or an object', kind)
      tokens.skip(kind)
    }
  }

  #readText(task: number, bytes: Uint8Array, from: number, to: number, ids: IdFinder): void {
    const dependency = this.#dependency
    const kind = dependency.read(bytes, from, to, ids)
    const { start, end } = dependency
    if (kind === 'unknown' && start === end) return
    if (kind === 'unparsable') {
      this.#textFault('unparsable_link', task, bytes, start, end)
    } else {
      this.#isElapsed = dependency.isElapsed
      this.#push(task, dependency.task, dependency.type, dependency.lagDays, bytes, start, end)
    }
  }

  #readObject(task: number, index: number): void {
    const tokens = this.#tokens
    const link = this.#object
    const isUsable = link.read(task, index, this.#list.ignored.inLinks)
    if (!link.hasId) this.#fault(task, index, 'wrong_type', 'missing', 'must name its task_id', OBJECT)
    const ids = this.#ids
    if (!link.hasId || !isUsable || ids === undefined) return
    this.#isElapsed = link.isElapsed
    if (link.isIdEscaped) {
      const length = tokens.unescape(link.idStart, link.idEnd)
      this.#pushNamed(task, tokens.unescaped, 0, length, link.type, link.lagDays, ids)
    } else this.#pushNamed(task, tokens.bytes, link.idStart, link.idEnd, link.type, link.lagDays, ids)
  }

  #pushNamed(
    task: number,
    bytes: Uint8Array,
    start: number,
    end: number,
    type: number,
    lagDays: number,
    ids: IdFinder,
  ): void {
    const predecessor = this.#dependency.findWhole(bytes, start, end, ids)
    this.#push(task, predecessor, type, lagDays, bytes, start, end)
  }

  /** Adds a link whose predecessor is written as bytes[start, end), unless an equal one of the task is there. */
  #push(
    task: number,
    predecessor: number,
    type: number,
    lagDays: number,
    bytes: Uint8Array,
    start: number,
    end: number,
  ): void {
    if (predecessor < 0) this.#textFault('unknown_predecessor', task, bytes, start, end)
    else {
      const equal = this.#equalLink(predecessor, type)
      if (equal >= 0) {
        if (lagDays > this.#lagDays[equal]) this.#setLag(equal, lagDays)
        this.#textFault('duplicate_link', task, bytes, start, end)
        return
      }
    }
    this.#add(predecessor < 0 ? LINK_UNKNOWN : predecessor, type, lagDays)
  }

  #add(predecessor: number, type: number, lagDays: number): void {
    const at = this.#count++
    if (at === this.#task.length) this.#grow(this.#capacityFor(at))
    this.#task[at] = predecessor
    this.#type[at] = type
    if (lagDays !== 0 || this.#isInPlace) this.#setLag(at, lagDays)
    if (this.#isElapsed && lagDays !== 0) this.#markElapsed(at)
  }

  #grow(capacity: number): void {
    this.#task = integersMoved(this.#task, capacity)
    this.#type = bytesMoved(this.#type, capacity)
    // without lags so far there is nothing to move, and fresh pages cost nothing until they are written
    this.#lagDays = this.#hasLags
      ? numbersMoved(this.#lagDays, capacity)
      : zeros<Float64Array<ArrayBuffer>>(Float64Array, capacity)
  }

  #markElapsed(link: number): void {
    if (link >= this.#elapsed.length) this.#elapsed = bytesMoved(this.#elapsed, Math.max(16, 2 * link))
    this.#elapsed[link] = 1
  }

  #setLag(link: number, lagDays: number): void {
    this.#lagDays[link] = lagDays
    this.#hasLags = true
  }

  /** Room for the links that the rest of the list would have if they went on as so far: pages not written cost nothing. */
  #capacityFor(count: number): number {
    const { taskCount, linkRecords } = this.#list
    if (linkRecords.count > 0) return Math.ceil(Math.max(2 * taskCount, linkRecords.count, 1.5 * count))
    const { pos, bytes } = this.#tokens
    const linksToCome = count === 0 ? 0 : (count * (bytes.length - pos)) / (pos - this.#from)
    return Math.ceil(Math.max(2 * taskCount, 1.5 * count, count + 1.02 * linksToCome))
  }

  /** Link of the present task with that predecessor and type, -1 = none. */
  #equalLink(predecessor: number, type: number): number {
    const first = this.#first
    const count = this.#count
    if (count - first < PAIRS_COMPARED_MAX) {
      for (let link = first; link < count; link++) {
        if (this.#task[link] === predecessor && this.#type[link] === type) return link
      }
      return -1
    }
    if (this.#lastLink.length === 0) this.#lastLink = zeros(Int32Array, RELATION_TYPES.length * this.#list.taskCount)
    for (let link = Math.max(first, this.#tabled); link < count; link++) {
      const known = this.#task[link]
      if (known !== LINK_UNKNOWN) this.#lastLink[RELATION_TYPES.length * known + this.#type[link]] = link + 1
    }
    this.#tabled = count
    const slot = RELATION_TYPES.length * predecessor + type
    // an entry below `first` is of an earlier task
    const known = this.#lastLink[slot] - 1
    return known >= first ? known : -1
  }

  #memberFault(task: number, index: number, { member, kind, type, words, text }: MemberFault): void {
    if (this.#isOpen) this.#list.builder.faults.add(kind, FIELD, task, () => text(false))
    else this.#list.faults.add([task, FIELD, index, member], type, `${member} ${words}, not ${text(true)}.`)
  }

  /** Apart from the callers, so that a link without a fault allocates nothing. */
  #textFault(kind: ReadFaultKind, task: number, bytes: Uint8Array, start: number, end: number): void {
    this.#list.builder.faults.add(kind, FIELD, task, () => cutBytes(bytes, start, end))
  }

  /** A fault of the list (index -1) or of an item, whose token was read last. */
  #fault(task: number, index: number, kind: ReadFaultKind, type: FaultType, words: string, tokenKind: number): void {
    const tokens = this.#tokens
    const text = (quoted: boolean): string => tokenText(tokens, tokenKind, quoted)
    if (this.#isOpen) this.#list.builder.faults.add(kind, FIELD, task, () => text(false))
    else {
      const place = index < 0 ? [task, FIELD] : [task, FIELD, index]
      const value = type === 'missing' ? '' : `, not ${text(true)}`
      this.#list.faults.add(place, type, `${index < 0 ? FIELD : 'A predecessor'} ${words}${value}.`)
    }
  }
}

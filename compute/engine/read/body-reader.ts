/**
 * The body outside its task lists: plain values of the members that the schema knows. Other members are passed over and
 * named as ignored, or refused where the schema closes the object; a container where the schema has none is passed over too and stands as an empty one, which the
 * schema refuses. Nested as deep as the schema is, so calling itself is safe.
 */

import { nearest } from '../../../shared/contract/did-you-mean.ts'
import type { InputKind } from '../../../shared/contract/endpoint/row.ts'
import { TASK_FIELDS } from '../../../shared/contract/schedule/fields.ts'
import { membersCalled } from '../../../shared/contract/schedule/foreign-names.ts'
import { IGNORED_FIELDS_MAX } from '../../../shared/contract/schedule/input.ts'
import { DependencyLink } from '../../../shared/contract/schedule/task.ts'
import { describe } from '../../../shared/contract/schedule/text.ts'
import { ValidationFaults } from '../../../shared/contract/schema/validation-faults.ts'
import { ASSIGNMENT_MEMBERS } from './assignment-reader.ts'
import type { BodyPlan, Shape } from './body-plan.ts'
import { cutToken } from './cut-text.ts'
import { IgnoredInLists, ScheduleList, tooFewItems } from './schedule-list.ts'
import { TaskReader } from './task-reader.ts'
import { ARRAY, NULL, NUMBER, OBJECT, STRING, type Tokens, TRUE } from './tokens.ts'
import type { ZonedBody } from './zoned-dates.ts'

/** Everything of a body but its task lists and what is ignored may have so many bytes. */
export const NON_TASK_BYTES_MAX = 4 * 2 ** 20
/** Task lists in one request. */
export const SCHEDULES_MAX = 1_000

/** Names that a schema declares are shorter: only they are still of interest in a body that is too large. */
const NAME_BYTES_MAX = 100

/** Known names that a fault lists. */
const NAMES_MAX = 40

/** What a container and an item of an array count at least: what they take of memory and of checking is more than a byte. */
const VALUE_BYTES = 16

/** What a plain body has beside its tasks: options and dates, but no list of calendars, days off or other schedules. */
const PLAIN_BYTES_MAX = 1_024

const TASK_NAMES = TASK_FIELDS.map(field => field.name)
const LINK_NAMES = Object.keys((DependencyLink as unknown as { properties: object }).properties)

const NOTHING_IGNORED: ReadonlyMap<string, Iterable<string>> = new Map()
const EMPTY_ARRAY: readonly unknown[] = Object.freeze([])
const EMPTY_OBJECT = Object.freeze({})

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export class BodyReader {
  /** What was made of dates with a zone before the body was read. */
  zoned: Omit<ZonedBody, 'body'> = {}
  readonly tokens: Tokens
  readonly #plan: BodyPlan
  readonly #tasks: TaskReader
  readonly #storedMax: number
  /** Rows of the list that was read last: the updates of a series have about as many each. */
  #rowsBefore = 0
  /** Task lists by path, in the order of the body. */
  readonly lists = new Map<string, ScheduleList>()
  /** Lists beyond SCHEDULES_MAX are only counted; that refuses the body, also where a member that comes again drops them. */
  readonly more = { listCount: 0, taskCount: 0, taskCountLargest: 0 }
  /** Ignored members by their place; each with the names that are known there. Made with the first. */
  #ignored: Map<string, Iterable<string>> | undefined
  /** Members of closed objects that are none of theirs. */
  readonly #refused = new ValidationFaults(['body'])
  /** A place of lists each; they are few, whatever the number of lists. */
  readonly #ignoredInLists: IgnoredInLists[] = []
  /** Where the reader is. */
  readonly #place: (string | number)[] = []
  #plainBytes = 0

  /** Tasks of a list beyond `storedMax` are only counted. */
  constructor(tokens: Tokens, plan: BodyPlan, input: InputKind, storedMax: number) {
    this.tokens = tokens
    this.#plan = plan
    this.#tasks = new TaskReader(tokens, input)
    this.#storedMax = storedMax
  }

  /** Reads the whole body and returns it without its tasks; a part of a form stands at a place of the request. */
  read(shape: Shape = this.#plan.root, place: readonly (string | number)[] = []): unknown {
    this.#place.push(...place)
    const value = this.#readValue(shape)
    this.tokens.finish()
    return value
  }

  /** What is too large to be looked at; while there is any, what read() returned is not whole. */
  addFaults(faults: ValidationFaults): void {
    if (this.#isTooLarge) {
      faults.add([], 'length', `The body beside its tasks must have at most ${NON_TASK_BYTES_MAX} bytes.`)
    }
    faults.append(this.#refused)
    if (this.more.listCount > 0) {
      const count = this.lists.size + this.more.listCount
      faults.add([], 'length', `The body must have at most ${SCHEDULES_MAX} task lists, not ${count}.`)
    }
  }

  /** Members that nothing knows, of the body, of tasks and of links; complete when the links are read. */
  get ignoredFields(): string[] {
    return this.#allIgnored.map(([place]) => place)
  }

  /** Unknown members that were probably meant to be a known one, which stands behind each. */
  get meantFields(): Record<string, string> {
    return Object.fromEntries(
      this.#allIgnored.flatMap(([place, known]) => {
        const meant = meantBy(place.slice(place.lastIndexOf('.') + 1), known)
        return meant === undefined ? [] : [[place, meant]]
      }),
    )
  }

  get #allIgnored(): (readonly [place: string, known: Iterable<string>])[] {
    const ignored: (readonly [place: string, known: Iterable<string>])[] = [...(this.#ignored ?? [])]
    for (const { place, inTasks, inLinks, inAssignments } of this.#ignoredInLists) {
      for (const name of inTasks.texts) ignored.push([`${place}.*.${name}`, TASK_NAMES])
      for (const name of inLinks.texts) ignored.push([`${place}.*.predecessors.*.${name}`, LINK_NAMES])
      for (const name of inAssignments.texts) ignored.push([`${place}.*.assignments.*.${name}`, ASSIGNMENT_MEMBERS])
    }
    if (ignored.length === 0) return ignored
    return ignored.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).slice(0, IGNORED_FIELDS_MAX)
  }

  /** The ignored members that stand in no list of tasks, each with the names that are known there. */
  get unknownMembers(): ReadonlyMap<string, Iterable<string>> {
    return this.#ignored ?? NOTHING_IGNORED
  }

  /** One list of tasks and little beside it, so that what is done with the body takes no longer than its bytes say. */
  get isPlain(): boolean {
    return this.lists.size <= 1 && this.more.listCount === 0 && this.#plainBytes <= PLAIN_BYTES_MAX
  }

  get #isTooLarge(): boolean {
    return this.#plainBytes > NON_TASK_BYTES_MAX
  }

  #readValue(shape: Shape): unknown {
    const tokens = this.tokens
    const kind = tokens.next()
    if (kind < ARRAY) return kind === STRING ? this.#text() : this.#scalar(kind)
    if (kind === ARRAY && shape.listItemsMin !== undefined) return this.#readList(shape.listItemsMin)
    this.#plainBytes += VALUE_BYTES
    if (!this.#isTooLarge || shape.holdsList) {
      if (kind === ARRAY && shape.items !== undefined) return this.#readArray(shape.items)
      if (kind !== ARRAY && (shape.members ?? shape.memberShape) !== undefined) return this.#readObject(shape)
    }
    tokens.skip(kind)
    return kind === ARRAY ? EMPTY_ARRAY : EMPTY_OBJECT
  }

  #readArray(items: Shape): unknown[] {
    const values: unknown[] = []
    for (let index = 0; this.tokens.item(index); index++) {
      this.#plainBytes += VALUE_BYTES
      this.#place.push(index)
      const value = this.#readValue(items)
      this.#place.pop()
      if (!this.#isTooLarge) values.push(value)
    }
    return values
  }

  #readObject(of: Shape): Record<string, unknown> {
    const tokens = this.tokens
    const values: Record<string, unknown> = {}
    for (let index = 0; tokens.member(index); index++) {
      const isKnown = of.memberShape !== undefined || of.names!.find(tokens) >= 0
      const name = isKnown ? this.#text() : ''
      const shape = of.members?.get(name) ?? of.memberShape
      // an own member of that name would be the prototype of whoever copies the object
      if (!isKnown || shape === undefined || name === '__proto__') {
        if (of.isClosed === true) this.#refuse(of.members!.keys())
        else {
          this.#ignore(of.members?.keys() ?? [])
          tokens.skip(tokens.next())
        }
        continue
      }
      this.#place.push(name)
      // the last of equal members wins, with the lists in it
      if (shape.holdsList && Object.hasOwn(values, name)) this.#forgetLists()
      const value = this.#readValue(shape)
      this.#place.pop()
      if (value === null) delete values[name]
      else if (!this.#isTooLarge || shape.holdsList) values[name] = value
    }
    return values
  }

  #readList(itemsMin: number): readonly unknown[] {
    const tokens = this.tokens
    if (this.lists.size >= SCHEDULES_MAX) {
      let count = 0
      for (; tokens.item(count); count++) tokens.skip(tokens.next())
      const { more } = this
      more.listCount++
      more.taskCount += count
      more.taskCountLargest = Math.max(more.taskCountLargest, count)
      return EMPTY_ARRAY
    }
    const of = pattern(this.#place)
    let ignored = this.#ignoredInLists.find(({ place }) => place === of)
    if (ignored === undefined) {
      ignored = new IgnoredInLists(of)
      this.#ignoredInLists.push(ignored)
    }
    const list = new ScheduleList([...this.#place], tokens.bytes.length, ignored, this.#rowsBefore)
    this.lists.set(list.path, list)
    this.#tasks.readList(list, this.#storedMax)
    this.#rowsBefore = Math.min(list.taskCount, this.#storedMax)
    if (list.taskCount < itemsMin) {
      list.faults.add([], 'length', tooFewItems(this.#place.at(-1), itemsMin, list.taskCount))
    }
    return EMPTY_ARRAY
  }

  #forgetLists(): void {
    const path = this.#place.join('.')
    for (const known of this.lists.keys()) {
      if (known === path || known.startsWith(`${path}.`)) this.lists.delete(known)
    }
  }

  #ignore(known: Iterable<string>): void {
    this.#ignored ??= new Map()
    if (this.#isTooLarge || this.#ignored.size >= IGNORED_FIELDS_MAX) return
    const { start, end, escaped } = this.tokens
    const place = pattern([...this.#place, cutToken(this.tokens, start, end, escaped)])
    if (!this.#ignored.has(place)) this.#ignored.set(place, [...known])
  }

  /** A member of a closed object that is none of its own: it could change the answer, so it is a fault, with what it says. */
  #refuse(known: Iterable<string>): void {
    const { tokens } = this
    if (this.#refused.isFull) {
      tokens.skip(tokens.next())
      this.#refused.add([], 'value', '')
      return
    }
    const name = cutToken(tokens, tokens.start, tokens.end, tokens.escaped)
    const kind = tokens.next()
    let value = kind === ARRAY ? 'an array' : kind === OBJECT ? 'an object' : ''
    if (kind === STRING) value = describe(cutToken(tokens, tokens.start, tokens.end, tokens.escaped))
    else if (kind < ARRAY) value = describe(this.#scalar(kind))
    tokens.skip(kind)
    this.#refused.add([...this.#place, name], 'value', unknownMember(name, value, known))
  }

  /** The string or key just read; when the body is too large it is not made. */
  #text(): string {
    const { bytes, start, end, escaped } = this.tokens
    this.#plainBytes += end - start + 3
    if (this.#isTooLarge && end - start > NAME_BYTES_MAX) return ''
    if (!escaped) return decoder.decode(bytes.subarray(start, end))
    const length = this.tokens.unescape(start, end)
    return decoder.decode(this.tokens.unescaped.subarray(0, length))
  }

  #scalar(kind: number): unknown {
    this.#plainBytes += 1
    return kind === NUMBER ? this.tokens.number[0] : kind === NULL ? null : kind === TRUE
  }
}

function unknownMember(name: string, value: string, known: Iterable<string>): string {
  const names = [...known]
  const meant = meantBy(name, names)
  const hint = meant === undefined ? '' : ` Is ${meant} meant?`
  return `${describe(name)}, here ${value}, is not known.${hint} It takes ${names.slice(0, NAMES_MAX).join(', ')}${names.length > NAMES_MAX ? ` and ${names.length - NAMES_MAX} more` : ''}.`
}

/** Dotted, * for an index. */
const pattern = (place: readonly (string | number)[]): string =>
  place.map(step => (typeof step === 'number' ? '*' : step)).join('.')

/** A name of another tool counts before one that is spelt alike. */
export function meantBy(name: string, known: Iterable<string>): string | undefined {
  const names = [...known]
  return membersCalled(name).find(member => names.includes(member)) ?? nearest(name, names)
}

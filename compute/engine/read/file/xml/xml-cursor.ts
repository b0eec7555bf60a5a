/**
 * A cursor over XML in UTF-8: gives one child element after another and the text of those that are asked for, builds nothing and skips the
 * rest. Names count without their namespace. There are no entities but the five of XML and those of characters, and no DTD, so nothing in a
 * file can grow; every byte is looked at a bounded number of times. What it takes for granted: the bytes stay as they are.
 *
 *     for (let name = xml.child(); name !== NO_CHILD; name = xml.child()) name === UID ? xml.text() : xml.skip()
 *
 * wanted() in the place of child() gives known names alone. Every child has to be read by text(), skipped, or its own children read up to NO_CHILD.
 */
import { type ElementNames, UNKNOWN_ELEMENT } from './element-names.ts'
import { GatheredText } from './gathered-text.ts'
import { LEARNED_MAX, LearnedNames } from './learned-names.ts'
import { PassedRuns, RUN_ELEMENTS_MAX } from './passed-runs.ts'
import {
  AMPERSAND,
  BANG,
  COLON,
  ENDS_NAME,
  GT,
  isBlank,
  isSection,
  LT,
  NO_NAME,
  passAttributes,
  passOther,
  QUESTION,
  SECTION_CLOSE,
  SECTION_OPEN,
  SLASH,
  XmlSyntaxError,
} from './xml-markup.ts'

/** The element that is open has no more children; it is closed. */
export const NO_CHILD = -1

/** A place to come back to: an element that child() has given, before anything of it is read. */
export interface XmlMark {
  readonly pos: number
  readonly depth: number
  readonly isEmpty: boolean
  readonly nameStart: number
  readonly nameSize: number
  readonly entry: number
}

const DEPTH_MAX = 256
const NAME_BYTES_MAX = 1_000

const decoder = new TextDecoder()

export class XmlCursor {
  readonly bytes: Uint8Array
  readonly #view: DataView
  readonly #names: ElementNames
  pos: number
  /** Elements that are open. */
  depth = 0
  /** Entry d: where the name of the element at depth d begins, and its bytes. */
  readonly #nameStart = new Int32Array(DEPTH_MAX + 1)
  readonly #nameSize = new Int32Array(DEPTH_MAX + 1)
  readonly #learned = new LearnedNames()
  readonly #runs: PassedRuns
  /** Entry d: what is learned of the name at depth d, 0 = nothing. */
  readonly #entry = new Uint16Array(DEPTH_MAX + 1)
  /** Where the element stands that was opened last. */
  #last = 0
  /** The element that was opened last is of the form <a/>. */
  #isEmpty = false
  // the last text is source[start, end)
  source: Uint8Array
  view: DataView
  start = 0
  end = 0
  readonly #gathered = new GatheredText()

  /** `from`: offset of the first byte after a mark of the byte order. */
  constructor(bytes: Uint8Array, names: ElementNames, from = 0) {
    this.bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#names = names
    this.#runs = new PassedRuns(this.#view, LEARNED_MAX + 1)
    this.source = this.bytes
    this.view = this.#view
    this.pos = from
  }

  /** The next child of the open element, as its number; at first the root. */
  child(): number {
    if (this.#isEmpty) return this.#closed()
    const { bytes } = this
    for (;;) {
      const at = this.#findMarkup(this.pos)
      if (at < 0) return this.#ended()
      const c = bytes[at + 1]
      if (c === SLASH) {
        this.#close(at)
        return NO_CHILD
      }
      if (c !== BANG && c !== QUESTION) return this.#open(at)
      this.pos = passOther(bytes, at)
    }
  }

  /** As child(), past the children whose names nobody asked for. */
  wanted(): number {
    if (this.#isEmpty) return this.#closed()
    const { bytes } = this
    for (;;) {
      const at = this.#findMarkup(this.pos)
      if (at < 0) return this.#ended()
      const c = bytes[at + 1]
      if (c === SLASH) {
        this.#close(at)
        return NO_CHILD
      }
      if (c === BANG || c === QUESTION) {
        this.pos = passOther(bytes, at)
        continue
      }
      if (this.#passRun(at)) continue
      const name = this.#open(at)
      if (name !== UNKNOWN_ELEMENT) return name
      this.skip()
    }
  }

  /** Passes the elements from `at` on that are expected, not asked for, and hold nothing but text. */
  #passRun(at: number): boolean {
    const { number, following } = this.#learned
    const first = following[this.#last]
    if (first === 0 || number[first] !== UNKNOWN_ELEMENT || this.depth === DEPTH_MAX) return false
    const runs = this.#runs
    const size = runs.match(first, at)
    if (size !== 0) {
      this.#last = runs.lastOf(first)
      this.pos = at + size
      return true
    }
    let count = 0
    let from = at
    let entry = first
    while (
      entry !== 0 &&
      number[entry] === UNKNOWN_ELEMENT &&
      this.#passLeaf(from, entry) &&
      ++count < RUN_ELEMENTS_MAX
    ) {
      entry = following[entry]
      from = this.#findMarkup(this.pos)
      if (from < 0) break
    }
    if (count === 0) return false
    runs.keep(first, at, this.pos, this.#last)
    return true
  }

  /** Passes the element at `at` if it is the one of that entry and holds nothing but text. */
  #passLeaf(at: number, entry: number): boolean {
    const { bytes } = this
    const { length } = bytes
    const learned = this.#learned
    const size = learned.open.match(entry, this.#view, at, length)
    if (size === 0) return false
    let end = at + size
    while (end < length && bytes[end] !== LT) end++
    const closeSize = learned.close.match(entry, this.#view, end, length)
    if (closeSize === 0) return false
    this.#last = entry
    this.pos = end + closeSize
    return true
  }

  /** Text of the child that was just given, without that of its own children and the blanks around it, to source[start, end). */
  text(): void {
    this.wholeText()
    this.#trim()
  }

  /** Reads the text with its blanks. */
  wholeText(): void {
    this.source = this.bytes
    this.view = this.#view
    this.start = this.pos
    this.end = this.pos
    if (this.#isEmpty) {
      this.#closed()
      return
    }
    const { bytes } = this
    const { length } = bytes
    let at = this.pos
    let c = 0
    while (at < length && (c = bytes[at]) !== LT && c !== AMPERSAND) at++
    if (c === LT && bytes[at + 1] === SLASH) {
      this.end = at
      this.#close(at)
    } else this.#gather()
  }

  /** The child that was just given is of no interest, nor what lies in it. */
  skip(): void {
    if (this.#isEmpty) {
      this.#closed()
      return
    }
    const outer = this.depth - 1
    const { bytes } = this
    while (this.depth > outer) {
      const at = this.#findMarkup(this.pos)
      if (at < 0) this.#ended()
      const c = bytes[at + 1]
      if (c === SLASH) this.#close(at)
      else if (c === BANG || c === QUESTION) this.pos = passOther(bytes, at)
      else {
        this.#open(at)
        if (this.#isEmpty) this.#closed()
      }
    }
  }

  /** The text that was read last, as a string. */
  string(): string {
    return decoder.decode(this.source.subarray(this.start, this.end))
  }

  /** After the root: nothing but comments and blanks may follow. */
  finish(): void {
    const { bytes } = this
    let at = this.pos
    while (at < bytes.length) {
      if (bytes[at] === LT && (bytes[at + 1] === BANG || bytes[at + 1] === QUESTION)) at = passOther(bytes, at)
      else if (isBlank(bytes[at]) || bytes[at] === 0) at++
      else throw new XmlSyntaxError('something follows the end of its root element', at)
    }
  }

  mark(): XmlMark {
    const { pos, depth } = this
    return {
      pos,
      depth,
      isEmpty: this.#isEmpty,
      nameStart: this.#nameStart[depth],
      nameSize: this.#nameSize[depth],
      entry: this.#entry[depth],
    }
  }

  /** Back to an element whose parents are those of any element that was read since. */
  reset({ pos, depth, isEmpty, nameStart, nameSize, entry }: XmlMark): void {
    this.pos = pos
    this.depth = depth
    this.#isEmpty = isEmpty
    this.#nameStart[depth] = nameStart
    this.#nameSize[depth] = nameSize
    this.#entry[depth] = entry
  }

  /** Offset of the next <, -1 = none. */
  #findMarkup(from: number): number {
    const { bytes } = this
    const { length } = bytes
    let at = from
    while (at < length && bytes[at] !== LT) at++
    return at < length ? at : -1
  }

  /** Reads the opening tag at `at`. */
  #open(at: number): number {
    const learned = this.#learned
    const { length } = this.bytes
    let expected = learned.following[this.#last]
    let expectedSize = expected === 0 ? 0 : learned.open.match(expected, this.#view, at, length)
    if (expectedSize === 0) {
      expected = learned.otherFollowing[this.#last]
      expectedSize = expected === 0 ? 0 : learned.open.match(expected, this.#view, at, length)
    }
    if (expectedSize === 0 || this.depth === DEPTH_MAX) return this.#openAny(at)
    const depth = ++this.depth
    this.#nameStart[depth] = at + 1
    this.#nameSize[depth] = expectedSize - 2
    this.#entry[depth] = expected
    this.#last = expected
    this.#isEmpty = false
    this.pos = at + expectedSize
    return learned.number[expected]
  }

  /** Opens an element without knowing what to expect. */
  #openAny(at: number): number {
    const { bytes } = this
    const { length } = bytes
    const nameStart = at + 1
    let localStart = nameStart
    let hash = 0
    let wholeHash = 0
    let i = nameStart
    let c = 0
    for (; i < length; i++) {
      c = bytes[i]
      if (ENDS_NAME[c] === 1) break
      wholeHash = (Math.imul(wholeHash, 31) + c) | 0
      if (c === COLON) {
        localStart = i + 1
        hash = 0
      } else {
        if (NO_NAME[c] === 1) throw new XmlSyntaxError('a < that begins no element', at)
        // foldName(), written out
        hash = (Math.imul(hash, 31) + c) | 0
      }
    }
    if (i === length) throw new XmlSyntaxError('the file ends within a tag', at)
    const size = i - nameStart
    if (i === localStart) throw new XmlSyntaxError('a < that begins no element', at)
    if (size > NAME_BYTES_MAX) throw new XmlSyntaxError(`a name of more than ${NAME_BYTES_MAX} bytes`, at)
    const depth = ++this.depth
    if (depth > DEPTH_MAX) throw new XmlSyntaxError(`more than ${DEPTH_MAX} elements one in the other`, at)
    this.#nameStart[depth] = nameStart
    this.#nameSize[depth] = size
    const name = this.#names.find(hash, bytes, localStart, i)
    const entry = this.#learned.entryOf(wholeHash, bytes, nameStart, i, name)
    this.#learned.follow(this.#last, entry)
    this.#entry[depth] = entry
    this.#last = entry
    this.#isEmpty = false
    if (c === GT) this.pos = i + 1
    else {
      this.pos = passAttributes(bytes, at, i)
      this.#isEmpty = bytes[this.pos - 2] === SLASH
    }
    return name
  }

  /** Reads the closing tag at `at`: it must close the innermost element. */
  #close(at: number): void {
    const entry = this.#entry[this.depth]
    const size =
      entry === 0 || this.depth === 0 ? 0 : this.#learned.close.match(entry, this.#view, at, this.bytes.length)
    if (size === 0) this.#closeAny(at)
    else {
      this.depth--
      this.pos = at + size
    }
  }

  #closeAny(at: number): void {
    const { bytes, depth } = this
    const size = this.#nameSize[depth]
    const from = this.#nameStart[depth]
    const to = at + 2
    if (depth === 0) throw new XmlSyntaxError('a closing tag of no element', at)
    for (let i = 0; i < size; i++) {
      if (bytes[to + i] !== bytes[from + i])
        throw new XmlSyntaxError(`${this.#openName()} is not closed, another is`, at)
    }
    let end = to + size
    while (isBlank(bytes[end])) end++
    if (bytes[end] !== GT) throw new XmlSyntaxError(`${this.#openName()} is not closed as it should be`, at)
    this.depth = depth - 1
    this.pos = end + 1
  }

  /** The element of the form <a/> is behind. */
  #closed(): number {
    this.#isEmpty = false
    this.depth--
    return NO_CHILD
  }

  #ended(): never {
    if (this.depth > 0)
      throw new XmlSyntaxError(`the file ends, ${this.#openName()} is not closed`, this.#nameStart[this.depth] - 1)
    throw new XmlSyntaxError('there is no element', this.pos)
  }

  #openName(): string {
    const from = this.#nameStart[this.depth]
    return `<${decoder.decode(this.bytes.subarray(from, from + Math.min(50, this.#nameSize[this.depth])))}>`
  }

  /** Text that is not one run of bytes is put together. */
  #gather(): void {
    const outer = this.depth - 1
    const { bytes } = this
    const gathered = this.#gathered
    gathered.size = 0
    for (;;) {
      const at = this.#findMarkup(this.pos)
      if (at < 0) this.#ended()
      gathered.append(bytes, this.pos, at, true)
      const c = bytes[at + 1]
      if (c === SLASH) {
        this.#close(at)
        if (this.depth === outer) break
      } else if (c === BANG || c === QUESTION) {
        this.pos = passOther(bytes, at)
        if (isSection(bytes, at)) gathered.append(bytes, at + SECTION_OPEN, this.pos - SECTION_CLOSE, false)
      } else {
        this.#open(at)
        this.skip()
      }
    }
    this.source = gathered.bytes
    this.view = gathered.view
    this.start = 0
    this.end = gathered.size
  }

  #trim(): void {
    const { source } = this
    while (this.start < this.end && isBlank(source[this.start])) this.start++
    while (this.start < this.end && isBlank(source[this.end - 1])) this.end--
  }
}

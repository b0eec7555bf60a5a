/**
 * The predecessors of a task, each with its id or its text. Who they are is found when all ids are known, in TypeScript, which also
 * reads the predecessors of a task again where one of them is unusual. The texts are copied one behind the other while the window is in the cache: in
 * a large body each would have to be fetched from memory again.
 */
import { copy, equal } from './bytes'
import {
  LINK_AT,
  LINK_CODES,
  LINK_LAGS,
  LINK_MEMBER_SIZES,
  LINK_MEMBERS,
  LINK_TEXT_ENDS,
  LINK_TYPES,
  LINKS_MAX,
  NAME_BYTES_MAX,
  ROW_LINK_ENDS,
} from './layout'
import { numberRead, readNumber } from './numbers'
import { blanks, byteAt, isEscaped, isFalse, isNull, isTrue, string, textAt, textSize } from './scan'

const QUOTE: u32 = 0x22
/** A link that is one string; else its type, and ELAPSED. */
const TEXT: u8 = 255
const ELAPSED: u8 = 4

/** What a member of an object says. */
const OF_ID: i32 = 0
const OF_TYPE: i32 = 1
const OF_LAG: i32 = 2
const OF_ELAPSED: i32 = 3

/** Links of the block, and the bytes of their texts. */
export let linkCount: i32 = 0
export let linkTextBytes: i32 = 0

let textsAt: usize = 0

let memberCount: i32 = 0
let typeFrom: i32 = 0
let lagFrom: i32 = 0
let elapsedFrom: i32 = 0

/** The names of the members in their order: those of the id, from `type` on those of the type, and so on. */
export function setLinkMembers(count: i32, type: i32, lag: i32, elapsed: i32): void {
  memberCount = count
  typeFrom = type
  lagFrom = lag
  elapsedFrom = elapsed
}

/** Room for the texts of a block: as much as a window, and what copy() writes behind. */
export function setLinkTexts(at: usize): void {
  textsAt = at
}

export function beginLinks(): void {
  takeBackLinks(0)
}

export function takeBackLinks(count: i32): void {
  linkCount = count
  linkTextBytes = count === 0 ? 0 : load<u32>(LINK_TEXT_ENDS + 4 * (count - 1))
}

/** After a task: its links end here. */
export function endRow(row: i32): void {
  store<u32>(ROW_LINK_ENDS + 4 * row, linkCount)
}

/** The items of an array from behind its opening; 0 = one of them is unusual. */
export function links(from: usize, offset: i32): usize {
  let at = blanks(from)
  if (byteAt(at) === 0x5d) return at + 1
  while (true) {
    if (linkCount === LINKS_MAX) return 0
    const c = byteAt(at)
    if (c === QUOTE) {
      at = string(at + 1)
      if (at === 0 || isEscaped) return 0
      push(textAt, textSize, TEXT, 0, offset)
    } else if (c === 0x7b) at = object(at + 1, offset)
    else return 0
    if (at === 0) return 0
    at = blanks(at)
    const end = byteAt(at)
    if (end === 0x5d) return at + 1
    if (end !== 0x2c) return 0
    at = blanks(at + 1)
  }
}

function push(at: usize, size: i32, code: u8, lag: f64, offset: i32): void {
  store<u32>(LINK_AT + 4 * linkCount, <u32>at + offset)
  copy(textsAt + linkTextBytes, at, size)
  linkTextBytes += size
  store<u32>(LINK_TEXT_ENDS + 4 * linkCount, linkTextBytes)
  store<u8>(LINK_CODES + linkCount, code)
  store<f64>(LINK_LAGS + 8 * linkCount, lag)
  linkCount++
}

function object(from: usize, offset: i32): usize {
  let idAt: usize = 0
  let idSize: i32 = 0
  let code: u8 = 0
  let lag: f64 = 0
  // bit m: what member m says is said
  let said: u32 = 0
  let at = blanks(from)
  while (true) {
    if (byteAt(at) !== QUOTE) return 0
    at = string(at + 1)
    if (at === 0) return 0
    const member = memberOf()
    // unknown, or one beside another that says the same
    if (member < 0 || ((said >> member) & 1) !== 0) return 0
    said |= 1 << member
    at = blanks(at)
    if (byteAt(at) !== 0x3a) return 0
    at = blanks(at + 1)
    const c = byteAt(at)
    if (member === OF_ID) {
      if (c !== QUOTE) return 0
      at = string(at + 1)
      if (at === 0 || isEscaped) return 0
      idAt = textAt
      idSize = textSize
    } else if (c === 0x6e) {
      if (!isNull(at)) return 0
      at += 4
    } else if (member === OF_TYPE) {
      const type = typeAt(at)
      if (type < 0) return 0
      code |= <u8>type
      at += 4
    } else if (member === OF_LAG) {
      at = readNumber(at)
      if (at === 0) return 0
      lag = numberRead
    } else if (isTrue(at)) {
      code |= ELAPSED
      at += 4
    } else if (isFalse(at)) at += 5
    else return 0
    at = blanks(at)
    const end = byteAt(at)
    if (end === 0x7d) break
    if (end !== 0x2c) return 0
    at = blanks(at + 1)
  }
  if (idAt === 0) return 0
  push(idAt, idSize, code, lag, offset)
  return at + 1
}

/** What the member says whose name was read last, -1 = it is unknown. */
function memberOf(): i32 {
  for (let m: i32 = 0; m < memberCount; m++) {
    if (<i32>load<u8>(LINK_MEMBER_SIZES + m) === textSize && equal(LINK_MEMBERS + m * NAME_BYTES_MAX, textAt, textSize))
      return m < typeFrom ? OF_ID : m < lagFrom ? OF_TYPE : m < elapsedFrom ? OF_LAG : OF_ELAPSED
  }
  return -1
}

/** Index of the type that stands at `at` in quotes, -1 = none that is spelt so. */
function typeAt(at: usize): i32 {
  for (let type: i32 = 0; type < 4; type++) if (load<u32>(LINK_TYPES + 4 * type) === load<u32>(at)) return type
  return -1
}

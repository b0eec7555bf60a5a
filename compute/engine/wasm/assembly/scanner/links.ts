/**
 * The predecessors of a task: first where each stands and what it says beside its task; at the end of the block, when its ids are known, its task, as far as the ids
 * of the list so far say it (ids.ts). What is left (a link that comes twice, blanks around an id, an id for which there is no room) TypeScript reads by the text of the
 * link, which is copied while the window is in the cache: in a large body each would have to be fetched from memory again. It also reads the predecessors of a task
 * again where one of them is unusual.
 */
import { copy, equal, skipBlanks, skipBlanksBack } from './bytes'
import { addId, findId, isFull, taskOf } from './ids'
import {
  ID_BYTES_MAX,
  LINK_AT,
  LINK_CODES,
  LINK_FIRSTS,
  LINK_KINDS,
  LINK_LAGS,
  LINK_MEMBER_SIZES,
  LINK_MEMBERS,
  LINK_SIZES,
  LINK_TASKS,
  LINK_TEXT_ENDS,
  LINK_TYPES,
  LINKS_MAX,
  NAME_BYTES_MAX,
  ROW_LINK_STARTS,
} from './layout'
import { numberRead, readNumber } from './numbers'
import { blanks, byteAt, isEscaped, isFalse, isNull, isTrue, shortString, string, textAt, textSize } from './scan'
import {
  idEnd,
  isFormOfIds,
  isPlain,
  isTailElapsed,
  isTailLong,
  noteLink,
  PLAIN_BYTES_MAX,
  readTail,
  tailLag,
  tailType,
} from './tails'

const QUOTE: u32 = 0x22
// codes of a link, beside its type
const TYPE: u8 = 3
const ELAPSED: u8 = 4
/** It is one string. */
const TEXT: u8 = 8
/** That string was read as an id with a tail. */
const TAILED: u8 = 16

/** In the place of a task: the link is left. Below it: -2 - the entry of ids.ts whose task comes later. */
const LEFT: i32 = -1
const COMING: i32 = -2

/** So many links of a task are compared with a further one; the others are left. */
const COMPARED_MAX: i32 = 64
/** A longer text is left. */
const TEXT_BYTES_MAX: i32 = 256

/** What a member of an object says. */
const OF_ID: i32 = 0
const OF_TYPE: i32 = 1
const OF_LAG: i32 = 2
const OF_ELAPSED: i32 = 3

/** Links of the block, and the bytes of the texts of those that are left. */
export let linkCount: i32 = 0
export let linkTextBytes: i32 = 0
/** Links of the block that are left, whose task comes later, and of which more is to be known than their task, type and lag. */
export let leftCount: i32 = 0
export let comingCount: i32 = 0
export let unusualCount: i32 = 0

/** The first link of the present task. */
let first: i32 = 0

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
  linkCount = 0
  linkTextBytes = 0
  leftCount = 0
  comingCount = 0
  unusualCount = 0
}

export function takeBackLinks(count: i32): void {
  linkCount = count
}

/** After a task: its links end here. */
export function endRow(row: i32): void {
  store<u32>(ROW_LINK_STARTS + 4 * row, linkCount, 4)
}

/** The items of an array from behind its opening; 0 = one of them is unusual. */
export function links(from: usize, offset: i32): usize {
  first = linkCount
  let at = blanks(from)
  if (byteAt(at) === 0x5d) return at + 1
  while (true) {
    if (linkCount === LINKS_MAX) return 0
    const c = byteAt(at)
    if (c === QUOTE) {
      let end = shortString(at + 1)
      if (end === 0) {
        end = string(at + 1)
        if (end === 0) return 0
        if (isEscaped) return 0
      }
      at = end
      if (textSize > 0) note(<u32>textAt + offset, textSize, TEXT, 0)
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

/** A link whose id or text stands at `at` in the body. */
function note(at: u32, size: i32, code: u8, lag: f64): void {
  store<u32>(LINK_AT + 4 * linkCount, at)
  store<i32>(LINK_SIZES + 4 * linkCount, size)
  store<u16>(LINK_FIRSTS + 2 * linkCount, <u16>first)
  store<u8>(LINK_CODES + linkCount, code)
  store<f64>(LINK_LAGS + 8 * linkCount, lag === 0 ? 0 : lag)
  linkCount++
}

/** At the end of a block, whose ids are known: the tasks of its links. */
export function nameTasks(offset: i32): void {
  for (let k: i32 = 0; k < linkCount; k++) nameTask(k, <usize>(load<u32>(LINK_AT + 4 * k) - offset))
}

function nameTask(k: i32, at: usize): void {
  const size = load<i32>(LINK_SIZES + 4 * k)
  const code = load<u8>(LINK_CODES + k)
  if (isFull) {
    name(k, at, size, code, LEFT)
    return
  }
  if ((code & TEXT) === 0) {
    name(k, at, size, code, objectTask(at, size))
    return
  }
  if (size <= PLAIN_BYTES_MAX) {
    // an id wins over what its parts could be
    const entry = findId(at, size)
    if (entry >= 0) {
      const task = taskOf(entry)
      if (task >= 0) {
        name(k, at, size, code, task)
        return
      }
    }
    if (isPlain(at, size)) {
      name(k, at, size, code, comingTask(entry, at, size))
      return
    }
  }
  longText(k, at, size)
}

function longText(k: i32, at: usize, size: i32): void {
  if (size > TEXT_BYTES_MAX) {
    name(k, at, size, TEXT, LEFT)
    return
  }
  const end = at + size
  const isBare = skipBlanks(at, end) === at && skipBlanksBack(at, end) === end
  // while no id ends so the text is none
  if (isBare && readTail(at, end) && !isFormOfIds()) {
    noteLink()
    const code = tailType | TEXT | TAILED
    const task = idEnd === at || isTailLong ? LEFT : taskNamed(at, <i32>(idEnd - at))
    store<f64>(LINK_LAGS + 8 * k, tailLag === 0 ? 0 : tailLag)
    name(k, at, size, isTailElapsed ? code | ELAPSED : code, task)
    return
  }
  name(k, at, size, TEXT, isBare ? taskNamed(at, size) : taskKnown(at, size))
}

/** The task of an id, as far as it came. */
export function taskKnown(at: usize, size: i32): i32 {
  const entry = findId(at, size)
  return entry < 0 ? LEFT : taskOf(entry)
}

/** The task of an id, or the entry that waits for it. */
function taskNamed(at: usize, size: i32): i32 {
  const entry = findId(at, size)
  const task = entry < 0 ? LEFT : taskOf(entry)
  return task >= 0 ? task : comingTask(entry, at, size)
}

/** `entry`: what findId() has just given. */
function comingTask(entry: i32, at: usize, size: i32): i32 {
  if (entry < 0 && size <= ID_BYTES_MAX) entry = addId(at, size)
  return entry < 0 ? LEFT : COMING - entry
}

/** Whether an earlier link of the task names the same, as far as it is compared. */
function isTwice(k: i32, task: i32, type: u8): bool {
  const first: i32 = load<u16>(LINK_FIRSTS + 2 * k)
  if (k - first > COMPARED_MAX) return true
  for (let before = first; before < k; before++)
    if (load<i32>(LINK_TASKS + 4 * before) === task && load<u8>(LINK_KINDS + before) === type) return true
  return false
}

/** What is known of link k, whose text stands at `at`. */
function name(k: i32, at: usize, size: i32, code: u8, named: i32): void {
  const type = code & TYPE
  const task = named !== LEFT && isTwice(k, named, type) ? LEFT : named
  store<i32>(LINK_TASKS + 4 * k, task)
  store<u8>(LINK_KINDS + k, type)
  store<u8>(LINK_CODES + k, code)
  if (task === LEFT) {
    copy(textsAt + linkTextBytes, at, size)
    linkTextBytes += size
    leftCount++
  } else if (task < 0) comingCount++
  if (task < 0 || (code & (TAILED | ELAPSED)) !== 0) unusualCount++
  store<u32>(LINK_TEXT_ENDS + 4 * k, linkTextBytes)
}

/** The id of an object stands at `at`. */
function objectTask(at: usize, size: i32): i32 {
  if (size === 0 || size > ID_BYTES_MAX) return LEFT
  const end = at + size
  const isBare = isPlain(at, size) || (skipBlanks(at, end) === at && skipBlanksBack(at, end) === end)
  return isBare ? taskNamed(at, size) : taskKnown(at, size)
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
  note(<u32>idAt + offset, idSize, code, lag)
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

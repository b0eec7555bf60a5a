/**
 * JSON, byte by byte or sixteen at a time. Every function takes the place where something begins and gives the place behind
 * it, 0 = it is not plain and right, whatever is wrong with it: the reader in TypeScript then says what. Behind the window
 * stand zeros, which end every scan. That the bytes are UTF-8 is known.
 */

const QUOTE: u8 = 0x22
const BACKSLASH: u8 = 0x5c
const LOWER_U: u8 = 0x75

/** Containers inside a value of a task. The reader's own limit counts what stands around the task as well. */
const DEPTH_MAX: i32 = 32

/** The string that string() read: bytes [textAt, textAt + textSize), unescaped. */
export let textAt: usize = 0
export let textSize: i32 = 0
/** It had escapes: it lies in the arena and will be overwritten. */
export let isEscaped: bool = false

/** As large as the window. */
let arena: usize = 0

export function setArena(at: usize): void {
  arena = at
}

export function byteAt(at: usize): u32 {
  return load<u8>(at)
}

export function blanks(at: usize): usize {
  return byteAt(at) > 0x20 ? at : moreBlanks(at)
}

function moreBlanks(from: usize): usize {
  let at = from
  while (true) {
    const c = byteAt(at)
    if (c !== 0x20 && c !== 0x0a && c !== 0x0d && c !== 0x09) return at
    at++
    // the indent of a body that is laid out for reading
    while (load<u32>(at) === 0x20202020) at += 4
  }
}

/** Bit i: byte i of the sixteen at `at` is no plain one of a string, but a quote, a backslash, a control character. */
function breaks(at: usize): i32 {
  const bytes = v128.load(at)
  // a quote becomes a blank, which is the least that is left of the plain ones
  const turned = v128.xor(bytes, i8x16.splat(QUOTE ^ 0x20))
  return i8x16.bitmask(
    v128.or(i8x16.eq(i8x16.min_u(turned, i8x16.splat(0x20)), turned), i8x16.eq(bytes, i8x16.splat(BACKSLASH))),
  )
}

/** Plain bytes of a string that follow each other, at most 32. */
export function plainBytes(from: usize): i32 {
  return ctz(breaks(from) | (breaks(from + 16) << 16))
}

/** The first byte that is no plain one of a string. */
function runEnd(from: usize): usize {
  let at = from
  while (true) {
    const hits = breaks(at)
    if (hits !== 0) return at + ctz(hits)
    at += 16
  }
}

/** The same as string() for one of less than sixteen plain bytes, 0 = it is another. It calls nothing, so it is compiled into its callers. */
export function shortString(from: usize): usize {
  const hits = breaks(from)
  const at = from + ctz(hits)
  if (hits === 0) return 0
  if (load<u8>(at) !== QUOTE) return 0
  textAt = from
  textSize = <i32>(at - from)
  isEscaped = false
  return at + 1
}

/** `from` stands behind the opening quote. */
export function string(from: usize): usize {
  const at = runEnd(from)
  if (load<u8>(at) !== QUOTE) return escapedString(from, at)
  textAt = from
  textSize = <i32>(at - from)
  isEscaped = false
  return at + 1
}

function escapedString(from: usize, firstEscape: usize): usize {
  let at = from
  let end = firstEscape
  let to = arena
  while (true) {
    const size = end - at
    memory.copy(to, at, size)
    to += size
    const c = load<u8>(end)
    if (c === QUOTE) break
    if (c !== BACKSLASH) return 0
    const kind = load<u8>(end + 1)
    if (kind === LOWER_U) {
      const first = hex(end + 2)
      if (first < 0) return 0
      at = end + 6
      let codePoint: u32 = first
      if (first >= 0xd800 && first <= 0xdfff) {
        codePoint = 0xfffd
        if (first < 0xdc00 && load<u8>(at) === BACKSLASH && load<u8>(at + 1) === LOWER_U) {
          const second = hex(at + 2)
          if (second >= 0xdc00 && second <= 0xdfff) {
            codePoint = 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)
            at += 6
          }
        }
      }
      to = writeCodePoint(to, codePoint)
    } else {
      const plain = plainOf(kind)
      if (plain === 0) return 0
      store<u8>(to++, plain)
      at = end + 2
    }
    end = runEnd(at)
  }
  textAt = arena
  textSize = <i32>(to - arena)
  isEscaped = true
  return end + 1
}

/** What \c stands for, 0 = no such escape. */
function plainOf(c: u8): u8 {
  switch (c) {
    case 0x22:
    case 0x5c:
    case 0x2f:
      return c
    case 0x62:
      return 8
    case 0x66:
      return 12
    case 0x6e:
      return 10
    case 0x72:
      return 13
    case 0x74:
      return 9
    default:
      return 0
  }
}

/** Value of four hexadecimal digits, -1 = they are none. */
function hex(at: usize): i32 {
  let value: i32 = 0
  for (let i: usize = 0; i < 4; i++) {
    const c: i32 = load<u8>(at + i)
    const lower = c | 0x20
    const digit = c >= 0x30 && c <= 0x39 ? c - 0x30 : lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
    if (digit < 0) return -1
    value = (value << 4) | digit
  }
  return value
}

function writeCodePoint(to: usize, codePoint: u32): usize {
  if (codePoint < 0x80) {
    store<u8>(to, <u8>codePoint)
    return to + 1
  }
  if (codePoint < 0x800) {
    store<u8>(to, <u8>(0xc0 | (codePoint >> 6)))
    store<u8>(to, <u8>(0x80 | (codePoint & 0x3f)), 1)
    return to + 2
  }
  if (codePoint < 0x10000) {
    store<u8>(to, <u8>(0xe0 | (codePoint >> 12)))
    store<u8>(to, <u8>(0x80 | ((codePoint >> 6) & 0x3f)), 1)
    store<u8>(to, <u8>(0x80 | (codePoint & 0x3f)), 2)
    return to + 3
  }
  store<u8>(to, <u8>(0xf0 | (codePoint >> 18)))
  store<u8>(to, <u8>(0x80 | ((codePoint >> 12) & 0x3f)), 1)
  store<u8>(to, <u8>(0x80 | ((codePoint >> 6) & 0x3f)), 2)
  store<u8>(to, <u8>(0x80 | (codePoint & 0x3f)), 3)
  return to + 4
}

export function isNull(at: usize): bool {
  return load<u32>(at) === 0x6c6c756e
}
export function isTrue(at: usize): bool {
  return load<u32>(at) === 0x65757274
}
export function isFalse(at: usize): bool {
  return load<u32>(at) === 0x736c6166 && load<u8>(at + 4) === 0x65
}

/** Whether the present value of skip() is that of a member whose name was just read. */
export function skip(from: usize): usize {
  let at = from
  let depth: i32 = 0
  // bit d: the container at depth d is an object
  let objects: u64 = 0
  while (true) {
    const c = byteAt(at)
    let isOpened = false
    if (c === QUOTE) at = string(at + 1)
    else if (c === 0x7b || c === 0x5b) {
      if (++depth > DEPTH_MAX) return 0
      const bit: u64 = 1 << depth
      objects = c === 0x7b ? objects | bit : objects & ~bit
      at = blanks(at + 1)
      isOpened = true
      if (byteAt(at) === c + 2) {
        // empty
        depth--
        at++
        isOpened = false
      }
    } else if (c === 0x6e) at = isNull(at) ? at + 4 : 0
    else if (c === 0x74) at = isTrue(at) ? at + 4 : 0
    else if (c === 0x66) at = isFalse(at) ? at + 5 : 0
    else at = passNumber(at)
    if (at === 0) return 0
    if (!isOpened) {
      // close what ends here, then the comma
      while (true) {
        if (depth === 0) return at
        at = blanks(at)
        const isObject = ((objects >> depth) & 1) !== 0
        const end = byteAt(at)
        if (end === 0x2c) {
          at = blanks(at + 1)
          break
        }
        if (end !== <u32>(isObject ? 0x7d : 0x5d)) return 0
        depth--
        at++
      }
    }
    if (((objects >> depth) & 1) !== 0) {
      if (byteAt(at) !== QUOTE) return 0
      at = string(at + 1)
      if (at === 0) return 0
      at = blanks(at)
      if (byteAt(at) !== 0x3a) return 0
      at = blanks(at + 1)
    }
  }
}

export function isDigit(c: u32): bool {
  return c - 0x30 <= 9
}

/** A number of JSON, whatever it comes to. */
export function passNumber(from: usize): usize {
  let at = from
  if (byteAt(at) === 0x2d) at++
  const first = at
  if (!isDigit(byteAt(at))) return 0
  while (isDigit(byteAt(at))) at++
  if (at - first > 1 && byteAt(first) === 0x30) return 0
  if (byteAt(at) === 0x2e) {
    at++
    if (!isDigit(byteAt(at))) return 0
    while (isDigit(byteAt(at))) at++
  }
  if ((byteAt(at) | 0x20) === 0x65) {
    at++
    if (byteAt(at) === 0x2b || byteAt(at) === 0x2d) at++
    if (!isDigit(byteAt(at))) return 0
    while (isDigit(byteAt(at))) at++
  }
  return at
}

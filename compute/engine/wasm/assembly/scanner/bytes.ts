/** Byte strings: equal, hashed, without the blanks around them. May read up to 15 bytes beyond what they look at. */

/** Drawn once per process, so that nobody can prepare values that all fall into one slot. */
let seed: u64 = 0

export function setSeed(high: u32, low: u32): void {
  seed = ((<u64>high) << 32) | low
}

function rest(at: usize, size: u32): u64 {
  return load<u64>(at) & (~(<u64>0) >> (64 - 8 * <u64>size))
}

export function equal(a: usize, b: usize, size: i32): bool {
  let i: i32 = 0
  for (; i + 8 <= size; i += 8) if (load<u64>(a + i) !== load<u64>(b + i)) return false
  return i === size || rest(a + i, size - i) === rest(b + i, size - i)
}

/** The same of names of members, which are compared most. Of those of more than 32 bytes it is always false. */
export function equalNames(a: usize, b: usize, size: i32): bool {
  const first = i8x16.bitmask(i8x16.eq(v128.load(a), v128.load(b)))
  if (size <= 16) return (first | (-1 << size)) === -1
  if (first !== 0xffff) return false
  // the last sixteen once more
  const last = i8x16.bitmask(i8x16.eq(v128.load(a + size - 16), v128.load(b + size - 16)))
  return last === 0xffff && size <= 32
}

/** 2^64 over the golden ratio. */
export const FACTOR: u64 = ((<u64>0x9e3779b9) << 32) | 0x7f4a7c15

function mixed(hash: u64, word: u64): u64 {
  const h = (hash ^ word) * FACTOR
  return h ^ (h >> 32)
}

export function hashOf(at: usize, size: i32): u32 {
  let h = seed ^ <u64>size
  let i: i32 = 0
  for (; i + 8 <= size; i += 8) h = mixed(h, load<u64>(at + i))
  if (i < size) h = mixed(h, rest(at + i, size - i))
  return <u32>mixed(h, 0)
}

/** The same of at most sixteen bytes, which are these two words with zeros behind. */
export function hashOfWords(first: u64, second: u64, size: i32): u32 {
  let h = mixed(seed ^ <u64>size, first)
  if (size > 8) h = mixed(h, second)
  return <u32>mixed(h, 0)
}

/** Sixteen at a time: up to 15 bytes behind the copy are overwritten. */
export function copy(to: usize, from: usize, size: i32): void {
  for (let i: i32 = 0; i < size; i += 16) v128.store(to + i, v128.load(from + i))
}

/** Bytes of the blank at `at` (white space as String.prototype.trim knows it), 0 = none. */
function blankAt(at: usize, end: usize): usize {
  const c = load<u8>(at)
  if (c === 0x20 || (c >= 0x09 && c <= 0x0d)) return 1
  if (c < 0xc2) return 0
  if (c === 0xc2) return at + 1 < end && load<u8>(at + 1) === 0xa0 ? 2 : 0
  return at + 2 < end && isWideBlank(c, load<u8>(at + 1), load<u8>(at + 2)) ? 3 : 0
}

/** Bytes of the blank before `at`, 0 = none. */
function blankBefore(at: usize, start: usize): usize {
  const c = load<u8>(at - 1)
  if (c === 0x20 || (c >= 0x09 && c <= 0x0d)) return 1
  if (c < 0x80 || at < start + 2) return 0
  if (c === 0xa0 && load<u8>(at - 2) === 0xc2) return 2
  return at >= start + 3 && isWideBlank(load<u8>(at - 3), load<u8>(at - 2), c) ? 3 : 0
}

function isWideBlank(a: u8, b: u8, c: u8): bool {
  if (a === 0xe2) {
    if (b === 0x80) return (c >= 0x80 && c <= 0x8a) || c === 0xa8 || c === 0xa9 || c === 0xaf
    return b === 0x81 && c === 0x9f
  }
  return (
    (a === 0xe1 && b === 0x9a && c === 0x80) ||
    (a === 0xe3 && b === 0x80 && c === 0x80) ||
    (a === 0xef && b === 0xbb && c === 0xbf)
  )
}

export function skipBlanks(start: usize, end: usize): usize {
  let at = start
  while (at < end) {
    const n = blankAt(at, end)
    if (n === 0) break
    at += n
  }
  return at
}

export function skipBlanksBack(start: usize, end: usize): usize {
  let at = end
  while (at > start) {
    const n = blankBefore(at, start)
    if (n === 0) break
    at -= n
  }
  return at
}

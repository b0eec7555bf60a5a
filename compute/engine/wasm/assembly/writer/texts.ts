/** Texts between quotes with the escapes of JSON.stringify, sixteen bytes at a time; 0 = there is no room. */

const QUOTE: u8 = 0x22
const BACKSLASH: u8 = 0x5c
const BLANK: u8 = 0x20

/** Sixteen at a time, and at least so many: what stands behind the copy is overwritten. */
export function copy(to: usize, from: usize, size: i32): usize {
  v128.store(to, v128.load(from))
  if (size > 16) {
    v128.store(to, v128.load(from, 16), 16)
    for (let i: i32 = 32; i < size; i += 16) v128.store(to + i, v128.load(from + i))
  }
  return to + size
}

/** Bit i: byte i is written as an escape. */
function escapesIn(bytes: v128): i32 {
  const special = v128.or(i8x16.eq(bytes, i8x16.splat(QUOTE)), i8x16.eq(bytes, i8x16.splat(BACKSLASH)))
  return i8x16.bitmask(v128.or(special, i8x16.lt_u(bytes, i8x16.splat(BLANK))))
}

/** Whether no text in these bytes needs an escape. */
export function isPlain(from: usize, size: i32): bool {
  let i: i32 = 0
  while (size - i >= 16) {
    if (escapesIn(v128.load(from + i)) !== 0) return false
    i += 16
  }
  return (escapesIn(v128.load(from + i)) & ((1 << (size - i)) - 1)) === 0
}

function hex(digit: u32): u32 {
  return digit < 10 ? 0x30 + digit : 0x57 + digit
}

function escaped(at: usize, byte: u8): usize {
  let letter: u8 = 0
  if (byte === QUOTE || byte === BACKSLASH) letter = byte
  else if (byte === 0x08) letter = 0x62
  else if (byte === 0x09) letter = 0x74
  else if (byte === 0x0a) letter = 0x6e
  else if (byte === 0x0c) letter = 0x66
  else if (byte === 0x0d) letter = 0x72
  store<u8>(at, BACKSLASH)
  if (letter !== 0) {
    store<u8>(at + 1, letter)
    return at + 2
  }
  // u00
  store<u32>(at + 1, 0x303075)
  store<u8>(at + 4, <u8>hex(byte >> 4))
  store<u8>(at + 5, <u8>hex(byte & 15))
  return at + 6
}

/** limit: up to which a cell may reach. */
export function quoted(start: usize, from: usize, size: i32, limit: usize): usize {
  if (start + size > limit) return 0
  let at = start
  store<u8>(at++, QUOTE)
  let i: i32 = 0
  while (i < size) {
    const bytes = v128.load(from + i)
    const rest = size - i
    v128.store(at, bytes)
    let escapes = escapesIn(bytes)
    if (rest < 16) escapes &= (1 << rest) - 1
    if (escapes === 0) {
      if (rest <= 16) {
        at += rest
        break
      }
      at += 16
      i += 16
      continue
    }
    const plain = ctz(escapes)
    at = escaped(at + plain, load<u8>(from + i + plain))
    i += plain + 1
    if (at + (size - i) > limit) return 0
  }
  store<u8>(at, QUOTE)
  return at + 1
}

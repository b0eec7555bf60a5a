/**
 * The ids of a list: an entry for each that a task has or a link names. A link whose task comes later names an entry without one, so that each link
 * is looked up once; the binding gives it the task of its entry at the end of the list. So many entries and bytes as there is room for are kept:
 * beyond, the links are left to TypeScript, which has all ids.
 */
import { copy, equal, hashOf, hashOfWords } from './bytes'
import { ID_BYTES, ID_ENTRIES, ID_SLOTS, ID_SLOTS_MAX, ID_TEXTS, IDS_MAX } from './layout'

/** Slots at the start of a list: a quarter of them are enough for tasks of so many bytes. */
const SLOTS_LEAST: u32 = 256
const SLOTS_AT_FIRST_MAX: u32 = 8192
const TASK_BYTES: u32 = 100
/** An entry: the two words of a short id, where the bytes of a longer one stand, their number, their hash, the task. */
const ENTRY_BYTES: usize = 32
const WORDS_BYTES: i32 = 16
const LAST: usize = 8
const AT: usize = 16
const SIZE: usize = 20
const HASH: usize = 24
const TASK: usize = 28
/** A slot: entry + 1 in the low bits, in the others those of the hash; 0 = empty. */
const ENTRY_MASK: u32 = 0x1ffff

let mask: u32 = 0
let textsEnd: usize = 0
let count: u32 = 0
/** Of the id that was not found last: its words, its hash, and the slot that is free for it. */
let soughtFirst: u64 = 0
let soughtLast: u64 = 0
let soughtHash: u32 = 0
let freeSlot: u32 = 0

/** An id found no room, or some are unknown here: nothing is looked up any more. What was found stays right. */
export let isFull: bool = false
/** A task has the id of an earlier one. */
let hasEqualIds: bool = false

/** Bytes of the longest id of a task. */
let bytesMax: i32 = 0

export function idBytesMax(): i32 {
  return bytesMax
}

/** Of a list that has at most so many bytes. */
export function beginIds(bytes: u32): void {
  let slots = SLOTS_LEAST
  while (slots < SLOTS_AT_FIRST_MAX && slots / 4 < bytes / TASK_BYTES) slots *= 2
  mask = slots - 1
  memory.fill(ID_SLOTS, 0, slots * 4)
  textsEnd = ID_TEXTS
  count = 0
  isFull = false
  hasEqualIds = false
  bytesMax = 0
}

export function stopIds(): void {
  isFull = true
}

/** Every task that was told has an id of its own, and a place here. */
export function knowsAllIds(): bool {
  return !isFull && !hasEqualIds
}

/** The first word of an id: its first eight bytes, or the fewer ones that it has, behind zeros. */
function firstWord(at: usize, size: i32): u64 {
  return size >= 8 ? load<u64>(at) : load<u64>(at) << (64 - 8 * <u64>size)
}

/** The other word: its last eight bytes, some of which may be in the first one too. */
function lastWord(at: usize, size: i32): u64 {
  return size > 8 ? load<u64>(at + size - 8) : 0
}

/** The entry of an id, which is not empty; -1 = it has none. */
export function findId(at: usize, size: i32): i32 {
  if (size > WORDS_BYTES) return findLong(at, size)
  const first = firstWord(at, size)
  const last = lastWord(at, size)
  const hash = hashOfWords(first, last, size)
  let slot = hash & mask
  while (true) {
    const taken = load<u32>(ID_SLOTS + 4 * slot)
    if (taken === 0) break
    if (((taken ^ hash) & ~ENTRY_MASK) === 0) {
      const entry = (taken & ENTRY_MASK) - 1
      const known = ID_ENTRIES + ENTRY_BYTES * entry
      const differs =
        (load<u64>(known) ^ first) | (load<u64>(known, LAST) ^ last) | <u64>(load<u32>(known, SIZE) ^ size)
      if (differs === 0) return entry
    }
    slot = (slot + 1) & mask
  }
  soughtFirst = first
  soughtLast = last
  soughtHash = hash
  freeSlot = slot
  return -1
}

function findLong(at: usize, size: i32): i32 {
  const hash = hashOf(at, size)
  let slot = hash & mask
  while (true) {
    const taken = load<u32>(ID_SLOTS + 4 * slot)
    if (taken === 0) break
    if (((taken ^ hash) & ~ENTRY_MASK) === 0) {
      const entry = (taken & ENTRY_MASK) - 1
      const known = ID_ENTRIES + ENTRY_BYTES * entry
      if (<i32>load<u32>(known, SIZE) === size && equal(load<u32>(known, AT), at, size)) return entry
    }
    slot = (slot + 1) & mask
  }
  soughtHash = hash
  freeSlot = slot
  return -1
}

/** A new entry for the id that findId() has just not found, -1 = there is no room. */
export function addId(at: usize, size: i32): i32 {
  if (count === IDS_MAX || textsEnd + size > ID_TEXTS + ID_BYTES) {
    isFull = true
    return -1
  }
  const entry = count++
  const known = ID_ENTRIES + ENTRY_BYTES * entry
  store<u64>(known, soughtFirst)
  store<u64>(known, soughtLast, LAST)
  store<u32>(known, <u32>textsEnd, AT)
  store<u32>(known, size, SIZE)
  store<u32>(known, soughtHash, HASH)
  store<i32>(known, -1, TASK)
  if (size > WORDS_BYTES) {
    copy(textsEnd, at, size)
    textsEnd += size
  }
  store<u32>(ID_SLOTS + 4 * freeSlot, (soughtHash & ~ENTRY_MASK) | (entry + 1))
  if (count > mask >> 2 && mask < ID_SLOTS_MAX - 1) grow()
  return entry
}

/** Index in the list of the task that has the id of the entry, -1 = none so far. */
export function taskOf(entry: i32): i32 {
  return load<i32>(ID_ENTRIES + ENTRY_BYTES * entry, TASK)
}

export function setTask(at: usize, size: i32, task: i32): void {
  if (isFull) return
  let entry = findId(at, size)
  if (entry < 0) entry = addId(at, size)
  if (entry < 0) return
  bytesMax = max(bytesMax, size)
  if (taskOf(entry) >= 0) hasEqualIds = true
  else store<i32>(ID_ENTRIES + ENTRY_BYTES * entry, task, TASK)
}

/** Twice as many slots. */
function grow(): void {
  mask = 2 * mask + 1
  memory.fill(ID_SLOTS, 0, (mask + 1) * 4)
  for (let entry: u32 = 0; entry < count; entry++) {
    const hash = load<u32>(ID_ENTRIES + ENTRY_BYTES * entry, HASH)
    let slot = hash & mask
    while (load<u32>(ID_SLOTS + 4 * slot) !== 0) slot = (slot + 1) & mask
    store<u32>(ID_SLOTS + 4 * slot, (hash & ~ENTRY_MASK) | (entry + 1))
  }
}

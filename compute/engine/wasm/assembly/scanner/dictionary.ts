/**
 * Distinct values of the coded columns of a block, in the order in which they are first mentioned. The binding gives them
 * the codes of the whole list, so that memory here is bounded whatever the list holds.
 */
import { copy, equal, hashOf } from './bytes'
import { ENTRIES_MAX, ENTRY_AT, ENTRY_GROUP, ENTRY_HASH, ENTRY_SIZE, ENTRY_SLOTS, SLOTS } from './layout'

/** Entries of the block; those of a task that is given up are taken back. */
export let entryCount: i32 = 0

/** Slots of other generations are empty: nothing is cleared for a small block. */
let generation: u32 = 0
const GENERATIONS: u32 = 0x3fff_ffff / (2 * ENTRIES_MAX)

/** Values with escapes, unescaped; as large as the window. */
let kept: usize = 0
let keptEnd: usize = 0

export function setKept(at: usize): void {
  kept = at
}

export function beginDictionary(): void {
  entryCount = 0
  keptEnd = kept
  if (++generation > GENERATIONS) {
    memory.fill(ENTRY_SLOTS, 0, SLOTS * 4)
    generation = 1
  }
}

export function takeBack(count: i32): void {
  entryCount = count
}

/** Entry + 1 of a value, 0 = there is no room for another. Of an escaped value a copy is kept. */
export function intern(group: u8, at: usize, size: i32, isEscaped: bool): u32 {
  const hash = hashOf(at, size) ^ <u32>group
  const mine = generation * <u32>(2 * ENTRIES_MAX)
  let slot = hash & (SLOTS - 1)
  while (true) {
    const taken = load<u32>(ENTRY_SLOTS + 4 * slot)
    if (taken - mine - 1 >= <u32>ENTRIES_MAX) break
    const entry = taken - mine - 1
    if (
      load<u32>(ENTRY_HASH + 4 * entry) === hash &&
      load<u32>(ENTRY_SIZE + 4 * entry) === <u32>size &&
      load<u8>(ENTRY_GROUP + entry) === group &&
      equal(load<u32>(ENTRY_AT + 4 * entry), at, size)
    )
      return entry + 1
    slot = (slot + 1) & (SLOTS - 1)
  }
  if (entryCount === ENTRIES_MAX) return 0
  let from = at
  if (isEscaped) {
    from = keptEnd
    copy(from, at, size)
    keptEnd += size
  }
  const entry: u32 = entryCount++
  store<u32>(ENTRY_AT + 4 * entry, <u32>from)
  store<u32>(ENTRY_SIZE + 4 * entry, size)
  store<u32>(ENTRY_HASH + 4 * entry, hash)
  store<u8>(ENTRY_GROUP + entry, group)
  store<u32>(ENTRY_SLOTS + 4 * slot, mine + entry + 1)
  return entry + 1
}

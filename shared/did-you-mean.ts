/**
 * The known name that an unknown one was probably meant to be. Case, blanks and separators do not count; what is left may differ by
 * some insertions, deletions, replacements and swaps of neighbours (the optimal string alignment distance), one for every four
 * characters. The work is bounded: names of at most NAME_LENGTH_MAX characters, beside at most KNOWN_MAX others.
 */
const NAME_LENGTH_MAX = 64
const KNOWN_MAX = 200

/** One edit for so many characters of the shorter name. */
const CHARACTERS_PER_EDIT = 4

/** undefined: none is near. Of several equally near ones the first. */
export const nearest = (name: string, known: Iterable<string>): string | undefined =>
  nearestBy(known, each => editsApart(name, each))

/** The item that is the fewest edits away; undefined: of an item that is not near. */
export function nearestBy<Item>(items: Iterable<Item>, editsTo: (item: Item) => number | undefined): Item | undefined {
  let best: Item | undefined
  let leastEdits = Number.POSITIVE_INFINITY
  let looked = 0
  for (const item of items) {
    if (++looked > KNOWN_MAX) break
    const edits = editsTo(item) ?? Number.POSITIVE_INFINITY
    if (edits >= leastEdits) continue
    leastEdits = edits
    best = item
  }
  return best
}

const folded = (name: string): string => name.toLowerCase().replaceAll(/[ _-]/g, '')

/** Edits between two names that are near each other, else undefined. */
export function editsApart(one: string, other: string): number | undefined {
  if (Math.max(one.length, other.length) > NAME_LENGTH_MAX) return undefined
  const a = folded(one)
  const b = folded(other)
  const shorter = Math.min(a.length, b.length)
  const editsMax = Math.max(1, Math.floor(shorter / CHARACTERS_PER_EDIT))
  // one character is near to every other
  if (shorter < 2 || Math.abs(a.length - b.length) > editsMax) return undefined
  const edits = editsBetween(a, b)
  return edits <= editsMax ? edits : undefined
}

// rows of the table of distances between beginnings of two names; a swap of neighbours looks two rows back
let before = new Uint8Array(NAME_LENGTH_MAX + 1)
let last = new Uint8Array(NAME_LENGTH_MAX + 1)
let row = new Uint8Array(NAME_LENGTH_MAX + 1)

function editsBetween(a: string, b: string): number {
  for (let j = 0; j <= b.length; j++) last[j] = j
  for (let i = 1; i <= a.length; i++) {
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1)
      row[j] = edits
    }
    const free = before
    before = last
    last = row
    row = free
  }
  return last[b.length]!
}

/**
 * Finds the known name that an unknown one probably stands for. Case, blanks and separators are ignored. The names may differ by
 * insertions, deletions, replacements and swaps of neighbours (the optimal string alignment distance), one for every four characters. The
 * work is bounded: names of at most NAME_LENGTH_MAX characters are compared with at most KNOWN_MAX others.
 */
const NAME_LENGTH_MAX = 64
const KNOWN_MAX = 200

/** One edit is allowed for this many characters of the shorter name. */
const CHARACTERS_PER_EDIT = 4

/** undefined: no name is similar. Of several equally similar ones the first. */
export const nearest = (name: string, known: Iterable<string>): string | undefined =>
  nearestBy(known, each => editsApart(name, each))

/** The item with the fewest edits. editsTo returns undefined for an item that is not similar. */
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

/** Number of edits between two similar names; undefined: they are not similar. */
export function editsApart(one: string, other: string): number | undefined {
  if (Math.max(one.length, other.length) > NAME_LENGTH_MAX) return undefined
  const a = folded(one)
  const b = folded(other)
  const shorter = Math.min(a.length, b.length)
  const editsMax = Math.max(1, Math.floor(shorter / CHARACTERS_PER_EDIT))
  // a single character would be similar to every other one
  if (shorter < 2 || Math.abs(a.length - b.length) > editsMax) return undefined
  const edits = editsBetween(a, b)
  return edits <= editsMax ? edits : undefined
}

// rows of the distance table between prefixes of the two names; a swap needs the row before the previous one
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

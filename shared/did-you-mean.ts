/**
 * The known name that an unknown one was probably meant to be. Case, blanks and separators do not count; what is left may differ by
 * some insertions, deletions, replacements and swaps of neighbours (the optimal string alignment distance), one for every four
 * characters. The work is bounded: names of at most NAME_LENGTH_MAX characters, beside at most KNOWN_MAX others.
 */
const NAME_LENGTH_MAX = 64
const KNOWN_MAX = 200

/** One edit for so many characters of the shorter name. */
const CHARACTERS_PER_EDIT = 4

const folded = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9{}/]/g, '')

/** undefined: none is near. Of several equally near ones the first. */
export function nearest(name: string, known: Iterable<string>): string | undefined {
  if (name.length > NAME_LENGTH_MAX) return undefined
  const wanted = folded(name)
  let best: string | undefined
  let leastEdits = Number.POSITIVE_INFINITY
  let looked = 0
  for (const each of known) {
    if (each.length > NAME_LENGTH_MAX) continue
    if (++looked > KNOWN_MAX) break
    const candidate = folded(each)
    const editsMax = Math.max(1, Math.floor(Math.min(wanted.length, candidate.length) / CHARACTERS_PER_EDIT))
    // what is shorter than its edits is like anything
    if (Math.abs(wanted.length - candidate.length) > editsMax || Math.min(wanted.length, candidate.length) < 2) continue
    const edits = editsBetween(wanted, candidate)
    if (edits > editsMax || edits >= leastEdits) continue
    leastEdits = edits
    best = each
  }
  return best
}

function editsBetween(a: string, b: string): number {
  // rows of the table of distances between beginnings of a and of b; the swap of neighbours looks two rows back
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (isEqual ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) edits = Math.min(edits, before[j - 2]! + 1)
      row.push(edits)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

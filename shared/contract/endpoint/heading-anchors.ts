/** Anchors of headings as GitHub makes them, so that a link holds there and in the pages that this service serves. */

/** Lower case, punctuation dropped, blanks to hyphens. */
export const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** One for each heading of a page, in their order; of equal ones the second and later get a number. */
export function headingAnchors(titles: readonly string[]): string[] {
  const taken = new Set<string>()
  return titles.map(title => {
    const base = anchorOf(title)
    let anchor = base
    for (let n = 1; taken.has(anchor); n++) anchor = `${base}-${n}`
    taken.add(anchor)
    return anchor
  })
}

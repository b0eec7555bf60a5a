/**
 * The pages of the methods: where each is served, by the id of its row, which is what catalogue and results link to; and the files that
 * they are made of.
 */

// Anchors of headings as GitHub makes them, so that a link holds there and in the pages that this service serves.

/** Lower case, punctuation dropped, blanks to hyphens. */
const anchorOf = (title: string): string =>
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

/** The rules that all methods share stand here, the page of a method one step below. */
export const METHOD_PAGES_PATH = '/docs/methods'

/** Name of a page and of its folder: the last part of the id, "dcma-14-point" of "health.dcma-14-point". */
export const methodName = (id: string): string => id.slice(id.indexOf('.') + 1)

/** The guide for planners, beside them. */
export const GUIDE_PATH = '/docs/guide'

export const methodPath = (id: string): string => `${METHOD_PAGES_PATH}/${methodName(id)}`

/** Path of a check on the page of its method, where a heading has its code. */
export const checkPath = (id: string, code: string): string => `${methodPath(id)}#${anchorOf(code)}`

/** The page of a method is in the folder of its code; the common rules are in the folder above. */
const FOLDER = new URL('../../../compute/engine/analysis/', import.meta.url)

export const COMMON_PAGE_FILE: URL = new URL('README.md', FOLDER)

export const methodFile = (id: string): URL => new URL(`${methodName(id)}/README.md`, FOLDER)

/** What is no analysis has its page beside the methods, too: files for authorities. */
export const DELIVERABLES_PAGE = 'deliverables'
export const DELIVERABLES_PAGE_FILE: URL = new URL('../deliverables/guide.md', FOLDER)

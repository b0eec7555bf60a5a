/** The text of a page as it is served: its links point to the served pages, and the markers of generated parts are removed. */
import { METHOD_IDS } from '../../../shared/contract/catalogue/method-ids.ts'
import { COMMON_PAGE_FILE, methodFile, methodName } from '../../../shared/contract/endpoint/method-pages.ts'

/** A method by its name, or the page above them all. */
export interface MethodPage {
  readonly name: string | undefined
  readonly file: URL
}

export const COMMON_PAGE: MethodPage = { name: undefined, file: COMMON_PAGE_FILE }

/** By name: what is not here is not served, so no file is looked for that a caller names. */
export const METHOD_PAGES: ReadonlyMap<string, MethodPage> = new Map(
  METHOD_IDS.map(id => [methodName(id), { name: methodName(id), file: methodFile(id) }]),
)

const pageByFile = new Map([COMMON_PAGE, ...METHOD_PAGES.values()].map(page => [page.file.href, page]))

/** Relative, so that the pages hold behind a path prefix: the common page is served at .../methods, the others one step below. */
export function addressFrom({ name: here }: MethodPage, { name: there }: MethodPage): string {
  if (there === undefined) return here === undefined ? 'methods' : '../methods'
  return here === undefined ? `methods/${there}` : there
}

const MARK = /^<!-- (?:table|end): [a-z]+ -->\n\n?/gm

/** Code, which stays as it is, or the target of a link. */
const CODE_OR_TARGET = /^```[\s\S]*?^```$|`[^`]*`|\]\(([^)\s]+)\)/gm

const isOfPages = (target: string): boolean => !target.startsWith('#') && !/^[a-z]+:/.test(target)

export const servedText = (page: MethodPage, source: string): string =>
  source
    .replace(MARK, '')
    .replace(CODE_OR_TARGET, (whole: string, target: string | undefined) =>
      target === undefined || !isOfPages(target) ? whole : `](${served(page, target)})`,
    )

/** "../cpm/README.md#drag" -> "cpm#drag"; what leads to no page stays, and a test that follows all links fails. */
function served(page: MethodPage, target: string): string {
  const { href, hash } = new URL(target, page.file)
  const found = pageByFile.get(href.slice(0, href.length - hash.length))
  return found === undefined ? target : `${addressFrom(page, found)}${hash}`
}

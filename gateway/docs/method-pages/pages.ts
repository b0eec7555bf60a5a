/**
 * The pages at /docs/methods. A page is read and rendered by the first call for it (about 10 ms), and kept: there are as many as methods.
 */

import { readFile } from 'node:fs/promises'
import { METHOD_IDS } from '../../../shared/contract/catalogue/catalogue.ts'
import {
  COMMON_PAGE_FILE,
  DELIVERABLES_PAGE,
  DELIVERABLES_PAGE_FILE,
  methodFile,
  methodName,
} from '../../../shared/contract/endpoint/method-pages.ts'
import { chooseType } from '../../../shared/contract/negotiate.ts'
import { type DocsAsset, madeAsset, READ_ONLY_PAGE } from '../assets.ts'

// The text of a page as it is served: its links point to the served pages, and the markers of generated parts are removed.

/** A method by its name, or a page above them all. */
export interface MethodPage {
  readonly name: string | undefined
  /** Beside /docs, or one step below. */
  readonly address: string
  readonly file: URL
}

export const COMMON_PAGE: MethodPage = { name: undefined, address: 'methods', file: COMMON_PAGE_FILE }

/** What the views of the page at / answer; it leads to the methods behind them. */
export const GUIDE_PAGE: MethodPage = {
  name: undefined,
  address: 'guide',
  file: new URL('../../page/guide.md', import.meta.url),
}

/** By name: what is not here is not served, so no file is looked for that a caller names. */
export const METHOD_PAGES: ReadonlyMap<string, MethodPage> = new Map(
  [
    ...METHOD_IDS.map(id => [methodName(id), methodFile(id)] as const),
    [DELIVERABLES_PAGE, DELIVERABLES_PAGE_FILE] as const,
  ].map(([name, file]) => [name, { name, address: `methods/${name}`, file }]),
)

const pageByFile = new Map([GUIDE_PAGE, COMMON_PAGE, ...METHOD_PAGES.values()].map(page => [page.file.href, page]))

/** Relative, so that the pages hold behind a path prefix: the common page is served at .../methods, the others one step below. */
export const addressFrom = (here: MethodPage, { name, address }: MethodPage): string =>
  here.name === undefined ? address : (name ?? `../${address}`)

const MARK = /^<!-- (?:table|end): [a-z-]+ -->\n\n?/gm

/** Code, which stays as it is, or the target of a link. */
const CODE_OR_TARGET = /^```[\s\S]*?^```$|`[^`]*`|\]\(([^)\s]+)\)/gm

const isOfPages = (target: string): boolean => !target.startsWith('#') && !/^[a-z]+:/.test(target)

const servedText = (page: MethodPage, source: string): string =>
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

/** What a page is served as: Markdown unless HTML is wanted more, since agents and curl take anything. */
const MEDIA_TYPES = ['text/markdown', 'text/html', 'text/plain'] as const

type Form = ReturnType<typeof madeAsset>

interface Forms {
  readonly markdown: Form
  readonly html: Form
}

const made = new Map<MethodPage, Promise<Forms>>()

async function make(page: MethodPage): Promise<Forms> {
  const text = servedText(page, await readFile(page.file, 'utf8'))
  // the reader of Markdown is loaded with the first page
  const { methodHtml } = await import('./html.ts')
  const form = (content: string, mediaType: string): Form => madeAsset(Buffer.from(content), mediaType)
  return { markdown: form(text, 'text/markdown'), html: form(methodHtml(page, text), 'text/html') }
}

/** A page that could not be read is tried again by the next call. */
function formsOf(page: MethodPage): Promise<Forms> {
  const known = made.get(page)
  if (known !== undefined) return known
  const forms = make(page)
  made.set(page, forms)
  forms.catch(() => made.delete(page))
  return forms
}

/** A page as Markdown, by the name of its method; undefined: the common rules. */
export async function methodText(name: string | undefined): Promise<string> {
  const page = name === undefined ? COMMON_PAGE : METHOD_PAGES.get(name)!
  return servedText(page, await readFile(page.file, 'utf8'))
}

export async function methodAsset(page: MethodPage, accept: string, acceptEncoding: string): Promise<DocsAsset> {
  const mediaType = chooseType(accept, MEDIA_TYPES)
  const isHtml = mediaType === 'text/html'
  const { markdown, html } = await formsOf(page)
  const { bytes, headers } = (isHtml ? html : markdown)(acceptEncoding)
  return {
    bytes,
    mediaType: `${mediaType}; charset=utf-8`,
    headers: { ...headers, vary: 'accept, accept-encoding', ...(isHtml ? READ_ONLY_PAGE : {}) },
  }
}

/**
 * The pages at /docs/methods. A page is read and rendered by the first call for it (about 10 ms), and kept: there are as many as methods.
 */
import { readFile } from 'node:fs/promises'
import { chooseType } from '../../../shared/contract/negotiate.ts'
import { type DocsAsset, madeAsset } from '../assets.ts'
import { READ_ONLY_PAGE } from '../read-only-page.ts'
import { COMMON_PAGE, METHOD_PAGES, type MethodPage, servedText } from './text.ts'

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

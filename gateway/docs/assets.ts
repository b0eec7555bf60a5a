/**
 * The files of the documentation page and of the front page: an allow-list by name, read once when the module is loaded. They are stored
 * compressed or are compressed here; the plain form is made on demand. The text of the page is in page.ts.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { chooseEncoding } from '../../shared/contract/negotiate.ts'

export interface DocsAsset {
  readonly bytes: Uint8Array
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
}

interface StoredFile {
  readonly mediaType: string
  readonly gzipped: Uint8Array
  /** First characters of the SHA-256 of the compressed form. */
  readonly version: string
  plain: Uint8Array | undefined
}

const VERSION_LENGTH = 16

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/** The URL of a file changes with its content, so a fetched file is never requested again. */
const CACHE_CONTROL = 'public, max-age=31536000, immutable'

function storedForm(mediaType: string, gzipped: Uint8Array, plain: Uint8Array | undefined): StoredFile {
  const version = createHash('sha256').update(gzipped).digest('hex').slice(0, VERSION_LENGTH)
  return { mediaType, gzipped, version, plain }
}

function stored(path: string, mediaType: string): StoredFile {
  const content = readFileSync(new URL(path, import.meta.url))
  return path.endsWith('.gz')
    ? storedForm(mediaType, content, undefined)
    : storedForm(mediaType, gzipSync(content), content)
}

/** Bytes made at start, served like a file. Their address stays the same, so clients request them again after each start. */
export const madeAsset = (bytes: Uint8Array, mediaType: string): ((acceptEncoding: string) => DocsAsset) =>
  served(storedForm(mediaType, gzipSync(bytes), bytes))

/** An asset of bytes that are compressed already. */
export const compressedAsset = (gzipped: Uint8Array, mediaType: string): ((acceptEncoding: string) => DocsAsset) =>
  served(storedForm(mediaType, gzipped, undefined))

const served = (file: StoredFile) => (acceptEncoding: string) => form(file, acceptEncoding, 'no-cache')

const FILES: ReadonlyMap<string, StoredFile> = new Map([
  ['swagger-ui-bundle.js', stored('vendor/swagger-ui/swagger-ui-bundle.js.gz', SCRIPT)],
  ['swagger-ui.css', stored('vendor/swagger-ui/swagger-ui.css.gz', STYLE)],
  ['swagger-ui-bundle.js.LICENSE.txt', stored('vendor/swagger-ui/swagger-ui-bundle.js.LICENSE.txt', TEXT)],
  ['LICENSE', stored('vendor/swagger-ui/LICENSE', TEXT)],
  ['start.js', stored('browser/start.js', SCRIPT)],
  ['page.css', stored('browser/page.css', STYLE)],
  ['front.css', stored('../front/front.css', STYLE)],
  ['methods.css', stored('method-pages/methods.css', STYLE)],
])

export const assetNames = (): string[] => [...FILES.keys()]

/** Address of a file, relative to the page. */
export function assetUrl(name: string): string {
  const file = FILES.get(name)
  if (file === undefined) throw new Error(`the documentation has no file ${name}`)
  return `docs/${name}?v=${file.version}`
}

/** gzip is the one form we have: what the caller says of others does not matter. */
const takesGzip = (acceptEncoding: string): boolean =>
  chooseEncoding(
    acceptEncoding
      .split(',')
      .filter(element => /^\s*(?:x-gzip|gzip|identity|\*)\s*(?:;|$)/i.test(element))
      .join(),
  ) !== null

function form(file: StoredFile, acceptEncoding: string, cacheControl: string): DocsAsset {
  const isGzipped = takesGzip(acceptEncoding)
  const bytes = isGzipped ? file.gzipped : (file.plain ??= gunzipSync(file.gzipped))
  return {
    bytes,
    mediaType: file.mediaType,
    headers: {
      etag: `"${file.version}${isGzipped ? '-gzip' : ''}"`,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
    },
  }
}

/** undefined: nothing of that name is served. */
export function docsAsset(name: string, acceptEncoding = ''): DocsAsset | undefined {
  const file = FILES.get(name)
  return file === undefined ? undefined : form(file, acceptEncoding, CACHE_CONTROL)
}

/** Headers of a page that is only read: it loads styles of this origin, and nothing else. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export const READ_ONLY_PAGE = Object.freeze({ 'content-security-policy': POLICY, 'referrer-policy': 'no-referrer' })

/** The skill file: how an agent works with a schedule here. */
export const skillText = readFileSync(new URL('./SKILL.md', import.meta.url), 'utf8')

/**
 * What anybody may read: the page of the interface, its document, the pages of the methods, the skill file, the catalogues of checks, errors and
 * tools.
 */
import { gzipSync } from 'node:zlib'
import { nearest } from '../../shared/contract/did-you-mean.ts'
import { METHOD_PAGES_PATH } from '../../shared/contract/endpoint/method-pages.ts'
import { ERRORS } from '../../shared/contract/error-rows.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { EVENT_STREAM_MEDIA_TYPE, MEDIA_TYPES, wantsEventStream } from '../../shared/contract/negotiate.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import { registryFor } from '../../shared/contract/tools/agent-tools.ts'
import { once } from '../../shared/platform/once.ts'
import { keptBytes } from '../../shared/platform/process/kept-bytes.ts'
import { jsonReply, namesTag } from '../call/answers.ts'
import type { AccountCall, Call, CallTo } from '../call/call.ts'
import type { Answer, Exchange, Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { isRefusal, readQuery } from '../call/query.ts'
import { compressedAsset, type DocsAsset, docsAsset, madeAsset, skillText } from '../docs/assets.ts'
import { COMMON_PAGE, GUIDE_PAGE, METHOD_PAGES, type MethodPage, methodAsset } from '../docs/method-pages/pages.ts'
import type { DocsPage } from '../docs/page.ts'
import { ENGINE_ASSET, pageAsset } from '../page/assets.ts'
import { keptEngine, keptOneFile } from '../page/one-file.ts'
import { FILE_FIXTURES } from '../sandbox/fixtures.ts'

// GET /openapi.json, /docs and /docs/{asset}: made once, the same bytes for everybody.

// what makes them is loaded only where they are not kept yet: it takes 100 ms and 10 MB
const document = once(async () => {
  const gzipped = await keptBytes('openapi.json.gz', async () => {
    const { openApiBytes } = await import('../openapi/document.ts')
    return gzipSync(openApiBytes())
  })
  return compressedAsset(gzipped, 'application/json')
})

const chapters = new Map<string, ReturnType<typeof document>>()

/** Made when it is first asked for, of the whole; kept like the whole. */
function chapter(slug: string): ReturnType<typeof document> {
  const made = async () => {
    const gzipped = await keptBytes(`openapi-${slug}.json.gz`, async () => {
      const { chapterDocument } = await import('../openapi/document.ts')
      return gzipSync(JSON.stringify(chapterDocument(slug)))
    })
    return compressedAsset(gzipped, 'application/json')
  }
  const known = chapters.get(slug) ?? made()
  chapters.set(slug, known)
  return known
}

const page = once(async () => {
  const bytes = await keptBytes('docs-page.json', async () => {
    const { docsPage } = await import('../docs/page.ts')
    return Buffer.from(JSON.stringify(docsPage()))
  })
  return JSON.parse(Buffer.from(bytes).toString()) as DocsPage
})

/** Makes what the first call for it would wait for. */
export async function prepareDocs(): Promise<void> {
  await document()
  await page()
}

/** With what few ask for, which takes a second: for a folder that is only read later. */
export async function prepareDocuments(): Promise<void> {
  await prepareDocs()
  await offline()
}

export const accepted = (exchange: Exchange): string => exchange.header('accept-encoding') ?? ''

/** The file, or 304 when the caller has it. */
export function fileReply({ bytes, mediaType, headers }: DocsAsset, exchange: Exchange): Reply {
  const isKnown = headers.etag !== undefined && namesTag(exchange.header('if-none-match'), headers.etag)
  return isKnown
    ? { status: 304, headers }
    : { status: 200, headers: { 'content-type': mediaType, ...headers }, body: bytes }
}

export async function openApi(_gateway: Gateway, call: CallTo<'docs.openapi'>): Promise<Answer> {
  const query = readQuery(call)
  if (isRefusal(query)) return { refusal: query }
  const made = query.chapter === undefined ? document() : chapter(query.chapter)
  return fileReply((await made)(accepted(call.exchange)), call.exchange)
}

export async function docsPageFile(): Promise<Reply> {
  const { html, headers } = await page()
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html }
}

/** Pages of endpoints by name, made with the first call for each. */
const references = new Map<string, ReturnType<typeof madeAsset>>()

async function reference(name: string, exchange: Exchange): Promise<DocsAsset | undefined> {
  if (!name.endsWith('.html')) return undefined
  if (!references.has(name)) {
    const { referencePage } = await import('../docs/reference.ts')
    const html = referencePage(name)
    if (html !== undefined) references.set(name, madeAsset(Buffer.from(html), 'text/html; charset=utf-8'))
  }
  return references.get(name)?.(accepted(exchange))
}

export async function docsAssetFile(_gateway: Gateway, { exchange, route }: CallTo<'docs.asset'>): Promise<Answer> {
  const { asset: name } = route.params
  const asset = docsAsset(name, accepted(exchange)) ?? (await reference(name, exchange))
  return asset === undefined
    ? { refusal: refuse('path_not_found', { path: exchange.path }) }
    : fileReply(asset, exchange)
}

// GET /docs/guide: what the views of the page answer; /docs/methods and /docs/methods/{name}: how each figure is computed. As HTML or as Markdown.

const pageReply = async (page: MethodPage, exchange: Exchange): Promise<Reply> =>
  fileReply(await methodAsset(page, exchange.header('accept') ?? '', accepted(exchange)), exchange)

export const methodsPage = (_gateway: Gateway, { exchange }: Call): Promise<Reply> => pageReply(COMMON_PAGE, exchange)

export const guidePage = (_gateway: Gateway, { exchange }: Call): Promise<Reply> => pageReply(GUIDE_PAGE, exchange)

/** Longest part of a path that a refusal repeats. */
const ECHO_MAX = 200

export async function methodPage(_gateway: Gateway, { exchange, route }: CallTo<'docs.method'>): Promise<Answer> {
  const { name } = route.params
  const page = METHOD_PAGES.get(name)
  if (page !== undefined) return pageReply(page, exchange)
  const near = nearest(name, METHOD_PAGES.keys())
  const hint =
    near === undefined ? `${METHOD_PAGES_PATH} lists the methods.` : `Did you mean ${METHOD_PAGES_PATH}/${near}?`
  return { refusal: refuse('path_not_found', { path: exchange.path.slice(0, ECHO_MAX), hint }) }
}

// GET /skills: how an agent works with a schedule here, as a skill file.

const file = once(() => madeAsset(Buffer.from(skillText), 'text/markdown; charset=utf-8'))

export const skillFile = (_gateway: Gateway, { exchange }: Call): Reply =>
  fileReply(file()(accepted(exchange)), exchange)

const engine = once(async () => compressedAsset(await keptEngine(), 'text/javascript; charset=utf-8'))

/** GET /page/{asset}: scripts and styles of the page at /, by names that change with their content, and the engine for its worker. */
export async function pageAssetFile(_gateway: Gateway, { exchange, route }: CallTo<'page.asset'>) {
  const { asset: name } = route.params
  const asset = name === ENGINE_ASSET ? (await engine())(accepted(exchange)) : pageAsset(name, accepted(exchange))
  return asset === undefined
    ? { refusal: refuse('path_not_found', { path: exchange.path }) }
    : fileReply(asset, exchange)
}

// GET /sis.html: the page as one file, to be taken along.

const SAMPLE = FILE_FIXTURES[0]!.bytes

const offline = once(async () => compressedAsset(await keptOneFile(SAMPLE), 'text/html; charset=utf-8'))

export const pageFile = async (_gateway: Gateway, { exchange }: Call): Promise<Reply> =>
  fileReply((await offline())(accepted(exchange)), exchange)

/** GET /api/v1/catalogue: made by a worker thread once; every later reply has the same bytes. */
type Asset = ReturnType<typeof madeAsset>

let made: Promise<Asset> | undefined

async function make({ pool }: Gateway): Promise<Asset> {
  return madeAsset(Buffer.from(await pool.checkCatalogueText()), 'application/json')
}

export async function checkCatalogue(gateway: Gateway, { exchange }: Call): Promise<Reply> {
  made ??= make(gateway)
  try {
    return fileReply((await made)(accepted(exchange)), exchange)
  } catch (error) {
    // if the thread died, the next call tries again
    made = undefined
    throw error
  }
}

// GET /api/v1/errors: the catalogue of codes.

const reply = jsonReply(200, {
  errors: Object.entries(ERRORS).map(([code, { status, title, detail }]) => ({ code, status, title, detail })),
})

export const errors = () => reply

// Other endpoints of the agent tools: GET /mcp/tools, and GET and DELETE /mcp, which have no stream to open and no session to end.

/**
 * Milliseconds until a client may open the stream again. Without it the official TypeScript client opens it every second (measured).
 */
const REOPEN_MS = 3_600_000

const listings = new Map<TierName, ReturnType<typeof madeAsset>>()

/** The tools that the caller may call. Made once per tier; 304 when the caller has it. */
export function listTools(_gateway: Gateway, { exchange, limits }: AccountCall): Reply {
  const { tier } = limits
  const listing = listings.get(tier) ?? madeAsset(Buffer.from(registryFor(tier)), MEDIA_TYPES[0])
  listings.set(tier, listing)
  return fileReply(listing(accepted(exchange)), exchange)
}

const stateless = jsonReply(200, { status: 'ok', transport: 'stateless' })

export const openStream = (_gateway: Gateway, { exchange }: Call): Reply =>
  wantsEventStream(exchange.header('accept'))
    ? {
        status: 200,
        headers: { 'content-type': EVENT_STREAM_MEDIA_TYPE, 'cache-control': 'no-store', vary: 'accept' },
        body: `retry: ${REOPEN_MS}\n\n`,
      }
    : { ...stateless, headers: { ...stateless.headers, vary: 'accept' } }

export const endSession = (): Reply => stateless

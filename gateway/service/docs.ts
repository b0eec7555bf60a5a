/** GET /openapi.json, /docs and /docs/{asset}: made once, the same bytes for everybody. */
import { gzipSync } from 'node:zlib'
import { refuse } from '../../shared/contract/errors.ts'
import { once } from '../../shared/platform/once.ts'
import { keptBytes } from '../../shared/platform/process/kept-bytes.ts'
import { compressedAsset, type DocsAsset, docsAsset } from '../docs/assets.ts'
import type { DocsPage } from '../docs/page.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import type { Call, CallTo } from '../pipeline/call.ts'

// what makes them is loaded only where they are not kept yet: it takes 100 ms and 10 MB
const document = once(async () => {
  const gzipped = await keptBytes('openapi.json.gz', async () => {
    const { openApiBytes } = await import('../openapi/document.ts')
    return gzipSync(openApiBytes())
  })
  return compressedAsset(gzipped, 'application/json')
})

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

export const accepted = (exchange: Exchange): string => exchange.header('accept-encoding') ?? ''

/** The file, or 304 when the caller has it. */
export function fileReply({ bytes, mediaType, headers }: DocsAsset, exchange: Exchange): Reply {
  const isKnown = exchange.header('if-none-match') === headers.etag
  return isKnown
    ? { status: 304, headers }
    : { status: 200, headers: { 'content-type': mediaType, ...headers }, body: bytes }
}

export const openApi = async (_gateway: Gateway, { exchange }: Call): Promise<Reply> => {
  const asset = (await document())(accepted(exchange))
  return fileReply(asset, exchange)
}

export async function docsPageFile(): Promise<Reply> {
  const { html, headers } = await page()
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html }
}

export function docsAssetFile(_gateway: Gateway, { exchange, route }: CallTo<'docs.asset'>) {
  const asset = docsAsset(route.params.asset, accepted(exchange))
  return asset === undefined
    ? { refusal: refuse('path_not_found', { path: exchange.path }) }
    : fileReply(asset, exchange)
}

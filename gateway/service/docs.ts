/** GET /openapi.json, /docs and /docs/{asset}: made once, the same bytes for everybody. */
import { refuse } from '../../shared/errors.ts'
import { once } from '../../shared/once.ts'
import { type DocsAsset, docsAsset, madeAsset } from '../docs/assets.ts'
import { docsPage } from '../docs/page.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { openApiBytes } from '../openapi/document.ts'
import type { Call, CallTo } from '../pipeline/call.ts'

const document = once(() => madeAsset(openApiBytes(), 'application/json'))

/** Makes what the first call for it would wait for. */
export function prepareDocs(): void {
  document()
  docsPage()
}

export const accepted = (exchange: Exchange): string => exchange.header('accept-encoding') ?? ''

/** The file, or 304 when the caller has it. */
export function fileReply({ bytes, mediaType, headers }: DocsAsset, exchange: Exchange): Reply {
  const isKnown = exchange.header('if-none-match') === headers.etag
  return isKnown
    ? { status: 304, headers }
    : { status: 200, headers: { 'content-type': mediaType, ...headers }, body: bytes }
}

export const openApi = (_gateway: Gateway, { exchange }: Call): Reply =>
  fileReply(document()(accepted(exchange)), exchange)

export function docsPageFile(): Reply {
  const { html, headers } = docsPage()
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html }
}

export function docsAssetFile(_gateway: Gateway, { exchange, route }: CallTo<'docs.asset'>) {
  const asset = docsAsset(route.params.asset, accepted(exchange))
  return asset === undefined
    ? { refusal: refuse('path_not_found', { path: exchange.path }) }
    : fileReply(asset, exchange)
}

/** GET /openapi.json, /docs and /docs/{asset}: made once at start, the same bytes for everybody. */
import { refuse } from '../../shared/errors.ts'
import { docsAsset, docsPage } from '../docs/page.ts'
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import type { Reply } from '../http/exchange.ts'
import { openApiBytes } from '../openapi/document.ts'

const document: Reply = { status: 200, headers: { 'content-type': 'application/json' }, body: openApiBytes() }

export const openApi = (): Reply => document

export function docsPageFile(): Reply {
  const { html, headers } = docsPage()
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body: html }
}

export function docsAssetFile(_gateway: Gateway, call: Call) {
  const asset = docsAsset(call.route.params.asset ?? '')
  if (asset === undefined) return { refusal: refuse('path_not_found', { path: call.exchange.path }) }
  return { status: 200, headers: { 'content-type': asset.mediaType, ...asset.headers }, body: asset.bytes }
}

/** GET /page/{asset}: scripts and styles of the page at /, by names that change with their content. */
import { refuse } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { pageAsset } from '../page/assets.ts'
import type { CallTo } from '../pipeline/call.ts'
import { accepted, fileReply } from './docs.ts'

export function pageAssetFile(_gateway: Gateway, { exchange, route }: CallTo<'page.asset'>) {
  const asset = pageAsset(route.params.asset, accepted(exchange))
  return asset === undefined
    ? { refusal: refuse('path_not_found', { path: exchange.path }) }
    : fileReply(asset, exchange)
}

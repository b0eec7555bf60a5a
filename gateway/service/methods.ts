/** GET /docs/methods and /docs/methods/{name}: how each figure is computed, as HTML or as Markdown. */
import { nearest } from '../../shared/contract/did-you-mean.ts'
import { METHOD_PAGES_PATH } from '../../shared/contract/endpoint/method-pages.ts'
import { refuse } from '../../shared/contract/errors.ts'
import { methodAsset } from '../docs/method-pages/pages.ts'
import { COMMON_PAGE, METHOD_PAGES, type MethodPage } from '../docs/method-pages/text.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer, Exchange, Reply } from '../http/exchange.ts'
import type { Call, CallTo } from '../pipeline/call.ts'
import { accepted, fileReply } from './docs.ts'

const pageReply = async (page: MethodPage, exchange: Exchange): Promise<Reply> =>
  fileReply(await methodAsset(page, exchange.header('accept') ?? '', accepted(exchange)), exchange)

export const methodsPage = (_gateway: Gateway, { exchange }: Call): Promise<Reply> => pageReply(COMMON_PAGE, exchange)

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

/** GET /: the front page, as HTML where the caller asks for it by name, else as text. */
import { wantsHtml } from '../../shared/negotiate.ts'
import { READ_ONLY_PAGE } from '../docs/read-only-page.ts'
import { frontHtml, frontText } from '../front/page.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { ownAddress } from '../request/own-address.ts'

const headers = { vary: 'accept', 'cache-control': 'no-cache' } as const

export function frontPage({ config }: Gateway, call: Call): Reply {
  const address = ownAddress(config, call) ?? `http://${config.host}:${config.port}`
  return wantsHtml(call.exchange.header('accept'))
    ? {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', ...headers, ...READ_ONLY_PAGE },
        body: frontHtml(address),
      }
    : { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: frontText(address) }
}

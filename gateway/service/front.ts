/** GET /: the front page, as HTML where the caller requests it by name, else as text. */
import type { Config } from '../../shared/config/config.ts'
import { NO_PAGE_KEY } from '../../shared/config/web-page-settings.ts'
import { wantsHtml } from '../../shared/negotiate.ts'
import type { TierName } from '../../shared/tiers.ts'
import { frontHtml, frontText } from '../front/page.ts'
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import { PAGE_POLICY } from '../page/policy.ts'
import type { Call } from '../pipeline/call.ts'
import { whyNotLocalPage } from '../request/local-page.ts'
import { ownAddress } from '../request/own-address.ts'

/** What the page may request, as far as a navigation shows: it has no Origin. */
function localTier({ pageTier }: Config, { exchange }: Call): TierName | undefined {
  const host = exchange.header('host')
  const header = (name: string) => (name === 'origin' ? `http://${host}` : exchange.header(name))
  const facts = {
    peer: exchange.peer,
    header: (name: string) => (name === 'sec-fetch-site' ? undefined : header(name)),
  }
  return pageTier === NO_PAGE_KEY || whyNotLocalPage(facts) !== undefined ? undefined : pageTier
}

const headers = { vary: 'accept', 'cache-control': 'no-cache' } as const

export function frontPage({ config }: Gateway, call: Call): Reply {
  const address = ownAddress(config, call) ?? `http://${config.host}:${config.port}`
  return wantsHtml(call.exchange.header('accept'))
    ? {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8', ...headers, ...PAGE_POLICY },
        body: frontHtml(address, localTier(config, call)),
      }
    : { status: 200, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: frontText(address) }
}

/** GET /: the front page, as HTML where the caller requests it by name, else as text. */
import { wantsHtml } from '../../shared/contract/negotiate.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { Config } from '../../shared/platform/config/config.ts'
import { NO_PAGE_KEY } from '../../shared/platform/config/identity-settings.ts'
import type { Call } from '../call/call.ts'
import { ownAddress } from '../call/caller.ts'
import type { Reply } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { areAllOwn, whyNotLocalPage } from '../call/local-page.ts'
import { frontHtml, frontText } from '../front/page.ts'
import { PAGE_POLICY } from '../page/assets.ts'
import { cookieOfVisit } from './page-keys.ts'

/** What the page may request, as far as a navigation shows: it has no Origin. */
function localTier({ pageTier }: Config, { exchange }: Call): TierName | undefined {
  const host = exchange.header('host')
  const header = (name: string) => (name === 'origin' ? `http://${host}` : exchange.header(name))
  const facts = {
    peer: exchange.peer,
    names: exchange.headerNames,
    header: (name: string) => (name === 'sec-fetch-site' ? undefined : header(name)),
  }
  return pageTier === NO_PAGE_KEY || whyNotLocalPage(facts) !== undefined ? undefined : pageTier
}

const headers = { vary: 'accept', 'cache-control': 'no-cache' } as const

export function frontPage(gateway: Gateway, call: Call): Reply | Promise<Reply> {
  const { config } = gateway
  const address = ownAddress(config, call) ?? `http://${config.host}:${config.port}`
  if (!wantsHtml(call.exchange.header('accept')))
    return {
      status: 200,
      headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
      body: frontText(address),
    }
  const tier = localTier(config, call)
  const page: Reply = {
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8', ...headers, ...PAGE_POLICY },
    body: frontHtml(address, tier),
  }
  return tier === undefined || config.pageUsers === 'any' ? page : welcome(gateway, call, page)
}

/** The page for a browser on this machine, with the cookie for its key where it is to have it. */
async function welcome(gateway: Gateway, { exchange }: Call, page: Reply): Promise<Reply> {
  try {
    const cookie = (await areAllOwn(gateway.listeningPort)) ? await cookieOfVisit(gateway, exchange) : undefined
    return cookie === undefined ? page : { ...page, headers: { ...page.headers, 'set-cookie': cookie } }
  } catch {
    // without the store there is no key either
    return page
  }
}

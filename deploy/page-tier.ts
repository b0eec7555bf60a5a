/** On embedded defaults whoever sits at this machine owns it: the page at / then gets a key of the highest tier (PAGE_TIER). */
import type { Config } from '../shared/config/config.ts'
import { TIER_NAMES } from '../shared/tiers.ts'

const LOOPBACK = /^(?:localhost|::1|127(?:\.\d{1,3}){3})$/

/** What the gateway's environment has beside that of the operator, who may have said it himself. */
export function pageTierHere(
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<Config, 'host' | 'redisUrl' | 'publicUrl' | 'trustedProxyHops'>,
): { readonly PAGE_TIER?: string } {
  const isAlone =
    LOOPBACK.test(config.host) &&
    config.redisUrl === undefined &&
    config.publicUrl === undefined &&
    config.trustedProxyHops === 0
  return isAlone && !env.PAGE_TIER ? { PAGE_TIER: TIER_NAMES.at(-1)! } : {}
}

/** What is sold, at Stripe and at the marketplace, and the time of their events. */
import { LIFETIME_QUOTA_TIER, TIER_NAMES, type TierName } from '../tiers.ts'

// Ids of the prices of a tier (STRIPE_PRICE_STARTER): the one at which it is sold, then those at which it was sold before. Pure.

/** Throws on a list without a price. */
export function pricesOf(text: string): readonly [string, ...string[]] {
  const [first, ...others] = text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
  if (first === undefined) throw new Error('it names no price')
  return [first, ...others]
}

// Which tier a plan of the marketplace offer stands for (MARKETPLACE_PLANS). Pure.

const isSold = (name: string): name is TierName =>
  name !== LIFETIME_QUOTA_TIER && (TIER_NAMES as readonly string[]).includes(name)

/** By plan; a plan that is named like a tier stands for it. Throws on a text that is no list of plan=tier. */
export function marketplacePlans(text: string | undefined): ReadonlyMap<string, TierName> {
  const plans = new Map<string, TierName>(TIER_NAMES.filter(isSold).map(name => [name, name]))
  for (const entry of (text ?? '').split(',').filter(entry => entry.trim() !== '')) {
    const [plan = '', tier = '', ...rest] = entry.split('=').map(part => part.trim())
    if (plan === '' || rest.length > 0 || !isSold(tier)) throw new Error(`${entry.trim()} is not plan=tier`)
    plans.set(plan, tier)
  }
  return plans
}

// Times that others write into their events. One that lies ahead would put every event after it in the shade until it has come, and could be
// sent again until then.

/** Clocks differ by less. */
export const EVENT_AHEAD_SECONDS_MAX = 300

export const isAhead = (atMs: number, nowMs: number): boolean => atMs > nowMs + EVENT_AHEAD_SECONDS_MAX * 1000

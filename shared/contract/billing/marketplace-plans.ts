/** Which tier a plan of the marketplace offer stands for (MARKETPLACE_PLANS). Pure. */
import { LIFETIME_QUOTA_TIER, TIER_NAMES, type TierName } from '../tiers.ts'

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

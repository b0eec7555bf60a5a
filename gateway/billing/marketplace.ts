/**
 * POST /api/v1/billing/azure-marketplace/webhook: subscriptions that a marketplace sells. A subscription belongs to one account, which
 * Subscribe creates. An event is applied once, and never after a newer one (marketplace-apply-4.lua).
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { EVENT_AHEAD_SECONDS_MAX, isAhead, marketplacePlans } from '../../shared/contract/billing/plans.ts'
import {
  MARKETPLACE_ACTIONS,
  type MarketplaceAction,
  MarketplaceEvent,
} from '../../shared/contract/endpoint/data/billing-data.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { parseMoment } from '../../shared/contract/moment.ts'
import type { TierName } from '../../shared/contract/tiers.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { jsonReply } from '../call/answers.ts'
import type { Call } from '../call/call.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { parseJson } from '../call/query.ts'
import { refuseUnidentified } from '../limits/window.ts'
import { createAccount } from '../store/accounts.ts'
import { type Provider, type SubscriptionState, storeCall } from './subscription-store.ts'

// Identifies callers by a shared secret in a header of its own.

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Takes the same time for every wrong value, whatever its length. */
const isSame = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret))

interface Refused {
  readonly refusal: Refusal
}

interface Rule {
  readonly header: string
  /** undefined = not configured. */
  readonly secret: string | undefined
  /** For the sentence of the refusal: what is not configured, and by which setting. */
  readonly what: string
  readonly setting: string
}

/** Why the caller is refused, or undefined. Wrong guesses are counted by address. */
export function tokenRefusal(call: Call, gateway: Gateway, rule: Rule): Promise<Refused> | Refused | undefined {
  const { header, secret, what, setting } = rule
  if (secret === undefined) return { refusal: refuse('billing_unconfigured', { what, setting }) }
  const given = call.exchange.header(header)
  if (given !== undefined && !call.exchange.isRepeated(header) && isSame(given, secret)) return undefined
  return refuseUnidentified(call, gateway, refuse('credentials_invalid'))
}

const APPLY = script('marketplace-apply-4')
const PROVIDER: Provider = 'marketplace'
const ACTOR = 'marketplace'
const REASON = 'Its marketplace subscription is suspended.'
/** In the place of an account's id: the subscription came to its end before it came to us, or its account is deleted. */
export const SUBSCRIPTION_OVER = '-'
/** Events of such a subscription are not sent any more after that. */
export const OVER_SECONDS = 90 * 86_400

/** State of the subscription after each event; null = as it was. */
const STATES: Readonly<Record<MarketplaceAction, SubscriptionState | null>> = {
  Subscribe: 'active',
  Unsubscribe: 'ended',
  Suspend: 'unpaid',
  Reinstate: 'active',
  ChangePlan: null,
  Renew: null,
}

/** Events after which the account has the tier of the plan that they name. */
const GIVES_TIER: readonly MarketplaceAction[] = ['Subscribe', 'ChangePlan']

type Status = 'applied' | 'duplicate' | 'ignored'

interface Event {
  readonly id: string
  readonly action: MarketplaceAction
  readonly subscriptionId: string
  readonly atMs: number
  readonly tier: TierName | null
  readonly label: string
}

export async function marketplaceEvent(gateway: Gateway, call: Call): Promise<Answer> {
  const refused = await tokenRefusal(call, gateway, {
    header: 'x-cloud-marketplace-token',
    secret: gateway.config.marketplaceWebhookToken,
    what: 'a marketplace',
    setting: 'MARKETPLACE_WEBHOOK_TOKEN',
  })
  if (refused !== undefined) return refused
  const read = parseJson(call.jsonBytes, MarketplaceEvent)
  if ('refusal' in read) return read
  const body = read.value
  const answer = (status: Status) => jsonReply(200, { status, action: body.action })
  const action = MARKETPLACE_ACTIONS.find(known => known === body.action)
  if (action === undefined) return answer('ignored')
  const written = body.timeStamp
  // one without a zone is of UTC, wherever this server stands
  const atMs = parseMoment(written) ?? parseMoment(`${written}Z`)
  if (atMs === undefined) return { refusal: fault('timeStamp', 'is not a date-time', 'format') }
  if (isAhead(atMs, gateway.now())) {
    const what = `is more than ${EVENT_AHEAD_SECONDS_MAX} seconds later than ${new Date(gateway.now()).toISOString()}`
    return { refusal: fault('timeStamp', what, 'maximum') }
  }
  const planId = body.planId
  const tier = (planId && marketplacePlans(gateway.config.marketplacePlans).get(planId)) || null
  if (action === 'Subscribe' && planId === undefined) return { refusal: fault('planId', 'is missing', 'missing') }
  // an event that ends, stops or continues a subscription must not fail because its plan was removed from MARKETPLACE_PLANS
  if (GIVES_TIER.includes(action) && planId !== undefined && tier === null)
    return { refusal: fault('planId', 'is not a plan in MARKETPLACE_PLANS', 'plan') }
  const name = (body.subscription as { readonly name?: unknown } | undefined)?.name
  const event: Event = {
    id: body.id,
    action,
    subscriptionId: body.subscriptionId,
    atMs,
    tier,
    label: typeof name === 'string' ? name.slice(0, LABEL_LENGTH_MAX) : '',
  }
  return answer(await apply(gateway.redis, event))
}

const LABEL_LENGTH_MAX = 200

const fault = (name: string, what: string, type: string): Refusal => ({
  ...refuse('validation'),
  faults: [{ loc: ['body', name], msg: `${name} ${what}.`, type }],
  faultCount: 1,
})

async function apply(client: RedisClient, event: Event): Promise<Status> {
  const accountId = await accountOf(client, event)
  if (accountId === null) return 'ignored'
  const { id, action, subscriptionId, atMs, tier } = event
  const names = [
    keys.account(accountId),
    keys.billing(accountId),
    keys.audit(accountId),
    keys.marketplaceEvents(accountId),
  ]
  const args = [id, atMs, PROVIDER, subscriptionId, STATES[action] ?? '', tier ?? '', REASON, ACTOR]
  const outcome = (await storeCall(() => run(client, APPLY, names, args))) as Status | 'gone'
  return outcome === 'gone' ? 'ignored' : outcome
}

/** null: no account, and none is to be made. */
async function accountOf(client: RedisClient, { action, subscriptionId, label }: Event): Promise<string | null> {
  const name = keys.marketplaceSubscription(subscriptionId)
  const made = accountIdOf(subscriptionId)
  let known = await storeCall(() => client.get(name))
  if (known === null && action === 'Subscribe') {
    known = (await storeCall(() => client.set(name, made, 'NX', 'GET'))) ?? made
  } else if (known === null && action === 'Unsubscribe') {
    await storeCall(() => client.set(name, SUBSCRIPTION_OVER, 'EX', OVER_SECONDS, 'NX'))
  }
  if (known === null || known === SUBSCRIPTION_OVER) return null
  // also if the account exists, since an earlier event may have failed half-way
  if (action === 'Subscribe' && known === made) {
    await storeCall(() => createAccount(client, { accountId: made, tier: BASE_TIER, label, actor: ACTOR }))
  }
  return known
}

const BASE_TIER: TierName = 'free'

/** An id that is equal for equal subscriptions, so that an event that comes again makes no second account. */
function accountIdOf(subscriptionId: string): string {
  const hex = createHash('sha256').update(`marketplace account\n${subscriptionId}`).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}

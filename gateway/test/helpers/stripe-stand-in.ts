/**
 * Stripe, as far as billing uses it: an HTTP server that keeps customers, checkout sessions, subscriptions and what was answered under an
 * idempotency key, and makes the events that Stripe would send, signed by the package. The stripe package of the service talks to it.
 */

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Stripe } from 'stripe'
import type { Test } from 'tap'
import {
  type Customer,
  type Form,
  fault,
  list,
  missing,
  ok,
  readBody,
  readForm,
  type StandInEvent,
  type StandInSession,
  type StandInSubscription,
  type StripeAnswer,
  textsOf,
} from './stripe-objects.ts'

const SECRET_KEY = 'sk_test_standInForStripe'
const PRICE = 'price_starter'
/** Time that a payment pays for. */
const MONTH_SECONDS = 30 * 86_400
const WEBHOOK_SECRET = 'whsec_standInForStripe'

export class StripeStandIn {
  readonly customers = new Map<string, Customer>()
  readonly sessions = new Map<string, StandInSession>()
  readonly subscriptions = new Map<string, StandInSubscription>()
  /** All of them, in the order in which they happened. */
  readonly events: StandInEvent[] = []
  /** "POST /v1/customers", in the order in which they came. */
  readonly calls: string[] = []
  /** Prices that there are; checkouts for others are refused. */
  readonly prices = new Set([PRICE])
  /** Answers every call with this status, as when Stripe is down. */
  failWith: number | null = null
  #failure: { callsBefore: number; readonly effect: 'before' | 'after' } | null = null
  #url = ''
  #count = 0
  readonly #answers = new Map<string, { readonly print: string; readonly status: number; readonly body: object }>()
  readonly #signer = new Stripe(SECRET_KEY)

  /** Environment of a service that is paid here. */
  get settings(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PRICE_STARTER: PRICE,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: this.#url,
      BILLING_RETURN_URL: 'https://app.example.com/billing',
    }
  }

  async start(t: Test): Promise<void> {
    const server = createServer((request, response) => {
      void readBody(request).then(body => {
        const { status, json } = this.#serve(request, body)
        response.writeHead(status, { 'content-type': 'application/json', 'request-id': this.#id('req') })
        response.end(JSON.stringify(json))
      })
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    this.#url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    t.teardown(() => {
      server.closeAllConnections()
      server.close()
    })
  }

  /** The n-th call from now fails once, before or after it had its effect; with a status that is not tried again. */
  failAt(call: number, effect: 'before' | 'after'): void {
    this.#failure = { callsBefore: call - 1, effect }
  }

  get failuresLeft(): number {
    return this.#failure === null ? 0 : 1
  }

  /** The user pays on the hosted page. */
  pay(sessionId: string): StandInSubscription {
    const session = this.sessions.get(sessionId)!
    if (session.status !== 'open') throw new Error(`${sessionId} is ${session.status}`)
    const subscription: StandInSubscription = {
      id: this.#id('sub'),
      object: 'subscription',
      status: 'active',
      created: this.#now() + this.subscriptions.size,
      customer: session.customer,
      metadata: session.subscriptionMetadata,
      cancel_at_period_end: false,
      cancel_at: null,
      items: { data: [{ price: { id: session.price }, current_period_end: this.#now() + MONTH_SECONDS }] },
    }
    this.subscriptions.set(subscription.id, subscription)
    Object.assign(session, { status: 'complete', payment_status: 'paid', subscription: subscription.id, url: null })
    this.#happened('customer.subscription.created', subscription)
    this.#happened('checkout.session.completed', session)
    return subscription
  }

  /** What Stripe does when a payment fails, is made good, or a subscription ends. */
  turn(subscriptionId: string, status: string): void {
    const subscription = this.subscriptions.get(subscriptionId)!
    subscription.status = status
    this.#happened(
      status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
      subscription,
    )
  }

  /** The user cancels in the portal: it goes on to the end of what is paid. */
  cancelAtPeriodEnd(subscriptionId: string): void {
    const subscription = this.subscriptions.get(subscriptionId)!
    subscription.cancel_at_period_end = true
    this.#happened('customer.subscription.updated', subscription)
  }

  /** Somebody deletes a customer in the dashboard, which ends its subscriptions. */
  deleteCustomer(customerId: string): void {
    this.customers.get(customerId)!.deleted = true
    for (const { id, customer } of this.subscriptions.values()) if (customer === customerId) this.turn(id, 'canceled')
  }

  /** Subscriptions that may still charge somebody. */
  get alive(): StandInSubscription[] {
    return [...this.subscriptions.values()].filter(({ status }) => !['canceled', 'incomplete_expired'].includes(status))
  }

  /** Body and headers of the call that brings an event. */
  delivery(
    event: object,
    { secret = WEBHOOK_SECRET, ageSeconds = 0 } = {},
  ): {
    readonly body: string
    readonly headers: Record<string, string>
  } {
    const body = JSON.stringify(event)
    return { body, headers: this.signed(body, secret, ageSeconds) }
  }

  /** Headers of any body. */
  signed(payload: string, secret = WEBHOOK_SECRET, ageSeconds = 0): Record<string, string> {
    const timestamp = Math.floor(Date.now() / 1000) - ageSeconds
    return { 'stripe-signature': this.#signer.webhooks.generateTestHeaderString({ payload, secret, timestamp }) }
  }

  #id(prefix: string): string {
    this.#count++
    return `${prefix}_${String(this.#count).padStart(8, '0')}`
  }

  #now(): number {
    return Math.floor(Date.now() / 1000)
  }

  #happened(type: string, object: object): void {
    this.events.push({
      id: this.#id('evt'),
      object: 'event',
      type,
      created: this.#now(),
      data: { object: structuredClone(object) },
    })
  }

  #serve(request: IncomingMessage, body: string): { status: number; json: object } {
    const url = new URL(request.url!, this.#url)
    const call = `${request.method} ${url.pathname}`
    this.calls.push(call)
    // Stripe's sentences quote what they are about: parts of keys, ids, addresses
    if (this.failWith !== null)
      return {
        status: this.failWith,
        json: fault('api_error', `It is not taken: ${request.headers.authorization} ${body}`),
      }
    if (request.headers.authorization !== `Bearer ${SECRET_KEY}`)
      return { status: 401, json: fault('invalid_request_error', 'key') }
    const form = readForm(new URLSearchParams(request.method === 'GET' ? url.searchParams : body))
    const name = request.headers['idempotency-key'] as string | undefined
    const known = name === undefined ? undefined : this.#answers.get(name)
    if (known !== undefined) {
      return known.print === `${call} ${body}`
        ? { status: known.status, json: known.body }
        : { status: 400, json: fault('idempotency_error', 'the same key with another body') }
    }
    const failure = this.#failure !== null && this.#failure.callsBefore-- === 0 ? this.#failure.effect : null
    if (failure !== null) this.#failure = null
    if (failure === 'before') return { status: 400, json: fault('api_error', 'lost') }
    const answer = this.#answer(request.method!, url.pathname.split('/').slice(2), form)
    if (failure === 'after') return { status: 400, json: fault('api_error', 'lost') }
    // as Stripe does: what fails for its parameters is not kept
    if (name !== undefined && answer.status !== 400)
      this.#answers.set(name, { print: `${call} ${body}`, status: answer.status, body: structuredClone(answer.json) })
    return answer
  }

  #answer(method: string, [first = '', second = '', third = '', fourth = '']: string[], form: Form): StripeAnswer {
    switch (`${method} ${first}${first === 'checkout' || first === 'billing_portal' ? `/${second}` : ''}`) {
      case 'POST customers':
        return this.#createCustomer(form)
      case 'GET checkout/sessions':
        if (third === '') return this.#ofCustomer(form, this.sessions.values())
        return this.sessions.has(third) ? ok(this.sessions.get(third)!) : missing(third)
      case 'POST checkout/sessions':
        return fourth === 'expire' ? this.#expireSession(third) : this.#createSession(form)
      case 'POST billing_portal/sessions':
        return this.#openPortal(form)
      case 'GET prices':
        return this.prices.has(second) ? ok({ id: second, object: 'price', active: true }) : missing(second)
      case 'GET subscriptions':
        if (second === '' && form.customer === undefined) return list(this.subscriptions.values())
        if (second === '') return this.#ofCustomer(form, this.subscriptions.values())
        return this.subscriptions.has(second) ? ok(this.subscriptions.get(second)!) : missing(second)
      case 'DELETE subscriptions':
        return this.#cancelSubscription(second)
      default:
        return { status: 404, json: fault('invalid_request_error', 'unrecognized request') }
    }
  }

  #createCustomer(form: Form): StripeAnswer {
    const metadata = textsOf(form.metadata)
    const customer: Customer = { id: this.#id('cus'), object: 'customer', deleted: false, metadata }
    this.customers.set(customer.id, customer)
    return ok(customer)
  }

  /** What belongs to the customer of the form, in the state that it names. */
  #ofCustomer(form: Form, items: Iterable<{ customer: string; status: string }>): StripeAnswer {
    if (!this.customers.has(form.customer as string)) return missing(form.customer as string, 'customer')
    const isAnyStatus = form.status === undefined || form.status === 'all'
    return list(
      [...items].filter(
        ({ customer, status }) => customer === form.customer && (isAnyStatus || form.status === status),
      ),
    )
  }

  #hasCustomer(id: unknown): boolean {
    return this.customers.get(id as string)?.deleted === false
  }

  #expireSession(id: string): StripeAnswer {
    const session = this.sessions.get(id)
    if (session === undefined) return missing(id)
    if (session.status !== 'open') return { status: 400, json: fault('invalid_request_error', 'not open') }
    Object.assign(session, { status: 'expired', url: null })
    this.#happened('checkout.session.expired', session)
    return ok(session)
  }

  #createSession(form: Form): StripeAnswer {
    const items = form.line_items as Form
    const price = (items['0'] as Form).price as string
    if (form.mode !== 'subscription') return { status: 400, json: fault('invalid_request_error', 'mode') }
    if (!this.prices.has(price)) return missing(price, 'line_items[0][price]')
    if (!this.#hasCustomer(form.customer)) return missing(form.customer as string, 'customer')
    const id = this.#id('cs_test')
    const session: StandInSession = {
      id,
      object: 'checkout.session',
      status: 'open',
      payment_status: 'unpaid',
      client_reference_id: form.client_reference_id as string,
      customer: form.customer as string,
      subscription: null,
      price,
      success_url: form.success_url as string,
      cancel_url: form.cancel_url as string,
      url: `https://checkout.example.com/${id}`,
      subscriptionMetadata: textsOf((form.subscription_data as Form).metadata),
    }
    this.sessions.set(id, session)
    return ok(session)
  }

  #openPortal({ customer }: Form): StripeAnswer {
    if (!this.#hasCustomer(customer)) return missing(customer as string, 'customer')
    const url = `https://portal.example.com/${customer}`
    return ok({ id: this.#id('bps'), object: 'billing_portal.session', url })
  }

  #cancelSubscription(id: string): StripeAnswer {
    const subscription = this.subscriptions.get(id)
    // as Stripe does: one that is cancelled is not there to be cancelled
    if (subscription === undefined || subscription.status === 'canceled') return missing(id)
    this.turn(id, 'canceled')
    return ok(subscription)
  }
}

export async function startStripe(t: Test): Promise<StripeStandIn> {
  const stripe = new StripeStandIn()
  await stripe.start(t)
  return stripe
}

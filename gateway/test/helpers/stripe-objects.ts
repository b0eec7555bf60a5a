/** Objects, forms and answers of the stand-in for Stripe. */
import type { IncomingMessage } from 'node:http'

export interface Customer {
  readonly id: string
  readonly object: 'customer'
  deleted?: boolean
  readonly metadata: Record<string, string>
}

export interface StandInSession {
  readonly id: string
  readonly object: 'checkout.session'
  status: 'open' | 'complete' | 'expired'
  payment_status: 'paid' | 'unpaid'
  readonly client_reference_id: string
  readonly customer: string
  subscription: string | null
  readonly success_url: string
  readonly cancel_url: string
  url: string | null
  readonly price: string
  /** Kept here alone: what the subscription will have. */
  readonly subscriptionMetadata: Record<string, string>
}

export interface StandInSubscription {
  readonly id: string
  readonly object: 'subscription'
  status: string
  readonly created: number
  readonly customer: string
  readonly metadata: Record<string, string>
  cancel_at_period_end: boolean
  cancel_at: number | null
  readonly items: { readonly data: { price: { id: string }; current_period_end: number }[] }
}

export interface StandInEvent {
  readonly id: string
  readonly object: 'event'
  readonly type: string
  readonly created: number
  readonly data: { readonly object: object }
}

/** Form of Stripe's requests: a[b][0][c]=d. */
export type Form = { readonly [name: string]: string | Form }

export interface StripeAnswer {
  readonly status: number
  readonly json: object
}

export const ok = (json: object): StripeAnswer => ({ status: 200, json })
/** Newest first. */
export const list = (items: Iterable<object>): StripeAnswer =>
  ok({ object: 'list', data: [...items].reverse(), has_more: false })
export const missing = (id: string, param = 'id'): StripeAnswer => ({
  status: param === 'id' ? 404 : 400,
  json: { error: { type: 'invalid_request_error', code: 'resource_missing', param, message: `No such object: ${id}` } },
})

export const fault = (type: string, message: string): object => ({ error: { type, message } })

export const textsOf = (form: string | Form | undefined): Record<string, string> =>
  typeof form === 'object' ? (Object.fromEntries(Object.entries(form)) as Record<string, string>) : {}

export function readForm(params: URLSearchParams): Form {
  const form: Record<string, string | Form> = {}
  for (const [name, value] of params) {
    const path = name.replaceAll(']', '').split('[')
    let at = form
    for (const part of path.slice(0, -1)) at = (at[part] ??= {}) as Record<string, string | Form>
    at[path.at(-1)!] = value
  }
  return form
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

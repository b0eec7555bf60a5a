/** Deliveries of completion callbacks, the endpoints that they go to, and the secret that signs them. */
import type { components } from './api.ts'
import { pages } from './pages.ts'
import type { Reply } from './reply.ts'
import type { Transport } from './transport.ts'

type Schemas = components['schemas']
export type Delivery = Schemas['Delivery']
export type CallbackEndpoint = Schemas['CallbackEndpoint']
type DeliveryPage = Schemas['WebhooksListReply']

export interface ReplayTime {
  /** Callbacks of jobs that ended at or after this time. */
  readonly from: Date | string
  /** And before this one; absent: now. */
  readonly to?: Date | string
}

const PATH = '/api/v1/webhooks'
const textOf = (time: Date | string): string => (time instanceof Date ? time.toISOString() : time)

export class Callbacks {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Every delivery, newest first; pages are fetched as they are needed. */
  deliveries(): AsyncGenerator<Delivery> {
    return pages(async cursor => {
      const query = { cursor }
      const page = await this.#transport.json<DeliveryPage>({ method: 'GET', path: `${PATH}/deliveries`, query })
      return { items: page.deliveries, next: page.next_cursor }
    })
  }

  /** Sends one again, at once. */
  replay(deliveryId: string): Reply<Delivery> {
    return this.#transport.json({
      method: 'POST',
      path: `${PATH}/deliveries/${encodeURIComponent(deliveryId)}/replay`,
    })
  }

  /** Sends again what was given up in a time, all pages of it; how many those are. */
  async replayDead({ from, to }: ReplayTime): Promise<number> {
    let count = 0
    let cursor: string | undefined
    do {
      const body = { from: textOf(from), ...(to !== undefined && { to: textOf(to) }), cursor }
      const page = await this.#transport.json<Schemas['WebhooksReplaysReply']>({
        method: 'POST',
        path: `${PATH}/replays`,
        body: () => ({ json: JSON.stringify(body) }),
      })
      count += page.replayed
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    return count
  }

  /** Where callbacks went in the last 30 days, and how that went. */
  async endpoints(): Promise<CallbackEndpoint[]> {
    const path = `${PATH}/endpoints`
    return (await this.#transport.json<Schemas['WebhooksEndpointsReply']>({ method: 'GET', path })).endpoints
  }

  /** Sends the callbacks of a paused endpoint at once. */
  resume(endpointId: string): Reply<CallbackEndpoint> {
    return this.#transport.json({ method: 'POST', path: `${PATH}/endpoints/${encodeURIComponent(endpointId)}/resume` })
  }

  /** A new signing secret, shown this once. For a day callbacks carry the signatures of both. */
  newSecret(): Reply<Schemas['AccountWebhookSecretReply']> {
    return this.#transport.json({ method: 'POST', path: '/api/v1/account/webhook-secret' })
  }
}

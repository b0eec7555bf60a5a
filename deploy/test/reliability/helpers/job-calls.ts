/** Calls of a service whose gateways are killed and restarted: each goes to the next gateway, and a read is repeated until it is answered. */
import { createHash } from 'node:crypto'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import { CPM } from '../../../../gateway/test/helpers/networks.ts'
import { until } from '../../../../shared/test/until.ts'
import type { WholeService } from './whole-service.ts'

type Members = Record<string, unknown>

export interface Reply {
  readonly status: number
  readonly json: Members
}

/** Hash of a result without its metadata, which differs from call to call. */
export function hashOf(result: Members): string {
  const { metadata: _, ...rest } = result
  return createHash('sha256').update(JSON.stringify(rest)).digest('hex')
}

export class JobCalls {
  readonly #dispatcher = new Agent({ connections: 64, pipelining: 1, headersTimeout: 40_000, bodyTimeout: 40_000 })
  readonly #service: WholeService
  #turn = 0

  constructor(t: Test, service: WholeService) {
    this.#service = service
    t.teardown(() => this.#dispatcher.destroy())
  }

  async post(path: string, key: string, body: string, headers: Readonly<Record<string, string>> = {}): Promise<Reply> {
    const answer = await request(this.#nextGateway() + path, {
      method: 'POST',
      dispatcher: this.#dispatcher,
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      body,
    })
    return { status: answer.statusCode, json: (await answer.body.json()) as Members }
  }

  async read(path: string, key: string): Promise<Reply> {
    let found: Reply | undefined
    await until(`GET ${path} is answered`, async () => {
      try {
        const headers = { 'x-api-key': key }
        const answer = await request(this.#nextGateway() + path, { dispatcher: this.#dispatcher, headers })
        const json = (await answer.body.json()) as Members
        if (answer.statusCode !== 503) found = { status: answer.statusCode, json }
      } catch {
        // that gateway is being restarted
      }
      return found !== undefined
    })
    return found!
  }

  /** Ids of all jobs of an account. */
  async jobIds(key: string): Promise<string[]> {
    const ids: string[] = []
    for (let cursor = ''; ; ) {
      const { json } = await this.read(`/api/v1/jobs?limit=100${cursor && `&cursor=${cursor}`}`, key)
      ids.push(...(json.jobs as { job_id: string }[]).map(({ job_id }) => job_id))
      if (json.next_cursor === null) return ids
      cursor = json.next_cursor as string
    }
  }

  /** Hash of the result of a synchronous call. */
  async resultHash(body: string, key: string): Promise<string> {
    const { status, json } = await this.post(CPM, key, body)
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`)
    return hashOf(json)
  }

  #nextGateway(): string {
    const { gatewayUrls } = this.#service
    return gatewayUrls[this.#turn++ % gatewayUrls.length]!
  }
}

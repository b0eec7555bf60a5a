/**
 * A gateway process of the limiter's tests: told {url, identities, callCount, invalidEvery} it admits all calls at once, settles
 * every n-th of the admitted ones as refused and the rest as accepted, and tells what came of each.
 */
import { connect, disconnect } from '../../../shared/platform/redis/connect.ts'
import type { Admission, Identity } from '../../call/limiter.ts'
import { RedisLimiter } from '../../limits/redis-limiter.ts'

export interface Order {
  readonly url: string
  readonly identities: readonly Identity[]
  readonly callCount: number
  /** Every n-th call is invalid; 0 = none. */
  readonly invalidEvery: number
}

export interface Outcome {
  /** "2xx", "4xx" or the code of the refusal. */
  readonly answer: string
  readonly windowRemaining: number | null
}

const silent = { warn() {}, error() {} }

process.once('message', async ({ url, identities, callCount, invalidEvery }: Order) => {
  const client = connect(url, 'test')
  const limiter = new RedisLimiter(client, silent, 0)
  const call = async (i: number): Promise<Outcome> => {
    const identity = identities[i % identities.length]!
    const admission: Admission = await limiter.admit({ identity, meter: 'analysis', neededTier: 'demo', what: 'test' })
    if (!admission.ok)
      return { answer: admission.refusal.code, windowRemaining: admission.limits?.window.remaining ?? null }
    const accepted = invalidEvery === 0 || i % invalidEvery !== 0
    await new Promise(resolve => setTimeout(resolve, 5))
    await limiter.settle(admission, {
      isCharged: accepted,
      endpoint: 'test',
      taskCount: 1,
      durationMs: 1,
      costUsd: 0,
      computeMs: 0,
    })
    return { answer: accepted ? '2xx' : '4xx', windowRemaining: admission.window.remaining }
  }
  const outcomes = await Promise.all(Array.from({ length: callCount }, (_, i) => call(i)))
  process.send!(outcomes)
  disconnect(client)
  process.disconnect()
})

import t from 'tap'
import { detailOf, refuse } from '../contract/errors.ts'

t.test('one of a thing is no plural, in every text', async t => {
  const again = (retryAfterSeconds: number) => detailOf(refuse('idempotency_running', { retryAfterSeconds }))
  t.match(again(1), /Try again in 1 second\.$/)
  t.match(again(2), /Try again in 2 seconds\.$/)
  t.match(again(0), /Try again in 0 seconds\.$/)
  t.equal(
    detailOf(refuse('window_exceeded', { limit: 1, windowSeconds: 60, retryAfterSeconds: 1 })),
    'Rate limit exceeded: 1 call per 60 seconds. Try again in 1 second.',
  )
  t.match(
    detailOf(
      refuse('payload_too_large', { payloadBytes: 1, tier: 'demo', payloadBytesMax: 11, payloadMegabytesMax: 1 }),
    ),
    /has 1 byte or more.* is 11 bytes \(1 MB\)/,
  )
})

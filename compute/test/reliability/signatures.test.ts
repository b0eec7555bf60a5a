/** T14 with a verifier of other people: the package standardwebhooks. Ours and one in Python: ../webhooks/rules.test.ts. */
import fc from 'fast-check'
import { Webhook } from 'standardwebhooks'
import t from 'tap'
import { mintSecret } from '../../../shared/platform/callback/secrets.ts'
import { CallbackSigner } from '../../deliverer/sign.ts'

const SAMPLE_COUNT = 1_000
const SEED = Date.now() % 1_000_000

t.test('1,000 bodies verify, none of them with one bit changed, and none by another secret', async t => {
  t.comment(`seed ${SEED}`)
  const samples = fc.sample(fc.tuple(fc.json({ maxDepth: 4 }), fc.nat()), { numRuns: SAMPLE_COUNT, seed: SEED })
  const [current, previous, other] = [mintSecret(), mintSecret(), mintSecret()]
  const isGood = (secret: string, body: Buffer, headers: Record<string, string>): boolean => {
    try {
      new Webhook(secret).verify(body, headers)
      return true
    } catch {
      return false
    }
  }
  const counts = { current: 0, previous: 0, other: 0, tampered: 0 }
  for (const [i, [text, where]] of samples.entries()) {
    const body = Buffer.from(text)
    const signer = new CallbackSigner([current, previous], `dlv_${i}`, Date.now())
    signer.update(body)
    const headers = signer.headers()
    if (isGood(current, body, headers)) counts.current++
    if (isGood(previous, body, headers)) counts.previous++
    if (isGood(other, body, headers)) counts.other++
    const bit = where % (body.length * 8)
    const tampered = Buffer.from(body)
    tampered[bit >> 3]! ^= 1 << (bit & 7)
    if (isGood(current, tampered, headers)) counts.tampered++
  }
  t.same(counts, { current: SAMPLE_COUNT, previous: SAMPLE_COUNT, other: 0, tampered: 0 })
})

import t from 'tap'
import { BytesInFlight } from '../../call/bytes-in-flight.ts'

/** A body costs four times its size; an account may hold half of all. */
const LIMIT = 4 * 1000

t.test('a claim is brought to what a body inflates to, and refused where that has no room', t => {
  const budget = new BytesInFlight(LIMIT)
  const other = budget.claim('other')
  t.ok(other.grow(100))
  const claim = budget.claim('account')
  t.ok(claim.grow(120), 'assumed')
  t.ok(claim.settle(300), 'it is more')
  t.equal(budget.bytes, 4 * 400)
  t.notOk(claim.settle(501), 'more than half of all')
  t.equal(budget.bytes, 4 * 400, 'the claim stays as it was')
  t.ok(claim.settle(20), 'it is less')
  t.equal(budget.bytes, 4 * 120)
  claim.release()
  other.release()
  t.equal(budget.bytes, 0)
  const alone = budget.claim('account')
  t.ok(alone.grow(10))
  t.ok(alone.settle(5_000), 'an idle service takes any single body')
  alone.release()
  t.equal(budget.bytes, 0)
  t.end()
})

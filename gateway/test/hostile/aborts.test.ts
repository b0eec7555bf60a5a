/** T15, short: clients that leave at any byte cost nothing that lasts. The long run is in test/reliability. */
import t from 'tap'
import { surviveStorm } from './helpers/survive-storm.ts'

t.test('after 2,000 clients that left at random bytes nothing is in flight, claimed, queued or reserved', async t => {
  const tally = await surviveStorm(t, { aborts: 2_000, perSecond: 400 })
  for (const place of ['headers', 'body', 'awaiting', 'answer'] as const) {
    t.ok(tally[place] > 20, `${tally[place]} left: ${place}`)
  }
})

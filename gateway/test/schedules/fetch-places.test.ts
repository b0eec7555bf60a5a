/** How the places for fetched schedules are shared: whatever a few payers do, another one gets a place, and nobody more than his share. */
import fc from 'fast-check'
import t from 'tap'
import { FetchPlaces, PLACES, PLACES_OF_PAYER } from '../../schedules/sources.ts'

t.test(
  'a payer gets his places while there are many; a newcomer is refused only when half of the places are of different payers',
  async () => {
    const moves = fc.array(fc.record({ payer: fc.nat(60), isLeaving: fc.boolean() }), { maxLength: 400, size: 'max' })
    fc.assert(
      fc.property(moves, sent => {
        const places = new FetchPlaces()
        const held = new Map<string, number>()
        const of = (payer: string): number => held.get(payer) ?? 0
        for (const { payer: n, isLeaving } of sent) {
          const payer = `p${n}`
          if (isLeaving && of(payer) > 0) {
            places.leave(payer)
            held.set(payer, of(payer) - 1)
          } else if (places.take(payer)) held.set(payer, of(payer) + 1)
          else if (of(payer) === 0 && places.payerCount < PLACES / 2) return false
          const sum = [...held.values()].reduce((all, each) => all + each, 0)
          if (places.free !== PLACES - sum || of(payer) > PLACES_OF_PAYER) return false
        }
        return true
      }),
    )
  },
)

t.test('all places are taken by many payers only, and one that gets free goes to who holds none', async t => {
  const places = new FetchPlaces()
  const takeAll = (payer: string): number => {
    let count = 0
    while (places.take(payer)) count++
    return count
  }
  t.equal(takeAll('first'), PLACES_OF_PAYER)
  let payers = 1
  while (takeAll(`p${payers}`) > 0) payers++
  t.equal(places.free, 0)
  t.ok(payers >= PLACES / 2, `${payers} payers hold all places`)
  places.leave('first')
  t.equal(takeAll('first'), 0, 'who holds some does not take the last one')
  t.equal(takeAll('new'), 1)
})

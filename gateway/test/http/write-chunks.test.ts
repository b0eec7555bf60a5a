/** What a socket does not take at once: written when it takes more, from memory that nobody writes over meanwhile. */
import t from 'tap'
import { SlowAnswers } from '../../call/bytes-in-flight.ts'
import type { HttpResponse } from '../../call/uws.ts'
import { offerChunks, writeRest } from '../../call/write-chunks.ts'

/** A socket that takes so many bytes of each offer, and what it took. */
function socketOf(takesBytes: number) {
  const taken: number[] = []
  let wantsMore: (offset: number) => boolean = () => true
  const res = {
    cork: (work: () => void) => work(),
    tryEnd(rest: Uint8Array, total: number) {
      taken.push(...rest.subarray(0, takesBytes))
      return [rest.length <= takesBytes, taken.length === total]
    },
    pause: () => {},
    resume: () => {},
    onWritable: (handler: typeof wantsMore) => (wantsMore = handler),
    close: () => t.fail('the connection is kept'),
  } as unknown as HttpResponse
  return { res, taken, drain: () => wantsMore(taken.length) }
}

const write = (res: HttpResponse, chunks: readonly Uint8Array[], taken: number, total: number): Promise<void> =>
  writeRest(
    res,
    chunks,
    taken,
    total,
    new SlowAnswers(2 ** 20).placeOf('account', total),
    () => false,
    () => {},
  )

t.test('a body that the socket takes is written at once', t => {
  const { res, taken } = socketOf(10)
  t.equal(offerChunks(res, [Uint8Array.of(1, 2), new Uint8Array(0), Uint8Array.of(3)], 3), 3)
  t.same(taken, [1, 2, 3])
  t.end()
})

t.test('the rest of an answer in memory that is shared with threads is kept when that is written over', async t => {
  const { res, taken, drain } = socketOf(2)
  const lent = new Uint8Array(new SharedArrayBuffer(16)).fill(7)
  const chunks = [lent.subarray(0, 5), Uint8Array.of(8, 9)]
  const offered = offerChunks(res, chunks, 7)
  t.equal(offered, 0)
  const written = write(res, chunks, offered, 7)
  lent.fill(0)
  while (!drain()) await null
  await written
  t.same(taken, [7, 7, 7, 7, 7, 8, 9])
})

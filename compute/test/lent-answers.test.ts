/** Memory that the gateway shares with threads of small bodies, and memory of bodies: used again, and no call sees that of another. */
import t from 'tap'
import { ComputePool, type PoolOutcome, type WorkHeader } from '../worker/pool.ts'
import { Slabs } from '../worker/small-call-memory.ts'
import { workHeader } from './helpers/work-header.ts'

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)) as Uint8Array<ArrayBuffer>
const answerOf = (outcome: PoolOutcome) => {
  if (outcome.kind !== 'answer') throw new Error(outcome.kind)
  return outcome
}
const jsonOf = (outcome: PoolOutcome) => JSON.parse(Buffer.concat(answerOf(outcome).chunks).toString())

t.test('calls of a pool', async t => {
  const pool = new ComputePool({
    ...{
      workerThreads: 1,
      workerStart: 'at-once',
      workerHeapMegabytesMax: 512,
      inlineBodyBytesMax: 0,
      smallBodyBytesMax: 2 ** 20,
    },
    ...{ laneQueueMax: 1_000, laneWaitMs: 60_000, syncDeadlineSeconds: 60, onFault: () => {} },
  })
  t.teardown(() => pool.close())
  const run = (id: string, more?: Partial<WorkHeader>): Promise<PoolOutcome> => {
    const bytes = bytesOf({ tasks: [{ id: `task of ${id}`, duration_days: 1 }] })
    const body = pool.takeSlab(bytes.length)
    body.set(bytes)
    return pool.run('small', id, workHeader(id, more), [body], () => {})
  }

  await t.test('an answer that nobody gives back holds its own bytes, however many come after it', async t => {
    const ids = Array.from({ length: 40 }, (_, i) => `r${i}`)
    const kept = await Promise.all(ids.map(id => run(id)))
    // the last answers are lent until the event loop turns
    await new Promise(resolve => setImmediate(resolve))
    for (const [i, outcome] of kept.entries()) {
      const { data, metadata } = jsonOf(outcome)
      t.equal(metadata.request_id, ids[i])
      t.equal(data.tasks[0].id, `task of ${ids[i]}`)
      t.notOk(answerOf(outcome).chunks[0]!.buffer instanceof SharedArrayBuffer, 'in memory of its own')
    }
  })

  await t.test('one that is given back at once, and once more, lends its slot to later calls', async t => {
    for (let i = 0; i < 40; i++) {
      const outcome = answerOf(await run(`s${i}`))
      t.ok(outcome.chunks[0]!.buffer instanceof SharedArrayBuffer)
      t.equal(jsonOf(outcome).metadata.request_id, `s${i}`)
      outcome.giveBack?.()
      outcome.giveBack?.()
    }
    t.same(pool.load.small, { running: 0, waiting: 0 })
  })

  await t.test('headers that differ in anything but the id are told apart', async t => {
    for (const endpoint of ['/a', '/b', '/a', '/b'])
      t.match(jsonOf(await run('same', { endpoint })).metadata, { endpoint, request_id: 'same' })
    for (const accept of ['text/csv', '*/*']) {
      const { contentType } = answerOf(await run('form', { accept }))
      t.match(contentType, accept === '*/*' ? /json/ : /csv/)
    }
  })
})

t.test('memory of a body is used again only when it was given back', async t => {
  const slabs = new Slabs()
  for (const bytes of [1, 16_384, 16_385, 131_072]) {
    const first = slabs.take(bytes)
    t.equal(first.length, bytes)
    t.not(slabs.take(bytes).buffer, first.buffer)
    slabs.giveBack(first)
    t.equal(slabs.take(bytes).buffer, first.buffer)
    t.not(slabs.take(bytes).buffer, first.buffer)
  }
  t.equal(slabs.take(1_000_000).buffer.byteLength, 1_000_000)
})

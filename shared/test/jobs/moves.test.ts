/** The moves of a job on a real server: each of the table, each that is not in it, second runs, races, and what stays in memory. */
import t from 'tap'
import { completed, FRAME, RESULT, startStore, submitted, taken } from './helpers.ts'

const { store, client } = await startStore(t)

t.test('a job goes from submission to its stored result, and keeps what was said of it', async t => {
  const job = await submitted(store, 'path', { callbackUrl: 'https://example.test/?a=1' })
  t.match(job, { state: 'queued', attempts: 0, startedAtMs: null, result: null, error: null, workerMs: null })
  t.same(await store.read('path', job.jobId), job)
  t.equal(await store.queuePosition(job), 0)

  const lease = (await taken(store, 'path'))!
  t.match(lease, { fence: 1, isSuspect: false, job: { jobId: job.jobId, state: 'processing', attempts: 1 } })
  t.ok(lease.job.startedAtMs! >= job.createdAtMs)
  t.same(await store.readFrame(lease.job), FRAME)
  t.equal(await store.queuePosition(job), null)
  t.equal(await taken(store, 'path'), null)

  t.equal(await completed(store, lease), 'finished')
  const done = (await store.read('path', job.jobId))!
  t.match(done, {
    state: 'completed',
    result: { fence: 1, chunkCount: 2, bytes: 70, storedBytes: 7 },
    workerMs: 12.5,
    callbackUrl: 'https://example.test/?a=1',
  })
  t.ok(done.completedAtMs! >= done.startedAtMs!)
  const chunks = []
  for await (const chunk of store.readResult(done)) chunks.push(chunk)
  t.same(chunks, RESULT)
})

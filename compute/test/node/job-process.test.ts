/** The process of a suspect, as a node uses it: one job after the other. */
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { JobProcess } from '../../node/job-process.ts'
import { misbehaviour, type Work } from '../helpers/jobs.ts'

const IN_VAIN_MS = 20_000

t.test('a job is stopped though the one before it in the process ended before its own stop was seen', async t => {
  const process = new JobProcess({
    heapMegabytesMax: 256,
    analysersModule: new URL('./misbehaving-analysers.ts', import.meta.url).href,
    onFault: fault => t.fail(fault),
  })
  t.teardown(() => process.close())
  t.ok(await process.started)
  const run = ({ chunks, frameBytes }: Work) =>
    process.run({ chunks: chunks as Uint8Array<ArrayBuffer>[], frameBytes }, { onChunk() {} })
  const deaf = run(misbehaviour('deaf', { ms: 200 }))
  process.stop()
  t.equal((await deaf).kind, 'done')
  t.ok(process.isAlive)
  const slow = run(misbehaviour('slow', { ms: 600_000 }))
  await pause(200)
  process.stop()
  t.equal((await Promise.race([slow, pause(IN_VAIN_MS, { kind: 'never' }, { ref: false })])).kind, 'stopped')
})

t.test('a process of low priority stands back behind the node, with all threads that it starts', async t => {
  const low = new JobProcess({
    heapMegabytesMax: 64,
    analysersModule: undefined,
    priority: 'low',
    onFault: fault => t.fail(fault),
  })
  t.teardown(() => low.close())
  t.ok(await low.started)
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const [pid] = children.filter(child => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('suspect-process'))
  const newestThread = Math.max(...readdirSync(`/proc/${pid}/task`).map(Number))
  t.equal(getPriority(Number(pid)), Math.min(getPriority() + 5, 19))
  t.equal(getPriority(newestThread), Math.min(getPriority() + 15, 19), 'behind threads of jobs')
})

/** A worker of BullMQ as a process of its own. Arguments: socket of Redis, how it runs jobs, how many at once. */
import { Worker } from 'bullmq'
import { analyseBase64, connectionTo, QUEUE } from './bull-processor.ts'

const [socketPath = '', way, concurrency] = process.argv.slice(2)
const processor =
  way === 'threads'
    ? new URL('./bull-processor.ts', import.meta.url)
    : async (job: { data: { frame: string } }) => analyseBase64(job.data.frame)
const worker = new Worker(QUEUE, processor, {
  connection: connectionTo(socketPath),
  concurrency: Number(concurrency),
  useWorkerThreads: way === 'threads',
})
worker.on('error', error => process.stderr.write(`${error}\n`))
worker.on('failed', (_job, error) => process.stderr.write(`${error}\n`))
await worker.waitUntilReady()
process.send?.('ready')

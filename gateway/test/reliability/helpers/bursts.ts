/** Calls of one caller in bursts, from a thread of their own: what reads their answers must not make the calls of others late. */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

interface Bursts {
  /** Ends with the burst that is under way; statuses and how often they came. */
  stop(): Promise<Record<string, number>>
}

const SOURCE = `
const { parentPort, workerData } = require('node:worker_threads')
const http = require('node:http')
const { url, headers, count, everyMs } = workerData
const agent = new http.Agent({ keepAlive: true, maxSockets: count })
const statuses = {}
let isOver = false
const one = () => new Promise(resolve => {
  const request = http.get(url, { agent, headers }, response => {
    statuses[response.statusCode] = (statuses[response.statusCode] ?? 0) + 1
    response.on('data', () => {}).on('end', resolve).on('error', resolve)
  })
  request.on('error', resolve)
})
parentPort.once('message', () => { isOver = true })
const run = async () => {
  while (!isOver) {
    const nextAt = Date.now() + everyMs
    await Promise.all(Array.from({ length: count }, one))
    await new Promise(resolve => setTimeout(resolve, Math.max(0, nextAt - Date.now())))
  }
  agent.destroy()
  parentPort.postMessage(statuses)
}
void run()
`

export function startBursts(load: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** Calls at once. */
  readonly count: number
  /** From the start of one burst to that of the next, or until it is answered. */
  readonly everyMs: number
}): Bursts {
  const worker = new Worker(SOURCE, { eval: true, workerData: load, execArgv: [] })
  return {
    async stop() {
      worker.postMessage('stop')
      const [statuses] = (await once(worker, 'message')) as [Record<string, number>]
      await worker.terminate()
      return statuses
    },
  }
}

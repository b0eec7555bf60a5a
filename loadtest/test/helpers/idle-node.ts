/** A compute node whose jobs take their time and no processor: what is measured is who gets a thread, and when. Its threads read their analysers from here too. */
import { isMainThread } from 'node:worker_threads'
import type { Analyser } from '../../../compute/engine/result/result.ts'
import { runNode } from '../../../compute/node/run-node.ts'

const jobMs = Number(process.env.IDLE_JOB_MS)

const wait: Analyser = () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, jobMs)
  return { findings: [], recommendations: [], data: {} }
}

export const analysers: Readonly<Record<string, Analyser>> = { 'analysis.cpm': wait }

if (isMainThread) await runNode({ analysersModule: import.meta.url })

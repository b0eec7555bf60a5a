/**
 * The most memory that a call takes, beside the size of its body: that of a process of its own (its peak of resident memory as the kernel of the system keeps
 * it) over what the process had when it was idle and warm. So it counts all that there is of a call: the body as the gateway hands it on, the
 * columns, the heap with its garbage, the memory of WebAssembly, which stays, and the reply.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { NODE_FLAGS } from '../../shared/platform/process/node-flags.ts'
import type { PeakMemory } from './peak-memory-process.ts'

/** The goal, in times the body. */
const PEAK_RATIO_MAX = 2.5
/** Smaller bodies are less than what a thread keeps at hand. */
export const PEAK_TASKS_MIN = 100_000
/** Open in the process: the body comes in here. */
const BODY_FD = 4

export async function measurePeakMemory(taskCount: number, seed: number): Promise<PeakMemory> {
  const body = requestBytes(makeSchedule({ seed, taskCount }))
  const child = fork(
    fileURLToPath(new URL('./peak-memory-process.ts', import.meta.url)),
    [String(body.length), String(BODY_FD)],
    {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', 'pipe'],
      execArgv: [...NODE_FLAGS],
    },
  )
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the process ended with code ${code}`)
  })
  try {
    await Promise.race([once(child, 'message'), ended])
    await pipeline(Readable.from([body]), child.stdio[BODY_FD] as Writable)
    const [measured] = (await Promise.race([once(child, 'message'), ended])) as [PeakMemory]
    return measured
  } finally {
    ended.catch(() => {})
    child.kill()
  }
}

export function peakMemoryLine({ taskCount, bodyBytes, replyBytes, peakBytes }: PeakMemory): string {
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`
  const ratio = peakBytes / bodyBytes
  return `${taskCount} tasks: peak memory of a call ${megabytes(peakBytes)}, ${ratio.toFixed(2)} times its body of ${megabytes(bodyBytes)}; reply ${megabytes(replyBytes)}${ratio > PEAK_RATIO_MAX ? ' !' : ''}`
}

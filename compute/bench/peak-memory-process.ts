/** The process of peak-memory.ts: says that it is idle, reads a body of so many bytes from a file that is open, answers it, and sends what that took. */

import { readFileSync, readSync, writeFileSync } from 'node:fs'
import { bytesOf } from '../../shared/contract/bytes/bytes.ts'
import { workHeader } from '../test/helpers/work-header.ts'
import { answerOwnedCall, prepareThread } from '../worker/answer-call.ts'
import { collectAll } from './measure.ts'

export interface PeakMemory {
  readonly taskCount: number
  readonly bodyBytes: number
  readonly replyBytes: number
  readonly peakBytes: number
}

const WARM_CALLS = 50
const WARM_TASKS = 100

const [bodyBytes, bodyFd] = process.argv.slice(2).map(Number) as [number, number]

/** Resident memory of this process, and its peak since it was reset. */
function residentBytes(name: 'VmRSS' | 'VmHWM'): number {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync('/proc/self/status', 'utf8'))!
  return Number(kilobytes) * 1024
}
const resetPeak = (): void => writeFileSync('/proc/self/clear_refs', '5')

/** In one piece, as gateway/call/body.ts takes a body whose length is declared. */
function bodyInOnePiece(): Uint8Array<ArrayBuffer> {
  const body = new Uint8Array(bodyBytes)
  for (let at = 0; at < body.length; ) {
    const size = readSync(bodyFd, body, at, body.length - at, null)
    if (size === 0) throw new Error('the body is too short')
    at += size
  }
  return body
}

function answered(slabs: readonly Uint8Array<ArrayBuffer>[]) {
  const reply = answerOwnedCall(workHeader('bench'), slabs, [], performance.now())
  if (reply.kind !== 'answer') throw new Error(`the body got no answer: ${JSON.stringify(reply)}`)
  return { taskCount: reply.taskCount, replyBytes: bytesOf(reply.chunks) }
}

const warmTasks = Array.from({ length: WARM_TASKS }, (_, i) => ({ id: `A${i}`, duration_days: 1 }))
const warmBody = new TextEncoder().encode(JSON.stringify({ tasks: warmTasks }))
prepareThread()
for (let n = 0; n < WARM_CALLS; n++) answered([warmBody.slice()])
collectAll()
const idleBytes = residentBytes('VmRSS')
process.send!('idle')
resetPeak()
const call = answered([bodyInOnePiece()])
process.send!({ ...call, bodyBytes, peakBytes: residentBytes('VmHWM') - idleBytes } satisfies PeakMemory)

/**
 * One analysis beside the critical path of the same schedule, in turns, in a thread of its own: bytes to bytes, as the
 * worker of the service does both. State is shared with the thread that samples the heap: 1 while the analysis runs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { workRow } from '../../shared/contract/catalogue/catalogue.ts'
import { inputSha256 } from '../../shared/contract/schedule/frame.ts'
import { analysers } from '../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../engine/read/read-request.ts'
import { isRefusal } from '../engine/result/result.ts'
import { writeEnvelope } from '../engine/write/envelope.ts'

export interface AnalysisJob {
  readonly rowId: AnalysisId
  /** Bodies of the critical path and of the analysis, in shared memory. */
  readonly cpmBody: Uint8Array
  readonly body: Uint8Array
  readonly repetitions: number
  /** Entry 0: 1 while the analysis runs, else 0. */
  readonly state: Int32Array
}

export interface AnalysisTimes {
  readonly cpmMs: readonly number[]
  readonly analysisMs: readonly number[]
}

/** Kept so that no call can be left out. */
let sink = 0

function call(rowId: AnalysisId, body: Uint8Array): number {
  const from = performance.now()
  const input = readRequest(workRow(rowId), body, 'application/json', NO_LIMITS)
  if (!('schedules' in input)) throw new Error(`${rowId}: the body was refused: ${JSON.stringify(input)}`)
  const result = analysers[rowId](input, { today: 0 })
  if (isRefusal(result)) throw new Error(`${rowId}: the schedule was refused: ${JSON.stringify(result)}`)
  const facts = { taskCount: input.taskCount, inputSha256: inputSha256(input), ignoredFields: input.ignoredFields }
  sink += writeEnvelope(result, facts, 'application/json').byteCount
  return performance.now() - from
}

const { rowId, cpmBody, body, repetitions, state } = workerData as AnalysisJob
const cpmMs: number[] = []
const analysisMs: number[] = []
// the first of each warms the compiler and is left out
for (let n = -1; n < repetitions; n++) {
  const cpm = call('analysis.cpm', cpmBody)
  Atomics.store(state, 0, 1)
  const analysis = call(rowId, body)
  Atomics.store(state, 0, 0)
  if (n < 0) continue
  cpmMs.push(cpm)
  analysisMs.push(analysis)
}
if (sink === 0) throw new Error('nothing was written')
parentPort!.postMessage({ cpmMs, analysisMs } satisfies AnalysisTimes)

/**
 * Small calls that the gateway's own thread and every worker thread run before the port opens, so that no caller meets a cold thread. V8 compiles
 * what has run for some hundreds of calls; until then a call takes three to five times as long, and who takes the load of another process would refuse most calls.
 */

import type { WarmUpCall, WorkHeader, WorkMode } from '../compute/worker/pool.ts'
import { type AnalysisId, analyses } from '../shared/contract/analysis/analyses.ts'
import type { Config } from '../shared/platform/config/config.ts'
import { currentTasks, STATUS_DATE } from './sandbox/statuses.ts'

/** Of threads for large bodies, whose calls are long enough to be compiled in the first of them. */
export const FEW_ROUNDS = 4
/**
 * By WORKER_START. first: somebody waits for the port, and what is compiled would go with the memory that an idle service gives back (FEW_CALLS of
 * compute/worker/slot-loop.ts). at-once: load comes with the port; it opens 1 to 1.5 s of processor time later. on-demand: no thread is there to run them.
 */
const ROUNDS: Readonly<Record<Config['workerStart'], number>> = { first: 8, 'at-once': 300, 'on-demand': 0 }

export const roundsOf = ({ workerStart }: Config): number => ROUNDS[workerStart]

/** Fields that the tasks of the sandbox do without. */
const MORE = { wbs_name: 'Bridge', deadline: '2027-01-29' }

/** A schedule in which most fields of a task are used. */
export function warmUpWork(rounds: number): WarmUpCall[] {
  const body = new TextEncoder().encode(
    JSON.stringify({ tasks: currentTasks.map(task => ({ ...task, ...MORE })), status_date: STATUS_DATE }),
  ) as Uint8Array<ArrayBuffer>
  const header = (rowId: AnalysisId, mode: WorkMode): WorkHeader => ({
    mode,
    rowId,
    mediaType: 'application/json',
    encoding: null,
    tier: 'government',
    payloadBytesMax: body.byteLength,
    taskCountMax: currentTasks.length,
    syncTaskCountMax: currentTasks.length,
    syncHint: '',
    today: 0,
    endpoint: '',
    requestId: 'warm-up',
    accept: '',
    acceptEncoding: '',
  })
  const built = analyses.filter(row => !row.pending && row.family === 'analysis')
  const calls = (mode: WorkMode) => built.map(row => ({ header: header(row.id, mode), body }))
  const round = calls('answer')
  return [...calls('frame'), ...Array.from({ length: rounds }, () => round).flat()]
}

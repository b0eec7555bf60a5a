/** Small calls that the gateway's own thread and every worker thread run before the port opens, so that no caller meets a cold thread. */

import type { WarmUpCall, WorkHeader, WorkMode } from '../compute/worker/pool.ts'
import { type AnalysisId, analyses } from '../shared/analysis/analyses.ts'

const ROUNDS = 4

export function warmUpWork(): WarmUpCall[] {
  const tasks = Array.from({ length: 50 }, (_, i) => ({
    id: `W${i}`,
    duration_days: 1 + (i % 5),
    predecessors: i === 0 ? [] : [`W${i - 1} FS+1 d`],
  }))
  const body = new TextEncoder().encode(JSON.stringify({ tasks })) as Uint8Array<ArrayBuffer>
  const header = (rowId: AnalysisId, mode: WorkMode): WorkHeader => ({
    mode,
    rowId,
    mediaType: 'application/json',
    encoding: null,
    tier: 'government',
    payloadBytesMax: body.byteLength,
    taskCountMax: tasks.length,
    syncTaskCountMax: tasks.length,
    syncHint: '',
    today: 0,
    endpoint: '',
    requestId: 'warm-up',
    accept: '',
    acceptEncoding: '',
  })
  const built = analyses.filter(row => !row.pending && row.family === 'analysis')
  const calls = (mode: WorkMode) => built.map(row => ({ header: header(row.id, mode), body }))
  return [...calls('frame'), ...Array.from({ length: ROUNDS }, () => calls('answer')).flat()]
}

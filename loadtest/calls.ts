/** The calls that the scenarios send. */
import { analyses } from '../shared/analysis/analyses.ts'
import type { CallTemplate } from './driver.ts'
import { makeSchedule, requestBytes } from './schedules.ts'

const CPM_PATH = analyses.find(row => row.id === 'analysis.cpm')!.path

export const HEALTH_CALL: CallTemplate = { method: 'GET', path: '/health', headers: {} }

export function cpmCall(key: string, body: Uint8Array, encoding?: 'gzip'): CallTemplate {
  const headers: Record<string, string> = { 'x-api-key': key, 'content-type': 'application/json' }
  if (encoding !== undefined) headers['content-encoding'] = encoding
  return { method: 'POST', path: CPM_PATH, headers, body }
}

/** Several schedules of one size, sent in turn, so that no call is the echo of the one before. */
export const cpmCalls = (key: string, seed: number, taskCount: number, scheduleCount = 4): CallTemplate[] =>
  Array.from({ length: scheduleCount }, (_, i) =>
    cpmCall(key, requestBytes(makeSchedule({ seed: seed + i, taskCount }))),
  )

import type { WorkHeader } from '../../worker/pool.ts'

/** The header of a call of a JSON body without limits: the critical path, unless `more` says otherwise. */
export const workHeader = (requestId: string, more: Partial<WorkHeader> = {}): WorkHeader => ({
  mode: 'answer',
  rowId: 'analysis.cpm',
  mediaType: 'application/json',
  encoding: null,
  tier: 'government',
  ...{ payloadBytesMax: 2 ** 29, taskCountMax: 1_000_000, syncTaskCountMax: 1_000_000, syncHint: '', today: 20_000 },
  endpoint: '/api/v1/analysis/cpm',
  requestId,
  accept: '*/*',
  acceptEncoding: '',
  ...more,
})

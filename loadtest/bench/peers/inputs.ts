/** Small schedules as a gateway's worker leaves them: frames of /analysis/cpm. */
import { type ReadLimits, readRequest } from '../../../compute/engine/read/read-request.ts'
import { workRow } from '../../../shared/catalogue/catalogue.ts'
import { encodeFrame, inputSha256 } from '../../../shared/schedule/frame.ts'
import { makeSchedule, requestBytes } from '../../schedules.ts'

export interface Input {
  readonly frame: Uint8Array
  readonly taskCount: number
  readonly linkCount: number
}

const ROW = 'analysis.cpm'
const LIMITS: ReadLimits = {
  ...{ tier: 'government', taskCountMax: 1_000_000, taskSumMax: 1_000_000 },
  ...{ syncTaskCountMax: Number.POSITIVE_INFINITY, asyncHint: '' },
}

export function inputOf(taskCount: number, seed: number): Input {
  const body = requestBytes(makeSchedule({ taskCount, seed }))
  const row = workRow(ROW)
  const input = readRequest(row as never, body, 'application/json', LIMITS)
  if (!('schedules' in input)) throw new Error(input.code)
  const frame = encodeFrame({ rowId: ROW, today: 0, inputSha256: inputSha256(input), input }, row.columns)
  const linkCount = [...input.schedules.values()].reduce((sum, { links }) => sum + links.task.length, 0)
  return { frame, taskCount: input.taskCount, linkCount }
}

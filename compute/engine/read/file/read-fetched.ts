/** A schedule that was fetched from an address: what it is, its first bytes say, whatever its server calls it. */
import { type Refusal, refuse } from '../../../../shared/contract/errors.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { SchedulesWanted } from '../kept/kept-schedule.ts'
import { type ReadLimits, type ReadRow, readRequest } from '../read-request.ts'
import { type FileBody, readFileRequest } from './read-file-request.ts'
import { isFileFormat, isForeign, refuseForeign, refuseUnknown, sniff } from './sniff.ts'

const WHERE = 'The file at the given address'

/** row: of one schedule, without a place for another address. endpoint: path of the call, for words. */
export function readFetched(
  row: ReadRow,
  body: Uint8Array,
  file: FileBody,
  limits: ReadLimits,
  endpoint: string,
): AnalysisInput | Refusal {
  const sent = sniff(body)
  if (isFileFormat(sent)) return readFileRequest(row, body, file, limits, endpoint)
  if (isForeign(sent)) return refuseForeign(WHERE, sent)
  if (sent === undefined) return refuseUnknown(WHERE)
  try {
    const read = readRequest(row, body, `application/${sent}`, limits)
    return 'code' in read && read.code === 'schedule_not_found' ? refuseHandle() : read
  } catch (error) {
    if (error instanceof SchedulesWanted) return refuseHandle()
    throw error
  }
}

/** Whoever wrote the file may be another than the caller, whose schedules it would name. */
function refuseHandle(): Refusal {
  const msg = `${WHERE} names a kept schedule. It must hold the schedule itself: a project file, or JSON with tasks.`
  return { ...refuse('validation'), faults: [{ loc: ['body', 'schedule_id'], msg, type: 'value' }], faultCount: 1 }
}

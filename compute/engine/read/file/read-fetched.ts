/** A schedule that was fetched from an address: what it is, its first bytes say, whatever its server calls it. */
import type { Refusal } from '../../../../shared/errors.ts'
import type { AnalysisInput } from '../../../../shared/schedule/input.ts'
import { type ReadLimits, type ReadRow, readRequest } from '../read-request.ts'
import { type FileBody, readFileRequest } from './read-file-request.ts'
import { isFileFormat, isForeign, refuseForeign, refuseUnknown, sniff } from './sniff.ts'

const WHERE = 'The file at source_url'

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
  return readRequest(row, body, `application/${sent}`, limits)
}

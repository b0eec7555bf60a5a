/** A report without the status date that an analysis needs: says so, and how the request of the report sends it, whatever the analysis calls it. */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import { NO_DATA_DATE } from '../read/file/containers.ts'
import { type Schema, schemaAt } from '../read/file/schema-at.ts'
import { WORDS } from './words.ts'

const STATUS_DATE = 'status_date'
const OPTIONS = 'options'

/** scheduleAt: member of the report with the schedule; '': it stands beside the status date. isFile: it was read from a project file. */
export function sayMissingDate(
  faults: readonly ValidationFault[],
  { request }: AnalysisRow,
  scheduleAt: string,
  isFile: boolean,
): ValidationFault[] {
  const loc = ['body', ...(scheduleAt === '' ? [] : [scheduleAt]), STATUS_DATE]
  const member = loc.slice(1).join('.')
  const msg = isFile ? NO_DATA_DATE(member) : WORDS.noStatusDate(member)
  const isOption = schemaAt(request as Schema, [OPTIONS])?.required?.includes(STATUS_DATE) === true
  const isOfDate = ({ loc: place, type }: ValidationFault): boolean =>
    type === 'missing' && (place.at(-1) === STATUS_DATE || (isOption && place.length === 2 && place[1] === OPTIONS))
  return faults.map(fault => (isOfDate(fault) ? { loc, msg, type: fault.type } : fault))
}

/** Why a schedule is not fetched from its address. */
import { SOURCE_MEMBER } from '../../shared/contract/endpoint/schedule-paths.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'

/** Seconds until a fetch of another call may have ended. */
const RETRY_SECONDS = 5

const atSource = (msg: string, type: string): Pick<Refusal, 'faults' | 'faultCount'> => ({
  faults: [{ loc: ['body', SOURCE_MEMBER], msg, type }],
  faultCount: 1,
})

/** What the 422 of a file that did not come has beside its code. */
export const sourceFault = (reason: string): Pick<Refusal, 'faults' | 'faultCount'> =>
  atSource(`The file could not be fetched: ${reason}.`, 'not_fetched')

/** Nothing is wrong with the address as such: the other side did not give the file. */
export const sourceFailed = (reason: string): Refusal => ({
  ...refuse('source_failed', { reason }),
  ...sourceFault(reason),
})

/** The address cannot be one. */
export const sourceRefused = (msg: string): Refusal => ({ ...refuse('validation'), ...atSource(msg, SOURCE_MEMBER) })

export const sourcesOff = (): Refusal =>
  sourceRefused('This service does not fetch schedules (its operator has not set SOURCE_URL): send the file itself.')

export const noPlace = (): Refusal =>
  refuse('capacity_exceeded', { what: 'schedules that are fetched at once', retryAfterSeconds: RETRY_SECONDS })

/**
 * Refuses a call of an account that has used far more thread time than its tier has (compute/worker/thread-time.ts), before its body is read. A message
 * is still read: its tools are refused, as for a window that is used up.
 */
import type { Overdrawn } from '../../../compute/worker/pool.ts'
import { type Refusal, refuse } from '../../../shared/contract/errors.ts'
import type { Gateway } from '../../gateway.ts'
import { isMessage } from '../../route/routes.ts'
import type { AdmittedCall, Outcome } from '../call.ts'

export function checkThreadTime<Reached extends AdmittedCall>(call: Reached, gateway: Gateway): Outcome<Reached> {
  const { threadTime } = gateway.pool
  const overdrawn = threadTime.overdrawn(call.payer)
  if (overdrawn === undefined) return call
  threadTime.noteRefusal(call.payer)
  const refusal = refusalOf(overdrawn)
  if (!isMessage(call.route)) return { refusal }
  call.toolRefusal ??= refusal
  return call
}

const seconds = (ms: number): number => Math.round(ms / 100) / 10

const refusalOf = ({ debtMs, debtMsMax, msPerSecond, retryAfterSeconds, dearest }: Overdrawn): Refusal =>
  refuse('compute_exceeded', {
    usedSeconds: seconds(debtMs),
    usedSecondsMax: seconds(debtMsMax),
    msPerSecond: Math.round(msPerSecond),
    dearestEndpoint: dearest.endpoint,
    dearestSeconds: seconds(dearest.workMs),
    dearestKilobytes: Math.ceil(dearest.bodyBytes / 1024),
    retryAfterSeconds,
  })

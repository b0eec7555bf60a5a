/** Admits a control call: a handler answers it for an account, without a worker and without a unit of the month. */
import type { Gateway } from '../../gateway.ts'
import type { NotAdmitted } from '../../limits/limiter.ts'
import { windowRefusal } from '../../limits/refusals.ts'
import { type AccountCall, type IdentifiedCall, type Outcome, setLimits } from '../call.ts'
import { checkAdmission } from './check-admission.ts'

/** Maximum age of a record that GET /api/v1/account/tier may answer from while the store is unavailable. */
const STALE_LIMITS_MS = 120_000

export async function admitControl(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<AccountCall>> {
  const admission = await checkAdmission(call, gateway)
  switch (admission.state) {
    case 'admitted':
      call.admitted = admission.admission
      setLimits(call, admission.admission)
      return call
    case 'guest':
      return { refusal: admission.guest.refusal }
    case 'ended':
      return admission.end
    case 'refused':
      return admitDespiteRefusal(call, gateway, admission.admission)
  }
}

/** Admits the tier lookup from memory while the store is unavailable, and suspended accounts to the rows that end a suspension. */
function admitDespiteRefusal(
  call: IdentifiedCall,
  gateway: Gateway,
  { refusal, limits }: NotAdmitted,
): Outcome<AccountCall> {
  const { row } = call.route
  if (row.kind !== 'service') return { refusal }
  if (refusal.code === 'store_unavailable' && row.id === 'account.tier') {
    const recent = gateway.limiter.recent(call.identity, STALE_LIMITS_MS)
    if (recent === null) return { refusal }
    call.areLimitsStale = true
    setLimits(call, recent)
    return call
  }
  if (refusal.code === 'account_suspended' && limits !== null && row.admitsSuspended) {
    const { exceeded, limit, retryAfterSeconds } = limits.window
    if (exceeded) return { refusal: windowRefusal(limit, retryAfterSeconds) }
    setLimits(call, limits)
    return call
  }
  return { refusal }
}

/** Lets a call in that a handler answers for an account: it needs no worker, and costs no unit of the month. */
import type { Gateway } from '../../gateway.ts'
import type { NotAdmitted } from '../../limits/limiter.ts'
import { windowRefusal } from '../../limits/refusals.ts'
import { type AccountCall, type IdentifiedCall, type Outcome, setLimits } from '../call.ts'
import { askLimiter } from './ask-limiter.ts'

/** Age of a record that GET /api/v1/account/tier may answer from while the store is away. */
const STALE_LIMITS_MS = 120_000

export async function admitControl(call: IdentifiedCall, gateway: Gateway): Promise<Outcome<AccountCall>> {
  const asked = await askLimiter(call, gateway)
  switch (asked.state) {
    case 'admitted':
      call.admitted = asked.admission
      setLimits(call, asked.admission)
      return call
    case 'guest':
      return { refusal: asked.guest.refusal }
    case 'ended':
      return asked.end
    case 'refused':
      return admitAllTheSame(call, gateway, asked.admission)
  }
}

/** Rows that answer from memory while the store is away, and those by which the suspension of an account ends. */
function admitAllTheSame(
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

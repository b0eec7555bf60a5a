/** Hands the body to a worker, and turns what comes back into a reply. The event loop never looks into a schedule. */
import { asyncPath } from '../../shared/endpoint/analysis-row.ts'
import { admits } from '../../shared/tiers.ts'
import type { Gateway } from '../gateway.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import { workRow } from '../http/routes.ts'
import { runWork } from './run-work.ts'

export async function dispatch(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const row = workRow(call.route)
  const isAsyncOpen = row.kind === 'analysis' && admits(row.asyncTier, call.admitted!.tier)
  const outcome = await runWork(call, gateway, {
    mode: 'answer',
    syncTaskCountMax: gateway.config[row.kind === 'analysis' ? row.syncLimit : 'syncTaskCountMax'],
    syncHint: isAsyncOpen
      ? `Send larger schedules to ${asyncPath(row)}.`
      : 'Upgrade to the tier starter or higher and use the async path.',
  })
  if (outcome.kind === 'gone') return { gone: true }
  if (outcome.kind === 'refusal') return { refusal: outcome.refusal }
  if (outcome.kind !== 'answer') throw new Error(`a worker made a ${outcome.kind} of a call that wants an answer`)
  return {
    reply: {
      status: 200,
      headers: {
        'content-type': outcome.contentType,
        ...(outcome.contentEncoding === null ? {} : { 'content-encoding': outcome.contentEncoding }),
        vary: 'accept, accept-encoding',
        'cache-control': 'no-store',
      },
      body: outcome.chunks,
    },
  }
}

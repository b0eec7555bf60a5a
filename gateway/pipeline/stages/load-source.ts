/** A schedule that a caller names by its address: it is fetched without a thread or a slot of a lane, then a worker reads it like an upload. */
import type { PoolOutcome } from '../../../compute/worker/pool.ts'
import { SCHEDULES_PATH } from '../../../shared/contract/endpoint/paths.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import { inStep } from '../../../shared/platform/tracing/tracing.ts'
import type { ReceivedCall } from '../../call/call.ts'
import type { Gateway } from '../../call/gateway.ts'
import { sourcesOff } from '../../schedules/fetch-file.ts'
import { runWork, type WhenCancelled } from './run-work.ts'

const refused = (refusal: Refusal): PoolOutcome => ({ kind: 'refusal', refusal, taskCount: 0, workerMs: 0 })

/** Comes to `loaded`, `refusal` or `gone`. */
export async function loadSource(
  call: ReceivedCall,
  gateway: Gateway,
  sourceUrl: string,
  whenCancelled?: WhenCancelled,
): Promise<PoolOutcome> {
  if (gateway.sources === null) return refused(sourcesOff())
  const step = call.exchange.span?.child('fetch source')
  const fetched = await inStep(step, gateway.sources.fetch(call, gateway, sourceUrl, whenCancelled))
  if (fetched === null) return { kind: 'gone' }
  if ('code' in fetched) return refused(fetched)
  call.fetchedBytes = fetched.bytes
  call.bodyForm = { mediaType: 'application/json', file: { boundary: null }, encoding: fetched.encoding }
  call.body = fetched.slabs
  return runWork(call, gateway, {
    mode: 'load',
    rowId: 'schedules.create',
    endpoint: SCHEDULES_PATH,
    isFetched: true,
    syncTaskCountMax: Number.POSITIVE_INFINITY,
    syncHint: '',
    ...(whenCancelled && { whenCancelled }),
  })
}

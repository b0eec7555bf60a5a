/** The calls the gateway answers itself: handler by the id of the row. A test compares rows and handlers both ways. */
import type { Gateway } from '../gateway.ts'
import type { Call, StageOutcome } from '../http/call.ts'
import type { Answer } from '../http/exchange.ts'
import { cancelJob } from '../jobs/cancel.ts'
import { listJobs } from '../jobs/list.ts'
import { readJob } from '../jobs/read.ts'
import { removeJob } from '../jobs/remove.ts'
import { readResult } from '../jobs/result.ts'
import { checkCatalogue } from '../service/check-catalogue.ts'
import { contact } from '../service/contact.ts'
import { docsAssetFile, docsPageFile, openApi } from '../service/docs.ts'
import { errors } from '../service/errors.ts'
import { liveness } from '../service/liveness.ts'
import { preflight } from '../service/preflight.ts'
import { readiness } from '../service/readiness.ts'
import { listFixtures, readFixture } from '../service/sandbox.ts'
import { tier } from '../service/tier.ts'
import { usage } from '../service/usage.ts'
import { listDeliveries, replayDelivery } from '../webhooks/deliveries.ts'
import { newWebhookSecret } from '../webhooks/secret.ts'

type Handler = (gateway: Gateway, call: Call) => Answer | Promise<Answer>

export const HANDLERS: Readonly<Record<string, Handler>> = {
  'liveness.health': liveness,
  'liveness.infrastructure': liveness,
  'readiness.ready': readiness,
  'docs.openapi': openApi,
  'docs.page': docsPageFile,
  'docs.asset': docsAssetFile,
  'errors.list': errors,
  'catalogue.checks': checkCatalogue,
  'account.tier': tier,
  'account.usage': usage,
  'account.webhook-secret': newWebhookSecret,
  'auth.keys.preflight': preflight,
  'auth.keys.one.preflight': preflight,
  'auth.account.preflight': preflight,
  'contact.submit': contact,
  'sandbox.list': listFixtures,
  'sandbox.read': readFixture,
  'jobs.list': listJobs,
  'jobs.read': readJob,
  'jobs.result': readResult,
  'jobs.cancel': cancelJob,
  'jobs.delete': removeJob,
  'webhooks.list': listDeliveries,
  'webhooks.replay': replayDelivery,
}

export async function handle(call: Call, gateway: Gateway): Promise<StageOutcome> {
  const { row } = call.route
  if (row.kind !== 'service') throw new Error(`${row.path} is not answered by a handler`)
  const answer = await HANDLERS[row.id]!(gateway, call)
  return 'refusal' in answer ? answer : { reply: answer }
}

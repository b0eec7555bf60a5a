/**
 * The handlers of the calls that the gateway answers itself, by row id. There is one table for each type of call. A row without a handler,
 * a handler in the wrong table, and a handler that expects another body, query or path than its row all fail to compile.
 */
import type { HandledId, HandledIdOf, ServiceId } from '../../../shared/contract/endpoint/service.ts'
import { checkout, portal } from '../../billing/checkout.ts'
import { marketplaceEvent } from '../../billing/marketplace.ts'
import { overageExport } from '../../billing/overage-export.ts'
import { paymentEvent } from '../../billing/payment-events.ts'
import { reconcile } from '../../billing/reconcile.ts'
import type { AccountCall, Call, CallTo, SubjectCall } from '../../call/call.ts'
import type { Answer } from '../../call/exchange.ts'
import type { Gateway } from '../../call/gateway.ts'
import { cancelJob, finishJob, listJobs, readJob, removeJob } from '../../jobs/jobs.ts'
import { readResult } from '../../jobs/result.ts'
import { listSchedules, readContent, readSchedule, removeSchedule } from '../../schedules/schedules.ts'
import { profile, signup, tier } from '../../service/account.ts'
import { contact } from '../../service/contact.ts'
import { deleteAccount } from '../../service/delete-account.ts'
import {
  checkCatalogue,
  docsAssetFile,
  docsPageFile,
  endSession,
  errors,
  guidePage,
  listTools,
  methodPage,
  methodsPage,
  openApi,
  openStream,
  pageAssetFile,
  pageFile,
  skillFile,
} from '../../service/documents.ts'
import { frontPage } from '../../service/front.ts'
import { liveness, preflight, readiness } from '../../service/health.ts'
import { createKeyOf, labelKeyOf, listKeysOf, revokeKeyOf } from '../../service/keys.ts'
import { llmsText } from '../../service/llms.ts'
import { endLogin, protectedResource, startLogin } from '../../service/login.ts'
import { pageKey, playgroundKey } from '../../service/page-keys.ts'
import { registryEntry } from '../../service/registry-entry.ts'
import { listFixtures, readFixture } from '../../service/sandbox.ts'
import { usage } from '../../service/usage.ts'
import {
  listDeliveries,
  listEndpoints,
  newWebhookSecret,
  replayDeliveries,
  replayDelivery,
  resumeEndpoint,
} from '../../webhooks/deliveries.ts'
import type { LastStage } from '../table.ts'

type Handler<Reached extends Call> = (gateway: Gateway, call: Reached) => Answer | Promise<Answer>
type Handlers<Id extends ServiceId, Reached extends Call> = {
  readonly [Each in Id]: Handler<CallTo<Each, Reached>>
}

type SubjectId = HandledIdOf<'subject'>
type AccountRowId = HandledIdOf<'key' | 'bearer'>
type OpenId = Exclude<HandledId, SubjectId | AccountRowId>

/** For callers without an identity, or with a secret that the handler checks. */
const OPEN_HANDLERS: Handlers<OpenId, Call> = {
  'liveness.health': liveness,
  'liveness.infrastructure': liveness,
  'readiness.ready': readiness,
  'docs.front': frontPage,
  'docs.openapi': openApi,
  'docs.page': docsPageFile,
  'docs.asset': docsAssetFile,
  'docs.guide': guidePage,
  'docs.methods': methodsPage,
  'docs.method': methodPage,
  'docs.llms': llmsText,
  'docs.skill': skillFile,
  'docs.registry': registryEntry,
  'errors.list': errors,
  'catalogue.checks': checkCatalogue,
  'playground.key': playgroundKey,
  'page.asset': pageAssetFile,
  'page.file': pageFile,
  'page.key': pageKey,
  'auth.resource': protectedResource,
  'auth.resource.mcp': protectedResource,
  'auth.login': startLogin,
  'auth.callback': endLogin,
  'auth.keys.preflight': preflight,
  'auth.keys.one.preflight': preflight,
  'auth.account.preflight': preflight,
  'contact.submit': contact,
  'mcp.stream': openStream,
  'mcp.end': endSession,
  'billing.stripe': paymentEvent,
  'billing.marketplace': marketplaceEvent,
  'billing.overage': overageExport,
}

/** For users who need not have signed up. */
const SUBJECT_HANDLERS: Handlers<SubjectId, SubjectCall> = {
  'auth.signup': signup,
  'auth.account.delete': deleteAccount,
}

/** For accounts. */
const ACCOUNT_HANDLERS: Handlers<AccountRowId, AccountCall> = {
  'account.tier': tier,
  'account.usage': usage,
  'account.webhook-secret': newWebhookSecret,
  'auth.keys.list': listKeysOf,
  'auth.keys.create': createKeyOf,
  'auth.keys.label': labelKeyOf,
  'auth.keys.revoke': revokeKeyOf,
  'auth.profile': profile,
  'sandbox.list': listFixtures,
  'sandbox.read': readFixture,
  'schedules.list': listSchedules,
  'schedules.read': readSchedule,
  'schedules.content': readContent,
  'schedules.delete': removeSchedule,
  'jobs.list': listJobs,
  'jobs.read': readJob,
  'jobs.result': readResult,
  'jobs.cancel': cancelJob,
  'jobs.finish': finishJob,
  'jobs.delete': removeJob,
  'webhooks.list': listDeliveries,
  'webhooks.replay': replayDelivery,
  'webhooks.replays': replayDeliveries,
  'webhooks.endpoints': listEndpoints,
  'webhooks.resume': resumeEndpoint,
  'mcp.tools': listTools,
  'billing.checkout': checkout,
  'billing.reconcile': reconcile,
  'billing.portal': portal,
}

export const HANDLERS = { open: OPEN_HANDLERS, subject: SUBJECT_HANDLERS, account: ACCOUNT_HANDLERS }

function handleBy<Id extends ServiceId, Reached extends Call>(handlers: Handlers<Id, Reached>): LastStage<Reached> {
  const isHandled = (id: ServiceId): id is Id => id in handlers
  return async (call, gateway) => {
    const { row } = call.route
    if (row.kind !== 'service' || !isHandled(row.id)) throw new Error(`${row.path} is not answered by a handler`)
    // the cast is safe: the body was checked against this row, and the path matched it
    const answer = await (handlers[row.id] as Handler<Call>)(gateway, call)
    return 'refusal' in answer ? answer : { reply: answer }
  }
}

export const handleOpen = handleBy(OPEN_HANDLERS)
export const handleSubject = handleBy(SUBJECT_HANDLERS)
export const handleAccount = handleBy(ACCOUNT_HANDLERS)

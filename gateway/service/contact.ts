/**
 * POST /api/v1/contact/submit: keeps a message for the operator and posts it to CONTACT_WEBHOOK_URL. If the hidden field of the form is
 * filled, a program filled it: the call is answered as usual, and the message is dropped.
 */

import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import type { Log } from '../../shared/platform/process/log.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { jsonReply, withStore } from '../call/answers.ts'
import type { CallTo } from '../call/call.ts'
import { addressName } from '../call/caller.ts'
import type { Answer } from '../call/exchange.ts'
import type { Gateway } from '../call/gateway.ts'
import { type ContactMessage, countOfAddress, keepMessage } from '../store/contact.ts'

// Posts a contact form to the operator's address in the background. The form is already stored, so a receiver that fails through all retries
// costs only a line in the log, which names the form.

/** Before each try. */
const WAITS_MS = [0, 1_000, 5_000, 25_000]
const TRY_MS_MAX = 10_000

async function forwardMessage(url: string, message: ContactMessage, log: Log): Promise<void> {
  const { submissionId, ...rest } = message
  const body = JSON.stringify({ submission_id: submissionId, ...rest })
  let reason = ''
  for (const waitMs of WAITS_MS) {
    // a process that ends does not wait for it
    if (waitMs > 0) await pause(waitMs, undefined, { ref: false })
    try {
      reason = await post(url, body)
    } catch (error) {
      reason = (error as Error & { code?: string }).code ?? (error as Error).name
    }
    if (reason === '') return
  }
  log.error({ submissionId, reason }, 'contact form not forwarded, but stored: npm run admin -- contact list')
}

/** Empty = it arrived. Redirects are not followed: undici's request does not. */
async function post(url: string, body: string): Promise<string> {
  const { request } = await import('undici')
  const answer = await request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(TRY_MS_MAX),
  })
  await answer.body.dump()
  return answer.statusCode >= 200 && answer.statusCode < 300 ? '' : `status ${answer.statusCode}`
}

/** Forms of one address, and within which time. */
const FORMS_PER_SPAN = 5
const SPAN_MS = 600_000
const FULL_RETRY_SECONDS = 3_600

const tooMany = (leftMs: number): Refusal =>
  refuse('contact_limit', {
    limit: FORMS_PER_SPAN,
    windowSeconds: SPAN_MS / 1000,
    retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)),
  })

export const contact = withStore(async (gateway: Gateway, call: CallTo<'contact.submit'>): Promise<Answer> => {
  const form = call.json
  const submissionId = randomUUID()
  const received = jsonReply(200, { status: 'received', submission_id: submissionId }, { 'cache-control': 'no-store' })
  const counter = keys.addressCount(addressName(call.address), 'contact')
  const { count, leftMs } = await countOfAddress(gateway.redis, counter, SPAN_MS)
  if (count > FORMS_PER_SPAN) return { refusal: tooMany(leftMs) }
  if (form.website !== undefined && form.website !== '') return received
  const { name, email, kind, message, company = '' } = form
  const kept: ContactMessage = { submissionId, name, email, kind, company, message }
  if ((await keepMessage(gateway.redis, kept)) === 'full') {
    gateway.log.error(call.exchange.logIds, 'the store of contact forms is full: read and remove some')
    return { refusal: refuse('capacity_exceeded', { what: 'contact forms', retryAfterSeconds: FULL_RETRY_SECONDS }) }
  }
  if (gateway.config.contactWebhookUrl !== undefined)
    void forwardMessage(gateway.config.contactWebhookUrl, kept, gateway.log)
  return received
})

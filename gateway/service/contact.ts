/**
 * POST /api/v1/contact/submit: keeps a message for the operator and posts it to CONTACT_WEBHOOK_URL. If the hidden field of the form is
 * filled, a program filled it: the call is answered as usual, and the message is dropped.
 */
import { randomUUID } from 'node:crypto'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { addressName } from '../limits/address.ts'
import type { CallTo } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'
import { countOfAddress } from '../store/address-count.ts'
import { type ContactMessage, keepMessage } from '../store/contact.ts'
import { forwardMessage } from './forward-message.ts'
import { withStore } from './with-store.ts'

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

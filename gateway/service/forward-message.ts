/**
 * Posts a contact form to the operator's address in the background. The form is already stored, so a receiver that fails through all retries
 * costs only a line in the log, which names the form.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../../shared/platform/process/log.ts'
import type { ContactMessage } from '../store/contact.ts'

/** Before each try. */
const WAITS_MS = [0, 1_000, 5_000, 25_000]
const TRY_MS_MAX = 10_000

export async function forwardMessage(url: string, message: ContactMessage, log: Log): Promise<void> {
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

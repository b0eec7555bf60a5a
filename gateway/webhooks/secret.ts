/** POST /api/v1/account/webhook-secret: creates a signing secret, which is shown only once. */
import type { Gateway } from '../gateway.ts'
import type { Answer } from '../http/exchange.ts'
import { moment, momentOrNull } from '../jobs/job-record.ts'
import type { IdentifiedCall } from '../pipeline/call.ts'
import { jsonReply } from '../reply/json-reply.ts'

export async function newWebhookSecret(gateway: Gateway, call: IdentifiedCall): Promise<Answer> {
  const { accountId, keyId } = call.identity
  const made = await gateway.callbacks.changeSecret(accountId, keyId)
  if ('code' in made) return { refusal: made }
  return jsonReply(
    201,
    {
      secret: made.secret,
      created_at: moment(made.createdAtMs),
      previous_valid_until: momentOrNull(made.previousUntilMs),
    },
    { 'cache-control': 'no-store' },
  )
}

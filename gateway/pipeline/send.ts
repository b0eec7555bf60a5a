/** What every answer has beside its own: the id of the request, rate headers, what browsers are told, and whether the connection ends with it. */
import type { Refusal } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { challengeAt } from '../reply/challenge.ts'
import { corsHeaders, withVary } from '../reply/cors.ts'
import { refusalReply } from '../reply/refusal-reply.ts'

export type Sent = Promise<void> | undefined

export function send(
  exchange: Exchange,
  gateway: Gateway,
  reply: Reply,
  headers: Readonly<Record<string, string>>,
): Sent {
  const whole: Reply = {
    ...reply,
    headers: {
      'x-request-id': exchange.requestId,
      ...headers,
      'x-content-type-options': 'nosniff',
      ...withVary(corsHeaders(gateway.config.allowedOrigins, exchange.header('origin')), reply.headers),
    },
    ...(gateway.draining || exchange.isLast ? { close: true } : {}),
  }
  const sent = exchange.send(whole, error =>
    gateway.log.warn({ ...exchange.logIds, reason: (error as Error).message }, 'answer cut short'),
  )
  if (!exchange.isOver) {
    const step = exchange.span?.child('write answer')
    if (step !== undefined) exchange.whenEnded(() => step.end())
  }
  return sent
}

/** A refusal in the form that the caller asks for. */
export const replyTo = (refusal: Refusal, exchange: Exchange, { config }: Gateway): Reply =>
  refusalReply(refusal, {
    requestId: exchange.requestId,
    path: exchange.path,
    accept: exchange.header('accept') ?? '',
    challenge: refused => challengeAt(config, exchange.path, refused),
  })

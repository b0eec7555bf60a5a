/** Adds what every answer has: request id, rate headers, headers for browsers, and whether the connection is closed. */
import type { Refusal } from '../../shared/errors.ts'
import type { Gateway } from '../gateway.ts'
import type { Exchange, Reply } from '../http/exchange.ts'
import { challengeAt } from '../reply/challenge.ts'
import { corsHeaders, withVary } from '../reply/cors.ts'
import { refusalReply } from '../reply/refusal-reply.ts'

export type Sent = Promise<void> | undefined

/** Headers of an answer: its own, and those that every answer has. */
export const headersOf = (
  exchange: Exchange,
  gateway: Gateway,
  headers: Readonly<Record<string, string>>,
  own: Reply['headers'],
): Readonly<Record<string, string>> => ({
  'x-request-id': exchange.requestId,
  ...headers,
  'x-content-type-options': 'nosniff',
  ...withVary(corsHeaders(gateway.config.allowedOrigins, exchange.header('origin')), own),
})

export function send(
  exchange: Exchange,
  gateway: Gateway,
  reply: Reply,
  headers: Readonly<Record<string, string>>,
): Sent {
  const { status, body, close } = reply
  const whole: Reply = {
    status,
    headers: headersOf(exchange, gateway, headers, reply.headers),
    body,
    close: gateway.draining || exchange.isLast ? true : close,
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

/** A refusal in the format that the caller accepts. */
export const replyTo = (refusal: Refusal, exchange: Exchange, { config }: Gateway): Reply =>
  refusalReply(refusal, {
    requestId: exchange.requestId,
    path: exchange.path,
    accept: exchange.header('accept') ?? '',
    challenge: refused => challengeAt(config, exchange.path, refused),
  })

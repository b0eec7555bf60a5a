/** Adds what every answer has: request id, rate headers, headers for browsers, and whether the connection is closed. */
import type { Refusal } from '../../shared/contract/errors.ts'
import type { Gateway } from '../gateway.ts'
import { type Exchange, headerLines, type Reply } from '../http/exchange.ts'
import { challengeAt } from '../reply/challenge.ts'
import { corsHeaders, withVary } from '../reply/cors.ts'
import { refusalReply } from '../reply/refusal-reply.ts'

export type Sent = Promise<void> | undefined

/** Headers of an answer as lines: those that every answer has, and its own. rateLines: of its window (rate-headers.ts). */
export const headOf = (exchange: Exchange, { config }: Gateway, rateLines: string, own: Reply['headers']): string =>
  `${rateLines}\r\nx-content-type-options: nosniff${headerLines(withVary(corsHeaders(config.allowedOrigins, exchange.header('origin')), own))}`

export function send(exchange: Exchange, gateway: Gateway, reply: Reply, rateLines: string): Sent {
  const { status, body, close } = reply
  const answered = { status, body, close: gateway.draining || exchange.isLast ? (true as const) : close }
  const head = headOf(exchange, gateway, rateLines, reply.headers)
  const sent = exchange.send(answered, head, gateway.slowAnswers, error =>
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

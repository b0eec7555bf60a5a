/** OPTIONS of the paths that web pages call: what a script may do there, when its page is of a listed origin. */
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import { methodsOf, preflightHeaders } from '../http/cors.ts'
import type { Reply } from '../http/exchange.ts'
import { jsonReply } from '../http/json-reply.ts'

export function preflight({ config }: Gateway, { exchange, route }: Call): Reply {
  const { path } = route.row
  const allow = methodsOf(path)
  const headers = preflightHeaders(config.allowedOrigins, exchange.header('origin'), path)
  return jsonReply(200, { allow }, { allow, ...headers })
}

/** OPTIONS of the paths that have a row for it. For other paths pipeline/early-refusal.ts gives browsers the same answer. */
import type { Gateway } from '../gateway.ts'
import type { Reply } from '../http/exchange.ts'
import type { Call } from '../pipeline/call.ts'
import { methodsOf, preflightReply } from '../reply/cors.ts'

export const preflight = ({ config }: Gateway, { exchange, route }: Call): Reply =>
  preflightReply(config.allowedOrigins, exchange.header('origin'), methodsOf(route.row.path))

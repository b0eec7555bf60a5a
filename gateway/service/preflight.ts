/** OPTIONS of the paths that have a row for it. Browsers are told the same at every other path, see http/pipeline.ts. */
import type { Gateway } from '../gateway.ts'
import type { Call } from '../http/call.ts'
import { methodsOf, preflightReply } from '../http/cors.ts'
import type { Reply } from '../http/exchange.ts'

export const preflight = ({ config }: Gateway, { exchange, route }: Call): Reply =>
  preflightReply(config.allowedOrigins, exchange.header('origin'), methodsOf(route.row.path))

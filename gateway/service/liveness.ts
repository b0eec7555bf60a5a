/** GET /health and GET /api/v1/infrastructure/health: the process answers; nothing else is looked at. */
import { API_VERSION } from '../../shared/contract/envelope.ts'
import { jsonReply } from '../reply/json-reply.ts'

const reply = jsonReply(200, { status: 'ok', api_version: API_VERSION })

export const liveness = () => reply

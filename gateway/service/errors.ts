/** GET /api/v1/errors: the catalogue of codes. */
import { ERRORS } from '../../shared/contract/error-rows.ts'
import { jsonReply } from '../reply/json-reply.ts'

const reply = jsonReply(200, {
  errors: Object.entries(ERRORS).map(([code, { status, title, detail }]) => ({ code, status, title, detail })),
})

export const errors = () => reply

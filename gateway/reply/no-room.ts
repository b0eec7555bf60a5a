/** The budget of bytes in flight is used up. */
import { type Refusal, refuse } from '../../shared/errors.ts'

const RETRY_SECONDS = 2

export const noRoom = (): Refusal =>
  refuse('capacity_exceeded', { what: 'bytes in flight', retryAfterSeconds: RETRY_SECONDS })

/** Headers of an answer that a worker made. */
import type { WorkAnswer, WorkMessageReply } from '../../compute/worker/pool.ts'

export const encodingOf = ({ contentEncoding }: WorkAnswer | WorkMessageReply): Record<string, string> =>
  contentEncoding === null ? {} : { 'content-encoding': contentEncoding }

export const answerHeaders = (answer: WorkAnswer): Record<string, string> => ({
  'content-type': answer.contentType,
  ...answer.headers,
  ...encodingOf(answer),
  vary: 'accept, accept-encoding',
  'cache-control': 'no-store',
})

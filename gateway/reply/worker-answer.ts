/** Headers of an answer that a worker made. */
import type { WorkAnswer, WorkMessageReply } from '../../compute/worker/pool.ts'

export const encodingOf = ({ contentEncoding }: WorkAnswer | WorkMessageReply): Record<string, string> =>
  contentEncoding === null ? {} : { 'content-encoding': contentEncoding }

/** Most calls take the path without a spread, which takes several times as long. */
export function answerHeaders({ contentType, contentEncoding, headers }: WorkAnswer): Record<string, string> {
  const all: Record<string, string> = {
    'content-type': contentType,
    vary: 'accept, accept-encoding',
    'cache-control': 'no-store',
  }
  if (headers !== undefined) Object.assign(all, headers)
  if (contentEncoding !== null) all['content-encoding'] = contentEncoding
  return all
}

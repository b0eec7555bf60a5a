/** Kept schedules of a test. */
import { form } from './forms.ts'
import type { Answer, CallOptions, TestService } from './service.ts'

export const SCHEDULES = '/api/v1/schedules'
export const AS_FILE = { 'content-type': 'application/octet-stream' }

/** Sends a schedule to be kept, and returns its id. */
export async function keep(service: TestService, options: CallOptions, query = ''): Promise<string> {
  const answer = await service.call(SCHEDULES + query, { method: 'POST', ...options })
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(answer.json)}`)
  return answer.json.schedule_id
}

/** The body of a reply but for what is of its call alone. */
export const sameReply = ({ json }: Answer): string => {
  const { metadata: { request_id: _, processing_time_ms: __, ...metadata } = {}, ...rest } = json
  return JSON.stringify({ ...rest, metadata })
}

export { form }

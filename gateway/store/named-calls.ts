/**
 * Outcomes of calls with an Idempotency-Key and a small body: a hash in Redis per account, with an entry "<fingerprint> <answer> <kept until,
 * ms>" for each key. A script that does the work itself writes the entry in the same step (key-create-6.lua). Submissions keep theirs beside
 * their job (shared/platform/jobs), in the same script.
 */
import { IDEMPOTENCY_SECONDS } from '../../shared/contract/idempotency.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { run, script } from '../../shared/platform/redis/script.ts'

/** Name of a call (Idempotency-Key) and its request, hashed. */
export interface Idempotency {
  readonly keyHash: string
  readonly fingerprint: string
}

export type NamedCall<Answer> =
  | { readonly state: 'new' }
  /** The name came before with another body. */
  | { readonly state: 'reused' }
  | { readonly state: 'answered'; readonly answer: Answer }

export const IDEMPOTENCY_MS = IDEMPOTENCY_SECONDS * 1000

const READ = script('named-call-read-1')
const NOTE = script('named-call-note-1')

export async function readNamedCall<Answer>(
  client: RedisClient,
  calls: string,
  { keyHash, fingerprint }: Idempotency,
): Promise<NamedCall<Answer>> {
  const [known, answer = ''] = (await run(client, READ, [calls], [keyHash])) as [string, string] | []
  if (known === undefined) return { state: 'new' }
  if (known !== fingerprint) return { state: 'reused' }
  return { state: 'answered', answer: JSON.parse(decodeURIComponent(answer)) as Answer }
}

export async function noteNamedCall(
  client: RedisClient,
  calls: string,
  { keyHash, fingerprint }: Idempotency,
  answer: object,
): Promise<void> {
  await run(client, NOTE, [calls], [keyHash, fingerprint, encodeURIComponent(JSON.stringify(answer)), IDEMPOTENCY_MS])
}

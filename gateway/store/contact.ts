/** Stored contact forms: one stream; each form is kept for at most a year. Errors of Redis are thrown. */
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import { keys } from '../../shared/platform/redis/keys.ts'
import { run, script } from '../../shared/platform/redis/script.ts'
import { attempt } from './attempt.ts'

export interface ContactMessage {
  readonly submissionId: string
  readonly name: string
  readonly email: string
  readonly kind: string
  readonly company: string
  readonly message: string
}

interface KeptMessage extends ContactMessage {
  readonly entry: string
  readonly receivedAtMs: number
}

const SUBMIT = script('contact-submit-1')
/** Some 60 MB of the longest messages. */
const FORMS_MAX = 10_000
const KEEP_MS = 365 * 86_400_000

export async function keepMessage(client: RedisClient, message: ContactMessage): Promise<'kept' | 'full'> {
  const { submissionId, ...rest } = message
  const args = [submissionId, FORMS_MAX, KEEP_MS, ...Object.entries(rest).flat()]
  return (await attempt(() => run(client, SUBMIT, [keys.contact()], args))) as 'kept' | 'full'
}

/** Newest first. */
export async function listMessages(client: RedisClient, countMax: number): Promise<KeptMessage[]> {
  const entries = await client.xrevrange(keys.contact(), '+', '-', 'COUNT', countMax)
  return entries.map(([entry, flat]) => {
    const fields = Object.fromEntries(Array.from({ length: flat.length / 2 }, (_, i) => flat.slice(2 * i, 2 * i + 2)))
    return { ...(fields as ContactMessage), entry, receivedAtMs: Number(entry.split('-')[0]) }
  })
}

/** False when there is no such form. */
export async function removeMessage(client: RedisClient, submissionId: string): Promise<boolean> {
  const found = (await listMessages(client, FORMS_MAX)).find(message => message.submissionId === submissionId)
  return found !== undefined && (await client.xdel(keys.contact(), found.entry)) === 1
}

// Counters of an address over a time span, shared by all gateways (address-count-1.lua). Errors of Redis are thrown.

const COUNT = script('address-count-1')

/** Counts one more. counter: its key; the span starts with the first. */
export async function countOfAddress(
  client: RedisClient,
  counter: string,
  spanMs: number,
): Promise<{ readonly count: number; readonly leftMs: number }> {
  const [count, leftMs] = (await run(client, COUNT, [counter], [spanMs])) as [number, number]
  return { count, leftMs }
}

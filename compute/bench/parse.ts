/** The yardstick of the whole bench: what a service pays before it has looked at a single task. */
import type { Work } from './measure.ts'

export const YARDSTICK = { name: 'parse', title: 'Buffer to string + JSON.parse' } as const

export function parseWork(body: Uint8Array): Work {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  return {
    run: () => JSON.parse(buffer.toString('utf8')),
    checksum: result => (result as { tasks: unknown[] }).tasks.length,
  }
}

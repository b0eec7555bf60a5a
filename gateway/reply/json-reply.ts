/** A small value as a JSON reply. Workers write schedules and results instead. */
import type { Reply } from '../http/exchange.ts'

export const jsonReply = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})

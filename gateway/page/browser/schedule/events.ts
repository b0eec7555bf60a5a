/** Delay events that are typed in: as a forensic request takes them (shared/contract/schedule/delay-events.ts). */
import type { EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import type { DELAY_CATEGORIES } from '../../../../shared/contract/schedule/fields.ts'
import { keepUnder } from '../dom/kept.ts'

export const PARTIES = ['owner', 'contractor', 'neutral', 'third'] as const satisfies readonly EventParty[]
export const CATEGORIES = [
  'owner',
  'contractor',
  'design',
  'procurement',
  'weather',
  'force_majeure',
] as const satisfies readonly (typeof DELAY_CATEGORIES)[number][]

export interface DelayEvent {
  readonly id: string
  readonly name?: string
  readonly party: EventParty
  readonly category?: string
  readonly started: string
  readonly ended?: string
  readonly days?: number
  readonly task_ids?: readonly string[]
  readonly description?: string
  readonly [member: string]: unknown
}

/** Of a project, so that they are there with its next update. */
const KEY = 'sis.events.'

export function keptEvents(project: string): readonly DelayEvent[] {
  try {
    return eventsIn(localStorage.getItem(KEY + project) ?? '[]')
  } catch {
    return []
  }
}

export function keepEvents(project: string, events: readonly DelayEvent[]): void {
  keepUnder(KEY + project, events.length === 0 ? undefined : events)
}

const isEvent = (each: unknown): each is DelayEvent => {
  const { id, party, started } = (each ?? {}) as Partial<DelayEvent>
  return typeof id === 'string' && id !== '' && PARTIES.includes(party as EventParty) && typeof started === 'string'
}

/** A list of events, or an object with them in delay_events. Throws where there is none. */
export function eventsIn(text: string): readonly DelayEvent[] {
  const json = JSON.parse(text) as unknown
  const list = Array.isArray(json) ? json : (json as { delay_events?: unknown } | null)?.delay_events
  if (!Array.isArray(list) || !list.every(isEvent)) throw new SyntaxError('no list of delay events')
  return list
}

/** Members that the request bodies of several comparisons share. */
import Type from 'typebox'
import { CategoryMapping } from '../schedule/category-mapping.ts'
import { BaselineSchedule, Calendar, CurrentSchedule, ScheduleHistory, TimeZone } from '../schedule/containers.ts'
import { delayEvents } from '../schedule/delay-events.ts'
import { choice } from './request-fields.ts'

export const MATCH_STRATEGIES = ['id', 'id_and_wbs', 'wbs_hierarchy', 'fuzzy_id'] as const
export const RESPONSIBLE_PARTIES = ['owner', 'contractor'] as const

export const optionWords = { description: 'Options of the analysis.' }

/** Events that days of delay are booked to. */
export const bookedEvents = {
  delay_events: Type.Optional(
    delayEvents(
      'Events that days of delay are booked to: a day on which a task of task_ids, or of the fragnet, held the finish belongs to the event that covers it, and to its party.',
    ),
  ),
}

/** A delay shows between any two of these. */
export const datedSchedules = {
  current_schedule: CurrentSchedule,
  baseline_schedule: Type.Optional(BaselineSchedule),
  schedule_history: Type.Optional(ScheduleHistory(true)),
  calendar: Type.Optional(Calendar),
  time_zone: Type.Optional(TimeZone),
  category_mapping: Type.Optional(CategoryMapping),
}

export const responsibilities = {
  design_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for design delays.', 'owner'),
  procurement_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for procurement delays.', 'contractor'),
}

export const CONCURRENCY_POLICIES = ['literal', 'functional', 'dominant', 'apportion'] as const

/** What days earn that both parties delay; `span` is the time within which the functional theory pairs delays, and on which paths. */
export const concurrencyPolicy = (span: string) =>
  choice(
    CONCURRENCY_POLICIES,
    `What both parties' days earn. literal: the same days, time and no money. functional: one ${span}. dominant: the party that was first. apportion: equal shares. The result has all four.`,
    'literal',
  )

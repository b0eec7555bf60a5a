/** Members that the request bodies of several comparisons share. */
import Type from 'typebox'
import { BaselineSchedule, Calendar, CurrentSchedule, ScheduleHistory, TimeZone } from '../schedule/containers.ts'
import { choice } from './request-fields.ts'

export const MATCH_STRATEGIES = ['id', 'id_and_wbs', 'wbs_hierarchy', 'fuzzy_id'] as const
export const RESPONSIBLE_PARTIES = ['owner', 'contractor'] as const

export const optionWords = { description: 'Options of the analysis.' }

/** A delay shows between any two of these. */
export const datedSchedules = {
  current_schedule: CurrentSchedule,
  baseline_schedule: Type.Optional(BaselineSchedule),
  schedule_history: Type.Optional(ScheduleHistory(true)),
  calendar: Type.Optional(Calendar),
  time_zone: Type.Optional(TimeZone),
}

export const responsibilities = {
  design_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for design delays.', 'owner'),
  procurement_responsibility: choice(RESPONSIBLE_PARTIES, 'Party that answers for procurement delays.', 'contractor'),
}

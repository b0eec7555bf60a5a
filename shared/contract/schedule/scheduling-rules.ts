/** By which rules a schedule with calendars is computed: the words of each rule, and what holds where a request does not say. */

export const SCHEDULING_RULES = ['p6', 'ms_project'] as const
export const PROGRESS_RULES = ['retained_logic', 'progress_override', 'actual_dates'] as const
export const LAG_CALENDARS = ['predecessor', 'successor', 'project', '24_hour'] as const
export const CRITICAL_RULES = ['total_float', 'longest_path'] as const
export const TOTAL_FLOAT_RULES = ['start', 'finish', 'smallest'] as const

/** What each rule means is said in the schema SchedulingOptions of calendars.ts. */
export interface SchedulingRules {
  readonly rules: (typeof SCHEDULING_RULES)[number]
  readonly progress: (typeof PROGRESS_RULES)[number]
  readonly lagCalendar: (typeof LAG_CALENDARS)[number]
  readonly criticalBy: (typeof CRITICAL_RULES)[number]
  readonly criticalFloatDaysMax: number
  readonly totalFloatAs: (typeof TOTAL_FLOAT_RULES)[number]
  readonly useExpectedFinish: boolean
  readonly ignoreExternalDates: boolean
  readonly openEndsCritical: boolean
  readonly scheduleFromFinish: boolean
  readonly honorConstraints: boolean
  readonly respectLevelingDelay: boolean
}

export const DEFAULT_RULES: SchedulingRules = {
  rules: 'p6',
  progress: 'retained_logic',
  lagCalendar: 'predecessor',
  criticalBy: 'total_float',
  criticalFloatDaysMax: 0,
  totalFloatAs: 'finish',
  useExpectedFinish: false,
  ignoreExternalDates: false,
  openEndsCritical: false,
  scheduleFromFinish: false,
  honorConstraints: true,
  respectLevelingDelay: true,
}

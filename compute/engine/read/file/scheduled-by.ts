/** When and by which rules a project file says that it was scheduled, for its report. */
import type { Static } from 'typebox'
import { SchedulingOptions } from '../../../../shared/contract/schedule/calendars.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'
import { DEFAULT_RULES, type SCHEDULING_RULES } from '../../../../shared/contract/schedule/scheduling-rules.ts'
import { formatMoment } from '../../../../shared/contract/schedule/time-of-day.ts'
import { latestActual } from '../../clock/calendars.ts'
import { nothingHasBegun } from '../../kind/states.ts'

type Options = Static<typeof SchedulingOptions>

/** The options that the rules of each tool read, beside their own name. */
const OPTIONS_OF = {
  p6: [
    'progress',
    'lag_calendar',
    'critical_by',
    'critical_float_days_max',
    'total_float_as',
    'use_expected_finish',
    'ignore_external_dates',
    'open_ends_critical',
  ],
  ms_project: [
    'critical_float_days_max',
    'open_ends_critical',
    'schedule_from_finish',
    'honor_constraints',
    'respect_leveling_delay',
  ],
} as const satisfies Record<(typeof SCHEDULING_RULES)[number], readonly (keyof Options)[]>

/** Tells which tool scheduled a file by the members that its reader made; an option that it does not say has its default. */
export function scheduledBy(
  members: Readonly<Record<string, unknown>>,
): Pick<ImportReport, 'data_date' | 'scheduling_options'> {
  const sent = (members.scheduling_options ?? {}) as Options
  const rules = sent.rules ?? DEFAULT_RULES.rules
  const { properties } = SchedulingOptions
  const options = OPTIONS_OF[rules].map(name => [
    name,
    sent[name] ?? ('default' in properties[name] ? properties[name].default : undefined),
  ])
  return {
    data_date: (members.status_date as string | undefined) ?? null,
    scheduling_options: { rules, ...Object.fromEntries(options) },
  }
}

const DAY_LENGTH = 'YYYY-MM-DD'.length

/**
 * What stands for the data date of a file that has none. A schedule of which nothing has begun is a plan, however late it was saved: it stands before
 * the updates, where its project begins. Microsoft Project counts from the current date where no status date is set, and the last that it knew is that of
 * saving; work that was reported up to the end of that day lies behind it.
 */
export function assumedDate(
  columns: ScheduleColumns,
  { project_start: start }: Readonly<Record<string, unknown>>,
  { data_date: dataDate, saved_at: savedAt }: Pick<ImportReport, 'data_date' | 'saved_at'>,
): Pick<ImportReport, 'assumed_date'> {
  if (dataDate !== null) return {}
  if (typeof start === 'string' && (savedAt === undefined || start < savedAt) && nothingHasBegun(columns))
    return { assumed_date: { date: start, from: 'project_start' } }
  if (savedAt === undefined) return {}
  const moment = latestActual(columns)
  const latest = Number.isFinite(moment) ? formatMoment(moment) : ''
  const isLaterThatDay = latest > savedAt && latest.slice(0, DAY_LENGTH) === savedAt.slice(0, DAY_LENGTH)
  return { assumed_date: { date: isLaterThatDay ? latest : savedAt, from: 'saved' } }
}

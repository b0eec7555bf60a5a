/** SCHEDOPTIONS and what PROJECT says of critical tasks, as the member scheduling_options. */

import { OPTION_UNKNOWN } from '../import-warnings.ts'
import type { XerProject } from './xer-project.ts'
import { XerRows } from './xer-rows.ts'
import type { XerFile } from './xer-tables.ts'

const WANTED = [
  'proj_id',
  'sched_retained_logic',
  'sched_progress_override',
  'sched_calendar_on_relationship_lag',
  'sched_float_type',
  'sched_outer_depend_type',
  'sched_use_expect_end_flag',
  'sched_open_critical_flag',
  'sched_lag_early_start_flag',
]
const [PROJECT, RETAINED, OVERRIDE, LAG_CALENDAR, FLOAT_TYPE, OUTER, EXPECTED, OPEN_CRITICAL, LAG_EARLY] = WANTED.keys()

/** In lower case: P6 wrote rcal_24Hour and rcal_24hour. */
const LAG_CALENDARS: Readonly<Record<string, string>> = {
  rcal_predecessor: 'predecessor',
  rcal_successor: 'successor',
  rcal_projdefault: 'project',
  rcal_projectdefault: 'project',
  rcal_24hour: '24_hour',
}
const OUTER_TYPES: Readonly<Record<string, boolean>> = { sd_none: true, sd_both: false }
const FLOAT_TYPES: Readonly<Record<string, string>> = {
  ft_ff: 'finish',
  ft_ss: 'start',
  ft_min: 'smallest',
  ft_sf: 'smallest',
}

export function optionsOf(file: XerFile, project: XerProject, minutesPerDay: number): Record<string, unknown> {
  const rows = new XerRows(file, 'SCHEDOPTIONS', WANTED)
  let options: Record<string, unknown> | undefined
  while (options === undefined && rows.next()) {
    if (project.id === undefined || rows.is(PROJECT, project.id)) options = ofRow(file, rows)
  }
  rows.finish()
  if (options === undefined)
    file.warnings.add(
      'options_missing',
      "The file has no scheduling options (SCHEDOPTIONS): P6's defaults were assumed (retained logic, lags in the calendar of the predecessor, total float between the finishes).",
    )
  const { criticalHours } = project
  return {
    rules: 'p6',
    ...options,
    critical_by: project.isCriticalByPath ? 'longest_path' : 'total_float',
    ...(Number.isNaN(criticalHours) ? {} : { critical_float_days_max: (60 * criticalHours) / minutesPerDay }),
  }
}

function ofRow(file: XerFile, rows: XerRows): Record<string, unknown> {
  const { warnings } = file
  const named = <Meaning>(
    i: number,
    words: Readonly<Record<string, Meaning>>,
    otherwise: string,
  ): Meaning | undefined => {
    const word = rows.key(i).toLowerCase()
    const known = Object.hasOwn(words, word) ? words[word] : undefined
    if (known === undefined && word !== '') rows.reportUnknown(i, otherwise, OPTION_UNKNOWN)
    return known
  }
  const flag = (i: number, otherwise: boolean): boolean => rows.flag(i, otherwise, OPTION_UNKNOWN)
  const lagCalendar = named(LAG_CALENDAR, LAG_CALENDARS, 'rcal_Predecessor')
  const floatAs = named(FLOAT_TYPE, FLOAT_TYPES, 'FT_FF')
  const isOverride = flag(OVERRIDE, false)
  const isActualDates = !flag(RETAINED, true) && !isOverride
  if (isActualDates)
    warnings.add(
      'option_left_out',
      'The file was scheduled by actual dates (sched_retained_logic and sched_progress_override = N); here dates are computed by retained logic, which may differ where work was done out of sequence.',
    )
  if (!flag(LAG_EARLY, true))
    warnings.add(
      'option_left_out',
      'Lags from start to start counted from actual starts when the file was scheduled (sched_lag_early_start_flag = N); here they count from early starts.',
    )
  return {
    progress: isOverride ? 'progress_override' : isActualDates ? 'actual_dates' : 'retained_logic',
    ...(lagCalendar === undefined ? {} : { lag_calendar: lagCalendar }),
    ...(floatAs === undefined ? {} : { total_float_as: floatAs }),
    use_expected_finish: flag(EXPECTED, false),
    ignore_external_dates: named(OUTER, OUTER_TYPES, 'SD_Both') ?? false,
    open_ends_critical: flag(OPEN_CRITICAL, false),
  }
}

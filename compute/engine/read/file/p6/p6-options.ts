/** By which rules P6 scheduled the file, as the member scheduling_options. */
import type { ImportWarnings } from '../import-warnings.ts'
import type { Side } from './p6-fields.ts'
import type { P6Words } from './p6-words.ts'

type Progress = 'retained_logic' | 'progress_override' | 'actual_dates'

/** What the reader found; undefined = the file does not say it, or in a word that is reported. */
export interface P6Options {
  progress?: Progress | undefined
  lagCalendar?: string | undefined
  totalFloatAs?: string | undefined
  useExpectedFinish?: boolean | undefined
  ignoreExternalDates?: boolean | undefined
  openEndsCritical?: boolean | undefined
  /** Whether lags from start to start count from early starts. */
  isLagFromEarlyStart?: boolean | undefined
  isCriticalByPath?: boolean | undefined
  /** Float up to which a task is critical. */
  criticalHours?: number | undefined
  /** Whether the file has scheduling options at all. */
  isSaid: boolean
}

/** `minutesPerDay`: of the calendar of the project. */
export function optionsMember(
  options: P6Options,
  minutesPerDay: number,
  words: P6Words,
  warnings: ImportWarnings,
): Record<string, unknown> {
  const { list, actualDates, lagStart } = words.options
  if (!options.isSaid)
    warnings.add(
      'options_missing',
      `The file has no scheduling options (${list}): P6's defaults were assumed (retained logic, lags in the calendar of the predecessor, total float between the finishes).`,
    )
  if (options.progress === 'actual_dates')
    warnings.add(
      'option_left_out',
      `The file was scheduled by actual dates (${actualDates}); here dates are computed by retained logic, which may differ where work was done out of sequence.`,
    )
  if (options.isLagFromEarlyStart === false)
    warnings.add(
      'option_left_out',
      `Lags from start to start counted from actual starts when the file was scheduled (${lagStart}); here they count from early starts.`,
    )
  const { progress, lagCalendar, totalFloatAs, useExpectedFinish, ignoreExternalDates, openEndsCritical } = options
  const { criticalHours = Number.NaN } = options
  return {
    rules: 'p6',
    ...(progress === undefined ? {} : { progress }),
    ...(lagCalendar === undefined ? {} : { lag_calendar: lagCalendar }),
    ...(totalFloatAs === undefined ? {} : { total_float_as: totalFloatAs }),
    ...(useExpectedFinish === undefined ? {} : { use_expected_finish: useExpectedFinish }),
    ...(ignoreExternalDates === undefined ? {} : { ignore_external_dates: ignoreExternalDates }),
    ...(openEndsCritical === undefined ? {} : { open_ends_critical: openEndsCritical }),
    critical_by: options.isCriticalByPath === true ? 'longest_path' : 'total_float',
    ...(Number.isFinite(criticalHours) ? { critical_float_days_max: (60 * criticalHours) / minutesPerDay } : {}),
  }
}

/**
 * The values that are words in both formats: in XER, in lower case, since P6 wrote rcal_24Hour and rcal_24hour; its first word in XML; what it
 * means.
 */
const VALUES = {
  lagCalendar: [
    ['rcal_predecessor', 'predecessor', 'predecessor'],
    ['rcal_successor', 'successor', 'successor'],
    ['rcal_projdefault', 'project', 'project'],
    ['rcal_projectdefault', 'project', 'project'],
    ['rcal_24hour', '24', '24_hour'],
  ],
  totalFloatAs: [
    ['ft_ff', 'finish', 'finish'],
    ['ft_ss', 'start', 'start'],
    ['ft_min', 'smallest', 'smallest'],
    ['ft_sf', 'smallest', 'smallest'],
  ],
} as const

/** Meanings of the words of an option in one format. */
export const meaningsIn = (side: Side, option: keyof typeof VALUES): Readonly<Record<string, string>> =>
  Object.fromEntries(VALUES[option].map(words => [words[side], words[2]]))

/** The meaning of a word of an option; a word that has none is reported. `key`: the word as it is looked up. */
export function meaningOf<Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
  key: string,
  reportUnknown: () => void,
): Meaning | undefined {
  if (key !== '' && Object.hasOwn(meanings, key)) return meanings[key]
  if (key !== '') reportUnknown()
  return undefined
}

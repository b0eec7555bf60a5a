/** By which rules P6 scheduled the file, and how it is to be levelled, as the members scheduling_options and leveling_options. */
import {
  type LevelingOptions,
  P6_PRIORITIES,
  type PriorityField,
} from '../../../../../shared/contract/schedule/resources.ts'
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
  /** Absent: the file says nothing of its levelling. */
  leveling?: P6Leveling | undefined
  /** Key by which the resources to level are listed; undefined: all are to be. */
  levelledOf?: string | undefined
}

/** What the dialogue of P6's levelling was left with; undefined or NaN = the file does not say it. */
export interface P6Leveling {
  /** As the file has it; '' = no field is named. */
  readonly priorities: string
  readonly withinFloat?: boolean | undefined
  readonly floatHours: number
  readonly overAllocation: number
  /** Early and late dates of the schedule are preserved: no backward pass. */
  readonly keepsDates?: boolean | undefined
  readonly countsOthers?: boolean | undefined
  readonly othersPriority: number
  /** The resources to level are chosen, by words that are not read. */
  unreadResources?: string | undefined
}

const PRIORITIES: ReadonlyMap<string, PriorityField> = new Map(
  Object.entries(P6_PRIORITIES).map(([by, field]) => [field, by as PriorityField]),
)
/** "priority_type,ASC_BY_FIELD/ASC" with DEL behind each (XER); "(0||priority_type(source_field|priority_type|sort_type|ASC)())" (XML). */
const XER_TERM = /[^\x7f]+/g
const XML_TERM = /\(\d+\|\|([^()]*)\(([^()]*)\)/g
const WORD_LENGTH_MAX = 60
const TERMS_MAX = 20

/** The member leveling_options. */
export function levelingMember({ leveling }: P6Options): Record<string, LevelingOptions> {
  if (leveling === undefined) return {}
  const { priorities, withinFloat, floatHours, overAllocation, keepsDates, countsOthers, othersPriority } = leveling
  const order: { by: PriorityField; descending?: boolean }[] = []
  const left: string[] = []
  for (const { field, isDescending } of termsOf(priorities).slice(0, TERMS_MAX)) {
    const by = PRIORITIES.get(field)
    if (by === undefined) left.push(`order by ${field.slice(0, WORD_LENGTH_MAX)}`)
    // ascending is from the top priority to the lowest one
    else if (!order.some(term => term.by === by))
      order.push({ by, ...(isDescending ? { descending: by !== 'priority' } : {}) })
  }
  // of fields that are not read nothing is known; where none is named P6 goes by the id
  if (order.length === 0 && left.length === 0) order.push({ by: 'id' })
  const { unreadResources } = leveling
  if (unreadResources !== undefined) left.push(`resources to level: ${unreadResources.slice(0, WORD_LENGTH_MAX)}`)
  return {
    leveling_options: {
      ...(order.length === 0 ? {} : { priority_order: order }),
      ...(withinFloat === true ? { within_float_only: true } : {}),
      ...(withinFloat === true && floatHours > 0 ? { float_kept_hours: floatHours } : {}),
      ...(withinFloat === true && overAllocation > 0 ? { over_allocation_pct_max: overAllocation } : {}),
      ...(keepsDates === false ? { levels_late_dates: true } : {}),
      ...(countsOthers === true && othersPriority >= 0
        ? { other_projects_priority_max: Math.trunc(othersPriority) }
        : {}),
      ...(left.length === 0 ? {} : { left_out: left }),
    },
  }
}

function termsOf(text: string): { readonly field: string; readonly isDescending: boolean }[] {
  const inXml = [...text.matchAll(XML_TERM)].map(([, field = '', sort = '']) => ({
    field,
    isDescending: /(?:^|\|)sort_type\|desc/i.test(sort),
  }))
  if (inXml.length > 0) return inXml
  return (text.match(XER_TERM) ?? [])
    .map(term => term.trim())
    .filter(term => term !== '')
    .map(term => {
      const comma = term.lastIndexOf(',')
      const field = comma < 0 ? term : term.slice(0, comma)
      return { field: field.trim(), isDescending: comma >= 0 && /(?:^|\/)desc[^/]*$/i.test(term.slice(comma + 1)) }
    })
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

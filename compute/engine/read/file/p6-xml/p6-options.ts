/** ScheduleOptions, or what older files say in the project itself, as the member scheduling_options. */
import { type ImportWarnings, OPTION_UNKNOWN } from '../import-warnings.ts'
import type { XmlCursor } from '../xml/xml-cursor.ts'
import { E, OPTION_NAMES } from './element-names.ts'

type OptionName = (typeof OPTION_NAMES)[number]
const OPTIONS = new Map<number, OptionName>(OPTION_NAMES.map(name => [E[name], name]))

/** By the first word, in lower case. */
const FLAGS: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }
/** Whether lags from start to start count from early starts. */
const LAG_STARTS: Readonly<Record<string, boolean>> = { ...FLAGS, early: true, actual: false }
const CRITICAL: Readonly<Record<string, string>> = { critical: 'total_float', longest: 'longest_path' }
const LAG_CALENDARS: Readonly<Record<string, string>> = {
  predecessor: 'predecessor',
  successor: 'successor',
  project: 'project',
  '24': '24_hour',
}
const FLOAT_TYPES: Readonly<Record<string, string>> = { start: 'start', finish: 'finish', smallest: 'smallest' }
const PROGRESS: Readonly<Record<string, string>> = {
  retained: 'retained_logic',
  progress: 'progress_override',
  actual: 'actual_dates',
}

export class P6Options {
  readonly #texts = new Map<OptionName, string>()

  /** Takes the child that the cursor has given, if it is an option. */
  take(xml: XmlCursor, element: number): boolean {
    const name = OPTIONS.get(element)
    if (name === undefined) return false
    xml.text()
    const text = xml.string().slice(0, 200).trim()
    if (text !== '') this.#texts.set(name, text)
    return true
  }

  member(minutesPerDay: number, warnings: ImportWarnings): Record<string, unknown> {
    const hasOptions = ['OutOfSequenceScheduleType', 'RelationshipLagCalendar'].some(name =>
      this.#texts.has(name as OptionName),
    )
    if (!hasOptions)
      warnings.add(
        'options_missing',
        "The file has no scheduling options (ScheduleOptions): P6's defaults were assumed (retained logic, lags in the calendar of the predecessor, total float between the finishes).",
      )
    if (!(this.#named('StartToStartLagCalculationType', LAG_STARTS, '1', warnings) ?? true))
      warnings.add(
        'option_left_out',
        'Lags from start to start counted from actual starts when the file was scheduled (StartToStartLagCalculationType); here they count from early starts.',
      )
    const progress = this.#named('OutOfSequenceScheduleType', PROGRESS, 'Retained Logic', warnings)
    if (progress === 'actual_dates')
      warnings.add(
        'option_left_out',
        'The file was scheduled by actual dates (OutOfSequenceScheduleType); here dates are computed by retained logic, which may differ where work was done out of sequence.',
      )
    const lagCalendar = this.#named('RelationshipLagCalendar', LAG_CALENDARS, 'Predecessor Activity Calendar', warnings)
    const floatAs = this.#named('ComputeTotalFloatType', FLOAT_TYPES, 'Finish Float', warnings)
    const flag = (name: OptionName): boolean => this.#named(name, FLAGS, '0', warnings) ?? false
    const hours = this.#criticalHours(warnings)
    return {
      rules: 'p6',
      ...(progress === undefined ? {} : { progress }),
      ...(lagCalendar === undefined ? {} : { lag_calendar: lagCalendar }),
      ...(floatAs === undefined ? {} : { total_float_as: floatAs }),
      use_expected_finish: flag('UseExpectedFinishDates'),
      ignore_external_dates: flag('IgnoreOtherProjectRelationships'),
      open_ends_critical: flag('MakeOpenEndedActivitiesCritical'),
      critical_by: this.#named('CriticalActivityPathType', CRITICAL, 'Critical Float', warnings) ?? 'total_float',
      ...(Number.isFinite(hours) ? { critical_float_days_max: (60 * hours) / minutesPerDay } : {}),
    }
  }

  /** NaN = not said. */
  #criticalHours(warnings: ImportWarnings): number {
    const names = ['CriticalActivityFloatLimit', 'CriticalActivityFloatThreshold'] as const
    const name = names.find(each => this.#texts.has(each))
    if (name === undefined) return Number.NaN
    const word = this.#texts.get(name)!
    const hours = Number(word)
    if (Number.isFinite(hours)) return hours
    warnings.addUnknown({ code: OPTION_UNKNOWN, field: name, word, readAs: '0' })
    return Number.NaN
  }

  /** undefined = not said, or in a word that is none of these, which is reported. */
  #named<Meaning>(
    name: OptionName,
    words: Readonly<Record<string, Meaning>>,
    readAs: string,
    warnings: ImportWarnings,
  ): Meaning | undefined {
    const text = this.#texts.get(name)
    if (text === undefined) return undefined
    const first = /^\w+/.exec(text.toLowerCase())?.[0] ?? ''
    if (Object.hasOwn(words, first)) return words[first]
    warnings.addUnknown({ code: OPTION_UNKNOWN, field: name, word: text, readAs })
    return undefined
  }
}

/** ScheduleOptions, or what older files say in the project itself, as the member scheduling_options. */
import type { ImportWarnings } from '../import-warnings.ts'
import type { XmlCursor } from '../xml/xml-cursor.ts'
import { E, OPTION_NAMES } from './element-names.ts'

type OptionName = (typeof OPTION_NAMES)[number]
const OPTIONS = new Map<number, OptionName>(OPTION_NAMES.map(name => [E[name], name]))

/** By the first word, in lower case. */
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
    if (/^(?:0|false|actual)/i.test(this.#texts.get('StartToStartLagCalculationType') ?? ''))
      warnings.add(
        'option_left_out',
        'Lags from start to start counted from actual starts when the file was scheduled (StartToStartLagCalculationType); here they count from early starts.',
      )
    const progress = this.#named('OutOfSequenceScheduleType', PROGRESS, warnings)
    if (progress === 'actual_dates')
      warnings.add(
        'option_left_out',
        'The file was scheduled by actual dates (OutOfSequenceScheduleType); here dates are computed by retained logic, which may differ where work was done out of sequence.',
      )
    const lagCalendar = this.#named('RelationshipLagCalendar', LAG_CALENDARS, warnings)
    const floatAs = this.#named('ComputeTotalFloatType', FLOAT_TYPES, warnings)
    const hours = Number(
      this.#texts.get('CriticalActivityFloatLimit') ?? this.#texts.get('CriticalActivityFloatThreshold') ?? Number.NaN,
    )
    return {
      rules: 'p6',
      ...(progress === undefined ? {} : { progress }),
      ...(lagCalendar === undefined ? {} : { lag_calendar: lagCalendar }),
      ...(floatAs === undefined ? {} : { total_float_as: floatAs }),
      use_expected_finish: this.#is('UseExpectedFinishDates'),
      ignore_external_dates: this.#is('IgnoreOtherProjectRelationships'),
      open_ends_critical: this.#is('MakeOpenEndedActivitiesCritical'),
      critical_by: /^longest/i.test(this.#texts.get('CriticalActivityPathType') ?? '') ? 'longest_path' : 'total_float',
      ...(Number.isFinite(hours) ? { critical_float_days_max: (60 * hours) / minutesPerDay } : {}),
    }
  }

  #is(name: OptionName): boolean {
    return /^(?:1|true)$/i.test(this.#texts.get(name) ?? '')
  }

  #named(name: OptionName, words: Readonly<Record<string, string>>, warnings: ImportWarnings): string | undefined {
    const text = this.#texts.get(name)
    if (text === undefined) return undefined
    const first = /^\w+/.exec(text.toLowerCase())?.[0] ?? ''
    if (Object.hasOwn(words, first)) return words[first]
    warnings.add('option_unknown', `${name} has a value that is not known here; P6's default was assumed.`)
    return undefined
  }
}

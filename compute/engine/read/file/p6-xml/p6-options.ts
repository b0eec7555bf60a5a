/** ScheduleOptions, or what older files say in the project itself. */
import { type ImportWarnings, OPTION_UNKNOWN } from '../import-warnings.ts'
import { XML } from '../p6/p6-fields.ts'
import { meaningOf, meaningsIn, type P6Options } from '../p6/p6-options.ts'
import type { XmlCursor } from '../xml/xml-cursor.ts'
import { E, OPTION_NAMES } from './element-names.ts'

type OptionName = (typeof OPTION_NAMES)[number]
const OPTIONS = new Map<number, OptionName>(OPTION_NAMES.map(name => [E[name], name]))

// by the first word, in lower case
const FLAGS: Readonly<Record<string, boolean>> = { '1': true, true: true, '0': false, false: false }
/** Whether lags from start to start count from early starts. */
const LAG_STARTS: Readonly<Record<string, boolean>> = { ...FLAGS, early: true, actual: false }
/** Whether the longest path is critical. */
const CRITICAL: Readonly<Record<string, boolean>> = { critical: false, longest: true }
const LAG_CALENDARS = meaningsIn(XML, 'lagCalendar')
const FLOAT_TYPES = meaningsIn(XML, 'totalFloatAs')
const PROGRESS: Readonly<Record<string, NonNullable<P6Options['progress']>>> = {
  retained: 'retained_logic',
  progress: 'progress_override',
  actual: 'actual_dates',
}

export class OptionTexts {
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

  read(warnings: ImportWarnings): P6Options {
    const named = <Meaning>(
      name: OptionName,
      meanings: Readonly<Record<string, Meaning>>,
      readAs: string,
    ): Meaning | undefined => {
      const word = this.#texts.get(name)
      if (word === undefined) return undefined
      const first = /^\w+/.exec(word.toLowerCase())?.[0] ?? word
      return meaningOf(meanings, first, () => warnings.addUnknown({ code: OPTION_UNKNOWN, field: name, word, readAs }))
    }
    const flag = (name: OptionName): boolean => named(name, FLAGS, '0') ?? false
    return {
      isSaid: this.#texts.has('OutOfSequenceScheduleType') || this.#texts.has('RelationshipLagCalendar'),
      isLagFromEarlyStart: named('StartToStartLagCalculationType', LAG_STARTS, '1'),
      progress: named('OutOfSequenceScheduleType', PROGRESS, 'Retained Logic'),
      lagCalendar: named('RelationshipLagCalendar', LAG_CALENDARS, 'Predecessor Activity Calendar'),
      totalFloatAs: named('ComputeTotalFloatType', FLOAT_TYPES, 'Finish Float'),
      criticalHours: this.#criticalHours(warnings),
      useExpectedFinish: flag('UseExpectedFinishDates'),
      ignoreExternalDates: flag('IgnoreOtherProjectRelationships'),
      openEndsCritical: flag('MakeOpenEndedActivitiesCritical'),
      isCriticalByPath: named('CriticalActivityPathType', CRITICAL, 'Critical Float'),
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
}

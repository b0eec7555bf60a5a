/** ScheduleOptions, or what older files say in the project itself. */
import { type ImportWarnings, OPTION_UNKNOWN } from '../import-warnings.ts'
import { XML } from '../p6/p6-fields.ts'
import { meaningOf, meaningsIn, type P6Leveling, type P6Options } from '../p6/p6-options.ts'
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

/** Of the text of an option: an order of levelling has some hundred characters for each of its fields. */
const LENGTH_MAX = 4_000

export class OptionTexts {
  readonly #texts = new Map<OptionName, string>()

  /** Takes the child that the cursor has given, if it is an option. */
  take(xml: XmlCursor, element: number): boolean {
    const name = OPTIONS.get(element)
    if (name === undefined) return false
    xml.text()
    const text = xml.string().slice(0, LENGTH_MAX).trim()
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
    const flag = (name: OptionName, otherwise = false): boolean =>
      named(name, FLAGS, otherwise ? '1' : '0') ?? otherwise
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
      leveling: this.#leveling(flag, warnings),
    }
  }

  #leveling(
    flag: (name: OptionName, otherwise?: boolean) => boolean,
    warnings: ImportWarnings,
  ): P6Leveling | undefined {
    if (!this.#texts.has('PriorityList') && !this.#texts.has('LevelAllResources')) return undefined
    return {
      priorities: this.#texts.get('PriorityList') ?? '',
      withinFloat: flag('LevelWithinFloat'),
      floatHours: this.#number('MinFloatToPreserve', warnings),
      overAllocation: this.#number('OverAllocationPercentage', warnings),
      keepsDates: flag('PreserveScheduledEarlyAndLateDates', true),
      countsOthers: flag('IncludeExternalResAss'),
      othersPriority: this.#number('ExternalProjectPriorityLimit', warnings),
      unreadResources: flag('LevelAllResources', true) ? undefined : (this.#texts.get('ResourceList') ?? 'none'),
    }
  }

  #criticalHours(warnings: ImportWarnings): number {
    const names = ['CriticalActivityFloatLimit', 'CriticalActivityFloatThreshold'] as const
    return this.#number(names.find(each => this.#texts.has(each)) ?? names[0], warnings)
  }

  /** NaN = not said. */
  #number(name: OptionName, warnings: ImportWarnings): number {
    const word = this.#texts.get(name)
    if (word === undefined) return Number.NaN
    const number = Number(word)
    if (Number.isFinite(number)) return number
    warnings.addUnknown({ code: OPTION_UNKNOWN, field: name, word, readAs: '0' })
    return Number.NaN
  }
}

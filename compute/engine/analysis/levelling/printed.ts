/** Moments of the levelling problem as dates, and spans of it in days and hours. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { formatMoment, MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { NO_PARENT, type Outline, outlineOf } from '../../clock/ms-project/outline.ts'
import { finishDay, startDay } from '../../cpm/clocked-dates.ts'
import { HOURS_PER_DAY } from '../../demand/placement.ts'
import type { RankedField } from '../../levelling/priority.ts'
import { leafType } from '../../population/leaf-network.ts'
import { dateOrNull } from '../../result/options.ts'
import { inDays } from '../../wording/days.ts'
import { figure, roundHalfAway } from '../../wording/numbers.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Levelling } from './analyser.ts'

const MINUTES_PER_HOUR = 60
/** YYYY-MM-DD. */
const DATE_LENGTH = 10
/** Characters of a name: its sentence is about few tasks. */
const NAME_MAX = 64
const NO_WORDS: readonly string[] = []

export const days = (value: number): number => roundHalfAway(value, OFFSET_DECIMALS)

type Printing = Pick<Levelling, 'columns' | 'prepared' | 'model'>

export const spoken = (date: string): string => date.replace('T', ' at ')

/** Moments of the problem as dates, spans in days, activities by name. */
export class Printed {
  readonly #levelling: Printing
  readonly isByClock: boolean
  /** Thousands of sentences name the same moments and tasks. */
  readonly #starts = new Map<number, string | null>()
  readonly #finishes = new Map<number, string | null>()
  readonly #spoken = new Map<string, string>()
  readonly #names: string[] = []
  readonly #ids: string[] = []
  readonly #values = new Map<RankedField, string[]>()
  /** Each by its words, so that two of the same are one. */
  readonly #links = new Map<string, readonly string[]>()
  #outline: Outline | undefined
  constructor(levelling: Printing) {
    this.#levelling = levelling
    this.isByClock = levelling.prepared.input.clock !== undefined
  }

  /** Where something starts, or from when it is so. */
  start(moment: number): string | null {
    let text = this.#starts.get(moment)
    if (text === undefined) this.#starts.set(moment, (text = this.#startOf(moment)))
    return text
  }

  #startOf(moment: number): string | null {
    if (!Number.isFinite(moment)) return null
    if (this.isByClock) return startDay(moment) === DAY_ABSENT ? null : formatMoment(moment)
    return dateOrNull(this.#levelling.prepared.timeline?.startDay(moment / MINUTES_PER_DAY) ?? DAY_ABSENT)
  }

  finish(moment: number): string | null {
    let text = this.#finishes.get(moment)
    if (text === undefined) this.#finishes.set(moment, (text = this.#finishOf(moment)))
    return text
  }

  #finishOf(moment: number): string | null {
    if (!Number.isFinite(moment)) return null
    if (this.isByClock) return finishDay(moment) === DAY_ABSENT ? null : formatMoment(moment)
    return dateOrNull(this.#levelling.prepared.timeline?.finishDay(moment / MINUTES_PER_DAY) ?? DAY_ABSENT)
  }

  /** A date in a sentence. */
  spoken(date: string): string {
    let text = this.#spoken.get(date)
    if (text === undefined) this.#spoken.set(date, (text = spoken(date)))
    return text
  }

  /** Activity a in a sentence. */
  name(a: number): string {
    const { columns, model } = this.#levelling
    return (this.#names[a] ??= taskText(columns, model.problem.task[a], NAME_MAX, this.id(a)))
  }

  id(a: number): string {
    const { columns, model } = this.#levelling
    return (this.#ids[a] ??= textAt(columns.id, model.problem.task[a]))
  }

  /** What an activity has in a field of the order, as a date, in days or as a number. */
  value(field: RankedField, a: number): string {
    let texts = this.#values.get(field)
    if (texts === undefined) this.#values.set(field, (texts = []))
    return (texts[a] ??= this.#valueOf(field, a))
  }

  #valueOf({ by, values }: RankedField, a: number): string {
    const { momentOf } = this.#levelling.model
    const value = values[a]
    if (Number.isNaN(value)) return 'none'
    switch (by) {
      case 'early_start':
        return this.start(value) ?? ''
      case 'early_finish':
        return this.finish(value) ?? ''
      case 'late_start':
        return this.start(momentOf(value)) ?? ''
      case 'late_finish':
        return this.finish(momentOf(value)) ?? ''
      case 'planned_start':
      case 'planned_finish':
        return formatDay(value)
      case 'rank_weight':
        return inDays(figure(value / MINUTES_PER_DAY))
      case 'priority':
      case 'successors':
        return String(value)
      default:
        return inDays(figure(value))
    }
  }

  /** "by the link from 18 Study to 24 Plan", where link k from p to a, the nth of these two, stands for one of summaries; else nothing. */
  summaryLink(p: number, a: number, k: number, nth: number): readonly string[] {
    const { columns, model, prepared } = this.#levelling
    const { network } = prepared.input
    if (network.outside.links.length === 0) return NO_WORDS
    const [from, to] = [model.problem.task[p], model.problem.task[a]]
    // their own links come first
    let own = 0
    for (let n = network.start[to]; n < network.start[to + 1]; n++)
      if (network.task[n] === from && network.lagDays[n] > Number.NEGATIVE_INFINITY) own++
    if (nth < own) return NO_WORDS
    const { parent, isParent } = (this.#outline ??= outlineOf(columns))
    const { start, task, type, lagDays } = columns.links
    const { calendars, calendar, linkType, lag } = model.problem
    // several summaries may be linked: the one that holds has the kind and the lag of the link
    const isHeld = (n: number, s: number): boolean =>
      leafType(type[n], isParent[s] === 1) === linkType[k] &&
      [calendars[calendar[p]].minutesPerDay, MINUTES_PER_DAY].some(each => Math.round(lagDays[n] * each) === lag[k])
    let found: readonly string[] | undefined
    for (let s = to; s !== NO_PARENT; s = parent[s])
      for (let n = start[s]; n < start[s + 1]; n++)
        for (let above = from; above !== NO_PARENT; above = parent[above])
          if (task[n] === above) {
            if (isHeld(n, s)) return this.#linkOf(above, s)
            found ??= this.#linkOf(above, s)
          }
    return found ?? NO_WORDS
  }

  #linkOf(from: number, to: number): readonly string[] {
    const { columns } = this.#levelling
    const words = `by the link from ${taskText(columns, from, NAME_MAX)} to ${taskText(columns, to, NAME_MAX)}`
    let known = this.#links.get(words)
    if (known === undefined) this.#links.set(words, (known = [words]))
    return known
  }

  /** The last day before a moment that is midnight. */
  dayUpTo(moment: number): string | undefined {
    if (!this.isByClock || !Number.isFinite(moment) || moment % MINUTES_PER_DAY !== 0) return undefined
    return this.finish(moment - 1)?.slice(0, DATE_LENGTH)
  }

  /** Working days of the calendar of activity a. */
  workingDays(a: number, from: number, to: number): number {
    const { calendars, calendar } = this.#levelling.model.problem
    const time = calendars[calendar[a]]
    return days(time.workBetween(from, to) / time.minutesPerDay)
  }

  /** What working days of an activity are where they are not those of the project. */
  ownDays(a: number): string {
    const { clock } = this.#levelling.prepared.input
    const own = this.#levelling.model.problem.calendar[a]
    if (clock === undefined || own === clock.projectCalendar) return ''
    return ` (days of ${figure(clock.calendars[own].minutesPerDay / MINUTES_PER_HOUR)} hours in its own calendar)`
  }

  /** What a working day of the project is, where its calendar works otherwise on most days than a day of duration counts. */
  dayNote(): string[] {
    const { columns, prepared } = this.#levelling
    const { clock } = prepared.input
    if (clock === undefined || columns.setting === undefined) return []
    const { week, minutesPerDay } = columns.setting.calendars[clock.projectCalendar]
    const worked = week.map(shifts => shifts.reduce((sum, [from, to]) => sum + to - from, 0)).filter(sum => sum > 0)
    const isUsual = (minutes: number): boolean => 2 * worked.filter(each => each === minutes).length > worked.length
    const usual = worked.find(isUsual)
    if (usual === undefined || usual === minutesPerDay) return []
    const [counted, works] = [minutesPerDay, usual].map(minutes => figure(minutes / MINUTES_PER_HOUR))
    return [
      `A working day counts ${counted} hours here, as the calendar of the project says, which works ${works} hours on most days.`,
    ]
  }

  /** Working days of the project. */
  projectDays(from: number, to: number): number {
    const { clock } = this.#levelling.prepared.input
    if (clock === undefined) return days((to - from) / MINUTES_PER_DAY)
    const time = clock.calendars[clock.projectCalendar]
    return days(time.workBetween(from, to) / time.minutesPerDay)
  }

  calendarDays(from: number, to: number): number | null {
    if (this.isByClock) return days((to - from) / MINUTES_PER_DAY)
    const { timeline } = this.#levelling.prepared
    if (timeline === undefined) return null
    const [first, last] = [timeline.startDay(from / MINUTES_PER_DAY), timeline.startDay(to / MINUTES_PER_DAY)]
    return first === DAY_ABSENT || last === DAY_ABSENT ? null : last - first
  }

  /** Hours of so many unit-minutes: a day of a schedule without calendars has eight. */
  hours(minutes: number): number {
    return roundHalfAway(
      minutes / (this.isByClock ? MINUTES_PER_HOUR : MINUTES_PER_DAY / HOURS_PER_DAY),
      OFFSET_DECIMALS,
    )
  }
}

/**
 * The finish that the record follows: of one thing through all updates (compare/last-task.ts). Over the data dates as a straight line it meets the calendar
 * somewhere: the record continued, nothing more.
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { printableDay } from '../../calendar/bounds.ts'
import { type Ending, lastTaskOf, lastTaskText, showLastTask } from '../../compare/last-task.ts'
import { type Finish, movedText, movementOf, projectFinishOf, taskFinishOf } from '../../edits/finish-moves.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { taskText } from '../../wording/tasks.ts'
import type { Update } from './update.ts'

export interface Trend {
  readonly point_count: number
  readonly slip_per_day: number
  readonly largest_deviation_days: number
  readonly forecast_finish: string | null
  readonly beyond_finish_calendar_days: number | null
  readonly beyond_completion_calendar_days: number | null
}

/** Two points always make a line. */
const POINTS_MIN = 3
const DECIMALS = 3

/** Slower than this the finish moves away as fast as time passes. */
const MEETS_MAX = 0.999

export function trendOf(
  all: readonly { readonly day: number; readonly finish: number }[],
  completionDay: number,
): Trend | undefined {
  const points = all.filter(({ day, finish }) => day !== DAY_ABSENT && finish !== DAY_ABSENT)
  const days = new Set(points.map(({ day }) => day))
  if (days.size < POINTS_MIN) return undefined
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const [meanDay, meanFinish] = [mean(points.map(({ day }) => day)), mean(points.map(({ finish }) => finish))]
  const spread = points.reduce((sum, { day }) => sum + (day - meanDay) ** 2, 0)
  const slope = points.reduce((sum, { day, finish }) => sum + (day - meanDay) * (finish - meanFinish), 0) / spread
  const at = (day: number): number => meanFinish + slope * (day - meanDay)
  const deviation = points.reduce((most, { day, finish }) => Math.max(most, Math.abs(finish - at(day))), 0)
  const last = points.at(-1)!
  // finish = day on the line; it cannot lie before what has passed
  const meets = slope <= MEETS_MAX ? Math.max(last.day, (meanFinish - slope * meanDay) / (1 - slope)) : Number.NaN
  const forecast = Number.isNaN(meets) ? DAY_ABSENT : printableDay(Math.round(meets))
  const isKnown = forecast !== DAY_ABSENT
  return {
    point_count: points.length,
    slip_per_day: roundHalfAway(slope, DECIMALS),
    largest_deviation_days: roundHalfAway(deviation, DECIMALS),
    forecast_finish: dateOrNull(forecast),
    beyond_finish_calendar_days: isKnown ? forecast - last.finish : null,
    beyond_completion_calendar_days: isKnown && completionDay !== DAY_ABSENT ? forecast - completionDay : null,
  }
}

export interface RecordedEnd {
  /** By update. */
  readonly finishes: readonly Finish[]
  /** false: the updates end with different things and have no task with a finish in common. */
  readonly isOneThing: boolean
  /** The task that is followed in words; empty: the whole schedules are. */
  readonly followed: string
  /** What is said before all else; empty: the same task ends last in all. */
  readonly text: string
  readonly shown: ResultValue
}

export function endOf(updates: readonly Update[]): RecordedEnd {
  const whole = updates.map(({ of }) => projectFinishOf(of))
  if (updates.length < 2) return { finishes: whole, isOneThing: true, followed: '', text: '', shown: null }
  const endings = updates.map(({ item: { place, columns }, of }, k): Ending => {
    const before = updates[k - 1]?.item.columns
    return {
      place,
      columns,
      finishOf: i => of.result.earlyFinish[i],
      partners: before === undefined ? undefined : matchIds(before, columns),
    }
  })
  const last = lastTaskOf(endings)
  const { change, followedBy, rows, otherRows } = last
  const finishesOf = (of: Int32Array): readonly Finish[] =>
    updates.map((update, k) => (of[k] === NO_MATCH ? whole[k]! : taskFinishOf(update.of, of[k])))
  const moved = (finishes: readonly Finish[]) => movementOf(finishes[0]!, finishes.at(-1)!)
  const inWords = (finishes: readonly Finish[]): string => movedText(moved(finishes))
  const daysOf = (finishes: readonly Finish[]): number => moved(finishes).calendarDays ?? Number.NaN
  const finishes = finishesOf(rows)
  const other = otherRows === undefined ? undefined : finishesOf(otherRows)
  const text = lastTaskText(last, endings, inWords(whole), other === undefined ? '' : inWords(other), inWords(finishes))
  return {
    finishes,
    isOneThing: change === undefined || followedBy !== 'last_task' || other !== undefined,
    followed: followedBy === 'last_task' ? '' : taskText(endings.at(-1)!.columns, rows.at(-1)!),
    text,
    shown: showLastTask(last, endings, text, {
      followed: daysOf(finishes),
      whole: daysOf(whole),
      other: other === undefined ? Number.NaN : daysOf(other),
    }),
  }
}

/** Whose finish the windows follow where the caller names no task: that of the project, or of a task that all schedules have, where another ends last. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { type Ending, type LastTask, lastTaskOf, lastTaskText, type MovedDays } from '../../compare/last-task.ts'
import { earlyDates, forward, projectFinish } from '../../cpm/forward.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { type DayBasis, laterOrEarlier } from '../../wording/days.ts'
import { latestFinishDay, toldFinishes } from './date-mode.ts'
import type { NetworkItem } from './network-mode.ts'
import { type Followed as FollowedRows, finishOf, preparedOf } from './status.ts'

interface Shared {
  readonly calendar: Calendar
  readonly anchorDay: number
}

/** A finish of a whole schedule, and that of each task: offsets, NaN = none. */
interface Finishes {
  readonly whole: number
  readonly of: (i: number) => number
  /** Where they are computed, by what. */
  readonly prepared?: Preparation | undefined
}

export interface Followed {
  readonly items: readonly NetworkItem[]
  readonly endings: readonly Ending[]
  readonly last: LastTask
  /** Movements of finishes that are not followed: of the whole schedules, and of the other choice. */
  readonly movedDays: MovedDays
}

/** `inNetwork`: finishes are computed; else they are the dates of the tasks. */
export function followLastTask(items: readonly NetworkItem[], shared: Shared, inNetwork: boolean): Followed {
  const finishes = items.map(each => (inNetwork ? computedFinishes(each, shared) : datedFinishes(each, shared)))
  const endings = items.map(({ item: { place, columns } }, k): Ending => {
    const before = items[k - 1]?.item.columns
    return {
      place,
      columns,
      finishOf: finishes[k].of,
      partners: before === undefined ? undefined : matchIds(before, columns),
    }
  })
  const last = lastTaskOf(endings)
  const { otherRows } = last
  const end = items.length - 1
  const finishIn = (k: number): number => (last.rows[k] === NO_MATCH ? finishes[k].whole : finishes[k].of(last.rows[k]))
  return {
    items: items.map((each, k) => ({
      ...each,
      followed: last.tiedRows.map(rows => rows[k]),
      prepared: finishes[k].prepared,
    })),
    endings,
    last,
    movedDays: {
      followed: finishIn(end) - finishIn(0),
      whole: finishes[end].whole - finishes[0].whole,
      other: otherRows === undefined ? Number.NaN : finishes[end].of(otherRows[end]) - finishes[0].of(otherRows[0]),
    },
  }
}

/** What is said before all else; empty = the same task ends last in all schedules. */
export function followedText({ last, endings, movedDays }: Followed, basis: DayBasis): string {
  const moved = (days: number): string => (Number.isNaN(days) ? '' : laterOrEarlier(days, basis))
  return lastTaskText(last, endings, moved(movedDays.whole), moved(movedDays.other))
}

function computedFinishes({ item, order }: NetworkItem, shared: Shared): Finishes {
  const prepared = preparedOf(item, order, shared)
  const { input } = prepared
  const early = earlyDates(item.columns.taskCount)
  forward(input, early)
  return {
    whole: projectFinish(input, early),
    of: i => (input.network.takesPart[i] === 1 ? finishOf(input, early, i) : Number.NaN),
    prepared,
  }
}

function datedFinishes({ item }: NetworkItem, { calendar, anchorDay }: Shared): Finishes {
  const timeline = new Timeline(calendar, anchorDay)
  const told = toldFinishes(item, calendar)
  const of = (followed: FollowedRows): number => {
    const day = latestFinishDay(item, followed, told)
    return day === DAY_ABSENT ? Number.NaN : timeline.finishOffset(day)
  }
  return { whole: of([]), of: i => of([i]) }
}

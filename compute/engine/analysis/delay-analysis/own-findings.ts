/** The findings that are of this analysis alone: what the delay is made of, and what keeps it from being computed. */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { type CalendarChoice, spanCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { findingsOfRows, type RowHit } from '../../check/finding-rows.ts'
import { noPairsHit } from '../../compare/no-pairs.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { dateOrNull } from '../../result/options.ts'
import { type DayBasis, dateText, inDays, offsetBasis, signedDays } from '../../wording/days.ts'
import { finishMovement } from '../../wording/finish-movement.ts'
import { capital, scheduleName } from '../../wording/places.ts'
import { taskText } from '../../wording/tasks.ts'
import { concurrentText, unequalText } from './concurrency-words.ts'
import { DELAY_FINDING_ROWS } from './finding-rows.ts'
import type { DelayOutcome } from './outcome.ts'
import { revisionHits } from './revision-words.ts'
import { finishSpan, howText, sidesApart } from './summarise.ts'
import { type DelayTotals, sumOf } from './totals.ts'

export interface DelayFindingsContext {
  readonly outcome: DelayOutcome
  readonly totals: DelayTotals
  /** The schedules, the current one last. */
  readonly items: readonly SeriesItem[]
  /** Places of schedules that share their date, in the order used. */
  readonly ofOneDate: readonly string[]
  /** Some task has a delay_category. */
  readonly hasCategories: boolean
  readonly nearCriticalDays: number
  readonly choice: CalendarChoice
}

type Hits = { readonly [name in keyof typeof DELAY_FINDING_ROWS]?: RowHit }

/** Tasks named by their slips without a category. */
const SLIPS_NAMED_MAX = 3

export const ownFindings = (context: DelayFindingsContext): AdvisedFinding[] =>
  findingsOfRows(
    DELAY_FINDING_ROWS,
    { ...movementHits(context), ...concurrencyHits(context), ...categoryHits(context), ...ownRevisionHits(context) },
    context.items.at(-1)!.columns,
  )

/** How far the finish moved, and what of it the schedules do not explain. */
function movementHits({ outcome, totals, ofOneDate, choice }: DelayFindingsContext): Hits {
  const { apart: pairsApart, counts, totalDelayDays, windows, finishes } = outcome
  const basis = offsetBasis(choice.mode)
  const apart = finishesApart(finishes, choice)
  return {
    noPairs: noPairsHit(pairsApart.map(sidesApart)),
    moved: {
      count: totalDelayDays > 0 ? windows.length : 0,
      detail: `${inDays(totalDelayDays, basis)}, ${finishSpan(finishes)}: ${howText(outcome, totals, basis)}.`,
    },
    finishesApart: {
      count: apart.length,
      detail: apart
        .map(
          each =>
            `${capital(scheduleName(each.place))}: ${dateText(each.day)} computed, ${dateText(each.byDates)} by its dates, ${signedDays(-each.days, basis)}.`,
        )
        .join(' '),
      evidence: apart.map(({ place, day, byDates, days }) => ({
        schedule: place,
        finish_date: dateOrNull(day),
        reported_finish_date: dateOrNull(byDates),
        computed_later_days: -days,
      })),
    },
    dateMode: { count: counts.unlinked },
    undated: { count: counts.undated },
    scopeWithLogic: { count: counts.scopeWithLogic },
    ofOneDate: { count: ofOneDate.length, evidence: { order: ofOneDate } },
    pacing: { count: counts.pacing },
  }
}

/** Delays of both parties in one window, of equal and of unequal length. */
function concurrencyHits({ outcome, totals, nearCriticalDays, choice }: DelayFindingsContext): Hits {
  const { concurrent, unequal, counts } = outcome
  const basis = offsetBasis(choice.mode)
  const delay = inDays(sumOf(totals.byCategory), basis)
  return {
    concurrent: {
      count: counts.concurrentWindows,
      detail: `${inDays(totals.concurrentDays, basis)} of ${delay} of delay: time for them, no money. ${concurrentText(concurrent, basis)}.`,
    },
    unequal: {
      count: counts.unequalWindows,
      detail: `${inDays(totals.unequalDays, basis)} of ${delay} of delay. ${unequalText(unequal, nearCriticalDays, basis)}.`,
    },
  }
}

const ownRevisionHits = ({ outcome, items, hasCategories, choice }: DelayFindingsContext): Hits =>
  revisionHits(outcome.revisions, items.at(-1)!.columns, hasCategories, offsetBasis(choice.mode))

/** Slips without a delay_category, the largest first. */
function categoryHits({ outcome, totals, items, hasCategories, choice }: DelayFindingsContext): Hits {
  const { columns } = items.at(-1)!
  const basis = offsetBasis(choice.mode)
  const slips = [...outcome.unattributed].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const known = tasksOfIds(
    columns,
    slips.map(([id]) => id),
  )
  const named = { tasks: [...known].filter(i => i !== NO_MATCH), isRanked: true } as const
  return {
    unattributed: {
      count: hasCategories ? slips.length : 0,
      ...named,
      detail: `${inDays(totals.byCategory[0], basis)} of ${inDays(sumOf(totals.byCategory), basis)} of delay; most by ${slips
        .slice(0, SLIPS_NAMED_MAX)
        .map((slip, n) => slipText(slip, known[n], columns, basis))
        .join(', ')}.`,
    },
    noTask: {
      count: totals.noTaskDays > EPSILON_DAYS ? outcome.counts.noTaskWindows : 0,
      detail: `${inDays(totals.noTaskDays, basis)} of ${inDays(sumOf(totals.byCategory), basis)} of delay; they stay unattributed.`,
    },
    noCategory: {
      count: hasCategories ? 0 : items.reduce((sum, item) => sum + item.columns.taskCount, 0),
      ...named,
    },
  }
}

const slipText = (
  [id, days]: readonly [id: string, days: number],
  task: number,
  columns: SeriesItem['columns'],
  basis: DayBasis,
): string => `${task === NO_MATCH ? id : taskText(columns, task)} ${signedDays(days, basis)}`

/** Schedules whose computed finish is not the one their own dates describe: the first and the last, which make the movement. */
function finishesApart(finishes: DelayOutcome['finishes'], choice: CalendarChoice) {
  return [finishes[0], finishes.at(-1)!].flatMap(each => {
    if (each.day === DAY_ABSENT || each.byDates === DAY_ABSENT || each.day === each.byDates) return []
    const { days } = finishMovement(spanCalendar(choice), offsetBasis(choice.mode), each.day, each.byDates)
    return days === 0 ? [] : [{ ...each, days }]
  })
}

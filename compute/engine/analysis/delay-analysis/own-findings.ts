/** The findings that are of the delay analysis alone, in the order they are listed: what the delay is made of, and what keeps it from being computed. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { type CalendarChoice, spanCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import type { AdvisedFinding } from '../../check/advised-finding.ts'
import { type FindingRow, seek, seekIn } from '../../check/finding-rows.ts'
import { lastTaskRow } from '../../compare/last-task.ts'
import { noPairsRow, otherWorkRow } from '../../compare/no-pairs.ts'
import type { MovedId } from '../../compare/same-work.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isPin } from '../../kind/constraint-types.ts'
import { dateOrNull } from '../../result/options.ts'
import {
  type DayBasis,
  dateText,
  dayBasis,
  finishMovement,
  inDays,
  offsetBasis,
  signedDays,
  wallText,
} from '../../wording/days.ts'
import { figure, plural } from '../../wording/numbers.ts'
import { capital, listed, scheduleName, taskText } from '../../wording/tasks.ts'
import { eventsBeyond } from './event-days.ts'
import { ADDED_BEFORE_START } from './event-findings.ts'
import type { DelayOutcome } from './outcome.ts'
import { EXCHANGES, HISTORY_CHANGED, RENUMBERED, WITHDRAWN } from './revision-summary.ts'
import { finishSpan, howText, sidesApart, togetherText, unequalText } from './summarise.ts'
import { type DelayTotals, sumOf } from './totals.ts'

interface DelayFindingsContext {
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
  readonly events: readonly SentEvent[]
  /** Tasks that the ids of a later schedule do not name any more. */
  readonly moved: readonly MovedId[]
}

interface FindingContext extends DelayFindingsContext {
  /** Columns of the current schedule. */
  readonly columns: ScheduleColumns
  readonly basis: DayBasis
}

/** Tasks named by their slips without a category, and by their revisions. */
const SLIPS_NAMED_MAX = 3
const NAMED_MAX = 3

type Part = readonly [id: string, days: number]
const largestFirst = (a: Part, b: Part): number => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)

const delayText = (totals: DelayTotals, basis: DayBasis): string =>
  `${inDays(sumOf(totals.byCategory), basis)} of delay`

/** Slips without a delay_category, the largest first, and their tasks. */
function slipsOf({ outcome, columns }: FindingContext) {
  const slips = [...outcome.unattributed].sort(largestFirst)
  const known = tasksOfIds(
    columns,
    slips.map(([id]) => id),
  )
  return { slips, known, hits: { tasks: [...known].filter(i => i !== NO_MATCH), isRanked: true } as const }
}

/** Of the tasks with slips, in the order of those, the ones that some schedule but the last holds at a date: an expected finish that counts, or a mandatory constraint. */
function heldByDates(context: FindingContext) {
  const { slips, known } = slipsOf(context)
  const ids = slips.map(([id]) => id)
  const reasons: (string | undefined)[] = new Array(slips.length)
  for (const { columns } of context.items.slice(0, -1)) {
    const isExpected = columns.setting?.rules.useExpectedFinish === true
    for (const [n, i] of tasksOfIds(columns, ids).entries()) {
      if (i === NO_MATCH || reasons[n] !== undefined) continue
      const type = columns.constraintType[i]
      if (isExpected && columns.expectedFinish[i] > DAY_ABSENT)
        reasons[n] = `expected finish ${dateText(columns.expectedFinish[i])}`
      else if (isPin(type)) reasons[n] = `${CONSTRAINT_TYPES[type - 1]} ${dateText(columns.constraintDate[i])}`
    }
  }
  return slips.flatMap(([, days], n) =>
    reasons[n] === undefined || known[n] === NO_MATCH ? [] : [{ task: known[n], days, reason: reasons[n] }],
  )
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
    // open work without dates may end later than those that are told
    if (!each.isTold && each.byDates < each.day) return []
    const { days } = finishMovement(spanCalendar(choice), offsetBasis(choice.mode), each.day, each.byDates)
    return days === 0 ? [] : [{ ...each, days }]
  })
}

export const END_CHANGED = lastTaskRow('DELAY_END_CHANGED')

export const DELAY_FINDING_ROWS = {
  noPairs: seekIn(noPairsRow({ byIds: true }), ({ outcome }: FindingContext) => outcome.apart.map(sidesApart)),
  moved: {
    code: 'DELAY_FINISH_MOVED',
    severity: 'medium',
    title: 'The finish moved',
    description: count => `The finish moved later over ${plural(count, 'window')}.`,
    find: ({ outcome }) => ({
      count: outcome.totalDelayDays > 0 || outcome.totalCalendarDays > 0 ? outcome.windows.length : 0,
    }),
    detail: ({ outcome, totals, basis }) =>
      `${inDays(outcome.totalDelayDays, basis)}${wallText(outcome.totalCalendarDays, basis)}, ${finishSpan(outcome.finishes)}: ${howText(outcome, totals, basis, outcome.isSplit)}.`,
  },
  finishesApart: {
    code: 'DELAY_FINISH_DIFFERS',
    severity: 'medium',
    title: 'Computed and reported finish differ',
    description: count =>
      `The delay is the movement of the computed finish; in ${plural(count, 'schedule')} that is not the finish its own dates tell, which is the one that as-planned-vs-as-built takes.`,
    advice: {
      title: 'Bring computed and reported finish together',
      description:
        'Look for what the dates follow and the request lacks: holidays and calendars, constraints, links to other projects, remaining durations.',
    },
    find: ({ outcome, choice }) => ({ count: finishesApart(outcome.finishes, choice).length }),
    detail: ({ outcome, choice, basis }) => {
      const apart = finishesApart(outcome.finishes, choice)
      return {
        text: apart
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
      }
    },
  },
  dateMode: {
    code: 'DELAY_DATE_MODE',
    severity: 'medium',
    title: 'Dates instead of a network',
    description: count =>
      `${plural(count, 'schedule has', 'schedules have')} no links: finishes are the latest finish dates, nothing is attributed and revisions are not told apart.`,
    advice: {
      title: 'Send the links',
      description: 'With predecessors in every schedule the delay can be attributed along the controlling path.',
    },
    find: ({ outcome }) => ({ count: outcome.counts.unlinked }),
  },
  undated: {
    code: 'DELAY_NO_FINISH',
    severity: 'medium',
    title: 'Schedules without a finish',
    description: count =>
      `${plural(count, 'schedule has', 'schedules have')} neither links nor finish dates; the windows beside are left out.`,
    advice: {
      title: 'Send finish dates or links',
      description: 'One of the two tells where a schedule ends.',
    },
    find: ({ outcome }) => ({ count: outcome.counts.undated }),
  },
  concurrent: {
    code: 'DELAY_CONCURRENT',
    severity: 'medium',
    title: 'Concurrent delay',
    description: count => `In ${plural(count, 'window')} delays of owner and contractor fall together.`,
    advice: {
      title: 'Examine the concurrent delays',
      description: 'Whether delays are concurrent depends on the windows; look at the dates within them.',
    },
    find: ({ outcome }) => ({ count: outcome.counts.concurrentWindows }),
    detail: ({ outcome, totals, basis }) =>
      `${inDays(totals.concurrentDays + totals.revisionConcurrentDays, basis)} of ${delayText(totals, basis)}: time for them, no money. ${togetherText(outcome, totals, basis)}`,
  },
  unequal: {
    code: 'DELAY_CONCURRENT_UNEQUAL',
    severity: 'medium',
    title: 'Unequal delays at one time',
    description: count =>
      `In ${plural(count, 'window')} delays of owner and contractor fall together, but do not end together.`,
    advice: {
      title: 'Decide which unequal delays are concurrent',
      description:
        'By the literal theory the longer delay stands alone, by the functional one the days of the shorter are concurrent (AACE 29R-03, 4.2): set near_critical_threshold to the days by which its path may end earlier.',
    },
    find: ({ outcome }) => ({ count: outcome.counts.unequalWindows }),
    detail: ({ outcome, totals, nearCriticalDays, basis }) =>
      `${inDays(totals.unequalDays, basis)} of ${delayText(totals, basis)}. ${unequalText(outcome.unequal, nearCriticalDays, basis)}.`,
  },
  unattributed: {
    code: 'DELAY_UNATTRIBUTED',
    severity: 'medium',
    title: 'Delay without a category',
    description: count =>
      `${plural(count, 'task')} on controlling paths delayed the finish on days that no delay event covers, and ${count === 1 ? 'has' : 'have'} no delay_category.`,
    advice: {
      title: 'Say who caused the delays without a category',
      description:
        'Give delay_category to these tasks, or events that cover the days; until then these days entitle to nothing.',
    },
    find: context => {
      const { slips, hits } = slipsOf(context)
      return { ...hits, count: context.hasCategories ? slips.length : 0 }
    },
    detail: context => {
      const { totals, basis, columns } = context
      const { slips, known } = slipsOf(context)
      return `${inDays(totals.byCategory[0], basis)} of ${delayText(totals, basis)}; most by ${slips
        .slice(0, SLIPS_NAMED_MAX)
        .map((slip, n) => slipText(slip, known[n], columns, basis))
        .join(', ')}.`
    },
  },
  noTask: {
    code: 'DELAY_NO_TASK',
    severity: 'medium',
    title: 'Delay without a task',
    description: count =>
      `In ${plural(count, 'window')} the finish moved later and no task was found that was due and did not work.`,
    advice: {
      title: 'Look at the days without a task',
      description:
        'The days of the windows show when. Calendars, constraints, expected finishes or lags can move a finish without work that stands still.',
    },
    find: ({ outcome, totals }) => ({
      count: totals.noTaskDays > EPSILON_DAYS ? outcome.counts.noTaskWindows : 0,
    }),
    detail: ({ totals, basis }) =>
      `${inDays(totals.noTaskDays, basis)} of ${delayText(totals, basis)}; they stay unattributed.`,
  },
  eventsBeyond: {
    code: 'DELAY_EVENT_BEYOND_ITS_DAYS',
    severity: 'medium',
    title: 'Events with more days than they lasted',
    description: count =>
      `${plural(count, 'event holds', 'events hold')} more days than ${count === 1 ? 'it' : 'they'} lasted, some by revisions: an event that covers any day of a window has the days by which revisions of its tasks moved the finish in it, whatever it lasted.`,
    advice: {
      title: 'Prove that the event caused the revision',
      description:
        "Show by the records that the event made the work longer. Else leave the task out of its task_ids, so that the days of the revision are nobody's.",
    },
    find: ({ outcome, events, choice }) => ({
      count: eventsBeyond(events, outcome.eventDays, choice.calendar).length,
    }),
    detail: ({ outcome, events, choice }) => {
      const found = eventsBeyond(events, outcome.eventDays, choice.calendar)
      const basis = dayBasis(choice.mode)
      const told = found
        .slice(0, NAMED_MAX)
        .map(
          ({ id, held, revised, lasted }) =>
            `${id} (${inDays(figure(held), basis)}, ${figure(revised)} of them by revisions; it lasted ${inDays(lasted, basis)})`,
        )
      return `Events: ${listed(told, found.length)}.`
    },
  },
  addedBeforeStart: ADDED_BEFORE_START,
  heldByDate: {
    code: 'DELAY_HELD_BY_DATE',
    severity: 'medium',
    title: 'Days lost behind a date that holds',
    description: count =>
      `${plural(count, 'task')} without a category or an event for ${count === 1 ? 'its' : 'their'} days ${count === 1 ? 'was' : 'were'} held by a date, not by logic: a day that is lost before that date moves the finish only once it has passed, and so may stand outside of the event that took it.`,
    advice: {
      title: 'Compare without the dates that hold',
      description:
        'Send these schedules without the expected finish or the mandatory constraint of the task, with what is left by the records: then each day stands where it was lost.',
    },
    find: context => {
      const held = heldByDates(context)
      return { tasks: held.map(({ task }) => task), isRanked: true, count: held.length }
    },
    detail: context =>
      `${listed(
        heldByDates(context)
          .slice(0, NAMED_MAX)
          .map(
            ({ task, reason, days }) =>
              `${taskText(context.columns, task)} ${signedDays(days, context.basis)}, ${reason}`,
          ),
        heldByDates(context).length,
      )}.`,
  },
  noCategory: {
    code: 'DELAY_NO_CATEGORY',
    severity: 'low',
    title: 'No delay categories',
    description: () => 'None of the tasks has a delay_category; entitlement was skipped.',
    advice: {
      title: 'Say who caused the delays',
      description:
        'Give delay_category to the tasks that delayed the finish: then the result says what the delay entitles to.',
    },
    find: context => ({
      ...slipsOf(context).hits,
      count: context.hasCategories ? 0 : context.items.reduce((sum, item) => sum + item.columns.taskCount, 0),
    }),
  },
  scopeWithLogic: {
    code: 'DELAY_SCOPE_WITH_LOGIC',
    severity: 'low',
    title: 'New tasks and new links in one step',
    description: count =>
      `In ${plural(count, 'window')} new tasks and old links, or old tasks and new links, form a cycle; logic_days has both.`,
    find: ({ outcome }) => ({ count: outcome.counts.scopeWithLogic }),
  },
  revisionOwnerless: {
    code: 'DELAY_REVISION_WITHOUT_CATEGORY',
    severity: 'medium',
    title: 'Revisions without a category',
    description: count =>
      `${plural(count, 'revision')} made the finish later and ${count === 1 ? 'has' : 'have'} no delay_category.`,
    advice: {
      title: 'Say whose the revisions without a category are',
      description:
        'Give delay_category to the tasks that were added, re-linked or made longer; until then their days entitle to nothing.',
    },
    find: ({ outcome, hasCategories }) => ({ count: hasCategories ? outcome.revisions.ownerless.size : 0 }),
    detail: ({ outcome: { revisions }, basis }) => {
      const parts = [...revisions.ownerless].sort(largestFirst)
      const sum = parts.reduce((total, [, days]) => total + days, 0)
      const most = parts.slice(0, NAMED_MAX).map(([of, days]) => `${of} ${signedDays(days, basis)}`)
      return `${inDays(sum, basis)} of ${inDays(revisions.laterDays, basis)} by which revisions made the finish later; most by ${most.join(', ')}.`
    },
  },
  historyChanged: HISTORY_CHANGED,
  otherWork: seekIn(otherWorkRow('DELAY_ID_OF_OTHER_WORK', { isFollowed: true }), ({ moved }: FindingContext) => moved),
  renumbered: RENUMBERED,
  exchanges: EXCHANGES,
  withdrawn: WITHDRAWN,
  revisionOrder: {
    code: 'DELAY_REVISION_ORDER',
    severity: 'info',
    title: 'Revisions whose order matters',
    description: count =>
      `In ${plural(count, 'window')} what a kind of revision did to the finish depends on which are applied before it.`,
    find: ({ outcome: { revisions }, basis }) => ({
      count: revisions.orderWindows,
      ...(revisions.widest === undefined ? {} : { detail: revisions.widest.text(basis) }),
    }),
  },
  ofOneDate: {
    code: 'DELAY_SCHEDULES_OF_ONE_DATE',
    severity: 'info',
    title: 'Schedules of one date',
    description: count =>
      `${plural(count, 'schedule shares its', 'schedules share their')} date with another. They were taken in the order of the request, the current schedule last; a window between them has no days: it shows revisions, and what the later one reports otherwise of work done by that date.`,
    find: ({ ofOneDate }) => ({ count: ofOneDate.length, evidence: { order: ofOneDate } }),
  },
  pacing: {
    code: 'DELAY_POSSIBLE_PACING',
    severity: 'info',
    title: 'Possible pacing',
    description: count =>
      `${plural(count, 'slip')} began after a critical delay of the other party and had the float for it.`,
    advice: {
      title: 'Look for evidence of pacing',
      description: 'Contemporaneous notice, or proof that the work could have gone on, decides whether it was pacing.',
    },
    find: ({ outcome }) => ({ count: outcome.counts.pacing }),
  },
} as const satisfies Record<string, FindingRow<FindingContext>>

export function ownFindings(context: DelayFindingsContext): AdvisedFinding[] {
  const { columns } = context.items.at(-1)!
  return seek(
    Object.values(DELAY_FINDING_ROWS),
    { ...context, columns, basis: offsetBasis(context.choice.mode) },
    columns,
  )
}

/**
 * Updates that nobody kept, recreated from a baseline and one schedule with actual dates (AACE 29R-03 MIP 3.5; /docs/methods/delay-analysis#recreated-updates):
 * the plan of the baseline with the progress of a data date, as the replay of a day knows it. What is not known of a date is assumed, and told.
 */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { civilOfDay, dayOfCivil, formatDay } from '../../../../shared/contract/schedule/day.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { momentAt } from '../../clock/input.ts'
import { isRecreated, RECREATED, type SeriesItem } from '../../compare/series.ts'
import type { CpmInput } from '../../cpm/input.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { copied } from '../../ids/short-arrays.ts'
import { COMPLETE, IN_PROGRESS, NOT_STARTED, PERCENT_MAX } from '../../population/progress.ts'
import { dateOrNull, refuseInvalid } from '../../result/options.ts'
import type { ResultValue } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { hasLogic } from './date-mode.ts'
import { DayStatuses } from './day-status.ts'
import { EventCover } from './event-cover.ts'
import { halfStep } from './half-step.ts'
import { hasPairs, pairTasks } from './pairing.ts'
import { type AlikeRules, alikeIn, reportsOf } from './retold.ts'
import { type Status, statusOf } from './status.ts'

interface Recreated {
  /** The baseline, the recreated updates, the current schedule. */
  readonly items: readonly SeriesItem[]
  readonly shown: ResultValue
}

/** Updates that are made where nobody says at which dates. */
const UPDATES_MAX = 120
/** Tasks that the updates of a request have together, and so many more for each that was sent: nobody sends an update that is made. */
const TASKS_FREE = 300_000
const TASKS_PER_SENT = 16

export const sentTasks = (items: readonly SeriesItem[]): number =>
  items.reduce((sum, item) => sum + (isRecreated(item) ? 0 : item.columns.taskCount), 0)

/** Updates of the baseline that a request may have made. */
export const recreatedMax = (items: readonly SeriesItem[], times = 1): number =>
  Math.floor((times * (TASKS_FREE + TASKS_PER_SENT * sentTasks(items))) / Math.max(1, items[0].columns.taskCount))

/** `dataDays`: as asked; undefined = the first day of each month. */
export function recreatedSeries(
  items: readonly SeriesItem[],
  dataDays: readonly number[] | undefined,
  rules: AlikeRules,
): Recreated | Refusal {
  const { shared } = rules
  const [baseline, current] = [items[0], items.at(-1)!]
  if (!baseline.isBaseline || !hasLogic(baseline) || !hasLogic(current)) {
    const msg = 'recreated needs a baseline_schedule and a current_schedule, both with links'
    return refuseInvalid([{ loc: ['body', 'options', 'method'], msg, type: 'conflict' }])
  }
  const statuses: Status[] = []
  for (const item of [baseline, current]) {
    const order = topologicalOrder(item.columns.taskCount, item.columns.links)
    if (order === undefined) return cycleRefusal(item.columns)
    statuses.push(statusOf(item, order, [], shared))
  }
  const [sent, later] = statuses
  const pairs = pairTasks(sent, later)
  // updates tell work as the current schedule does
  const { earlier, pairing } = alikeIn(sent, later, pairs, rules) ?? { earlier: sent, pairing: pairs }
  const firstDay = baseline.statusDay === DAY_ABSENT ? shared.anchorDay : baseline.statusDay
  const isWithin = (day: number): boolean => day > firstDay && day < current.statusDay
  const most = Math.min(UPDATES_MAX, recreatedMax([baseline, current]))
  const asked = dataDays ?? monthsBetween(firstDay, current.statusDay, most)
  const days = [...new Set(asked)].filter(isWithin).sort((a, b) => a - b)
  if (days.length > most) {
    const msg = `Each of ${days.length} updates is made of ${baseline.columns.taskCount} tasks; at most ${most} are made of so many. Send fewer dates.`
    return refuseInvalid([{ loc: ['body', 'options', 'data_dates'], msg, type: 'length' }])
  }
  const recreated = hasPairs(pairing) ? updatesAt(days, earlier, later, pairing, rules) : []
  return {
    items: [baseline, ...recreated, current],
    shown: {
      data_dates: recreated.map(({ statusDay }) => dateOrNull(statusDay)),
      dates_left_out: asked.filter(day => !isWithin(day)).map(dateOrNull),
      assumptions: assumptionsOf(earlier, later, pairing, items.length - 2),
    },
  }
}

function updatesAt(
  days: readonly number[],
  earlier: Status,
  later: Status,
  pairing: ReturnType<typeof pairTasks>,
  { events, sides, timeline: offsets }: AlikeRules,
): SeriesItem[] {
  const half = halfStep(earlier, later, pairing)
  const { columns } = earlier
  const category = columns.delayCategory
  const cover = new EventCover(events, {
    columns,
    category,
    side: category.map(code => sides[code]),
    timeline: offsets,
  })
  const reports = { ...reportsOf(earlier, later, pairing, half), eventsOn: (i: number) => cover.spansOf(i) }
  const known = new DayStatuses(earlier, half, reports)
  const { timeline } = later.prepared
  return days.flatMap((day): SeriesItem[] => {
    const offset = timeline!.startOffset(day)
    // a day off after the last working day of what was sent is no other status
    if (!(offset > earlier.prepared.input.dataDate && offset < half.dataDate)) return []
    const made = columnsAt(known.at(offset), { day, offset }, earlier, later, pairing.toLater)
    return [{ place: `${RECREATED}${formatDay(day)}`, columns: made, statusDay: day, isBaseline: false }]
  })
}

/** The baseline with the progress of a status. */
function columnsAt(
  { state, remainingDays, reportedStart, clock }: CpmInput,
  { day: dataDay, offset }: { readonly day: number; readonly offset: number },
  { columns: plan, prepared }: Status,
  { columns: now, prepared: { timeline, input } }: Status,
  toLater: Int32Array,
): ScheduleColumns {
  const made = {
    actualStart: copied(plan.actualStart),
    actualStartTime: copied(plan.actualStartTime),
    actualFinish: copied(plan.actualFinish),
    actualFinishTime: copied(plan.actualFinishTime),
    remainingDurationDays: copied(plan.remainingDurationDays),
    percentComplete: copied(plan.percentComplete),
    physicalPercentComplete: copied(plan.physicalPercentComplete),
    delayCategory: copied(plan.delayCategory),
    suspendDate: copied(plan.suspendDate),
    suspendDateTime: copied(plan.suspendDateTime),
    resumeDate: copied(plan.resumeDate),
    resumeDateTime: copied(plan.resumeDateTime),
  }
  const until = clock === undefined ? dataDay * MINUTES_PER_DAY : momentAt(clock, offset)
  for (let i = 0; i < plan.taskCount; i++) {
    const j = toLater[i]
    if (j === NO_MATCH) continue
    if (now.delayCategory[j] !== 0) made.delayCategory[i] = now.delayCategory[j]
    if (state[i] === NOT_STARTED || prepared.input.network.takesPart[i] === 0) continue
    for (const [day, time] of [
      ['suspendDate', 'suspendDateTime'],
      ['resumeDate', 'resumeDateTime'],
    ] as const) {
      if (!(now[day][j] * MINUTES_PER_DAY + Math.max(0, now[time][j] - 1) <= until)) continue
      made[day][i] = now[day][j]
      made[time][i] = now[time][j]
    }
    made.actualStart[i] = now.actualStart[j]
    made.actualStartTime[i] = now.actualStartTime[j]
    if (made.actualStart[i] === DAY_ABSENT) made.actualStart[i] = timeline!.startDay(reportedStart[i])
    made.physicalPercentComplete[i] = Number.NaN
    // work that is done before a finish that is told later has nothing left, and no finish yet
    const isDone = state[i] === COMPLETE && input.reportedFinish[j] <= offset
    made.percentComplete[i] = isDone ? PERCENT_MAX : Number.NaN
    made.remainingDurationDays[i] = isDone ? 0 : remainingDays[i]
    if (!isDone) continue
    made.actualFinish[i] = now.actualFinish[j]
    made.actualFinishTime[i] = now.actualFinishTime[j]
    if (made.actualFinish[i] === DAY_ABSENT) made.actualFinish[i] = timeline!.finishDay(input.reportedFinish[j])
  }
  // the data date of the plan is not that of the update
  const setting = plan.setting && { ...plan.setting, dataDate: Number.NaN }
  return { ...plan, ...made, setting, notes: undefined }
}

/** First days of the months between two days, every so many months where there are more than so many. */
function monthsBetween(from: number, until: number, most: number): number[] {
  const [year, month] = civilOfDay(from)
  const days: number[] = []
  for (let n = 1; ; n++) {
    const months = month - 1 + n
    const day = dayOfCivil(year + Math.floor(months / 12), (months % 12) + 1, 1)
    if (day >= until) break
    days.push(day)
  }
  const every = Math.max(1, Math.ceil(days.length / most))
  return days.filter((_, n) => (n + 1) % every === 0)
}

function assumptionsOf(
  earlier: Status,
  later: Status,
  { toLater }: ReturnType<typeof pairTasks>,
  notRead: number,
): string[] {
  const paired = new Set<number>()
  let undated = 0
  let goesOn = 0
  for (let i = 0; i < toLater.length; i++) {
    const j = toLater[i]
    if (j === NO_MATCH) continue
    paired.add(j)
    const state = later.prepared.input.state[j]
    if (state === IN_PROGRESS) goesOn++
    const { actualStart, actualFinish } = later.columns
    if (state !== NOT_STARTED && actualStart[j] === DAY_ABSENT) undated++
    else if (state === COMPLETE && actualFinish[j] === DAY_ABSENT) undated++
  }
  const isNew = later.network.order.filter(j => !paired.has(j)).length
  const gone = earlier.network.order.filter(i => toLater[i] === NO_MATCH).length
  return [
    'Work went on at an even pace, over the working time of its own calendar, between its actual start and its actual finish or the data date of the current schedule.',
    'The plan stayed that of the baseline until the current schedule: every change of it is told as a revision of the last window, as nothing says when it was made.',
    ...(goesOn > 0
      ? [
          `${plural(goesOn, 'task')} in progress: what is left follows from the remaining duration of the current schedule.`,
        ]
      : []),
    ...(undated > 0
      ? [`${plural(undated, 'task')} that began or ended without an actual date: the computed one was taken.`]
      : []),
    ...(isNew > 0
      ? [
          `${plural(isNew, 'task')} that the baseline does not have: in no recreated update. The days on which others waited for them are theirs.`,
        ]
      : []),
    ...(gone > 0
      ? [
          `${plural(gone, 'task')} of the baseline without a task in the current schedule: not begun in every recreated update.`,
        ]
      : []),
    ...(notRead > 0 ? [`${plural(notRead, 'snapshot')} of schedule_history: not read by this method.`] : []),
  ]
}

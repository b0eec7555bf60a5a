/**
 * The statuses of a request, by date, the current schedule last, and what each says about start, finish and cost. Those
 * dated on or after the current status are left out; of equal dates the last in the input counts.
 */
import type { FINISH_SOURCES } from '../../../../shared/contract/analysis/baseline-compare/words.ts'
import type { Refusal } from '../../../../shared/contract/errors.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { type ComputedStatus, computeStatus } from '../../compare/computed-status.ts'
import { type StatusDates, statusDates } from '../../compare/status-dates.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { isSummary } from '../../kind/participation.ts'
import { type EarlierStatus, type EarlierStatuses, earlierStatuses } from '../../population/earlier-statuses.ts'
import { dayOf } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import type { Totals } from './earned-value-figures.ts'

export interface Status {
  readonly columns: ScheduleColumns
  /** Status day, DAY_ABSENT for a snapshot without a date. */
  readonly day: number
  /** Totals of a snapshot; undefined for the current schedule, which has none. */
  readonly totals: Totals | undefined
  /** Of the current schedule: the totals that a snapshot of its own date brings. */
  readonly totalsOfItsDate?: Totals | undefined
}

export interface Statuses {
  readonly earlier: EarlierStatuses
  /** Places in schedule_history of snapshots that a later one of the same date replaces. */
  readonly superseded: readonly number[]
  /** Undated snapshots first, in input order, then by date; the current schedule last. */
  readonly all: readonly Status[]
}

type TotalName = 'planned_value_total' | 'earned_value_total' | 'actual_cost_total' | 'budget_at_completion'
type Snapshot = Readonly<Partial<Record<TotalName, number | null>>> & { readonly snapshot_date?: string | null }

export function statusesOf(input: AnalysisInput, currentDay: number): Statuses {
  const earlier = earlierStatuses(input, currentDay)
  const isSuperseded = ({ day }: EarlierStatus, n: number): boolean =>
    day !== DAY_ABSENT && earlier.statuses[n + 1]?.day === day
  const history = (input.params.schedule_history ?? []) as readonly Snapshot[]
  const snapshots = earlier.statuses.filter((status, n) => !isSuperseded(status, n))
  // the current schedule is the status of its date, and has no totals of its own
  const sameDate = earlier.notEarlier.findLast(
    n => dayOf(history[n].snapshot_date) === currentDay && !Number.isNaN(totalsOf(history[n]).earned),
  )
  return {
    earlier: { ...earlier, notEarlier: earlier.notEarlier.filter(n => n !== sameDate) },
    superseded: earlier.statuses.filter(isSuperseded).map(({ index }) => index),
    all: [
      ...snapshots.map(({ columns, day, index }) => ({ columns, day, totals: totalsOf(history[index]) })),
      {
        columns: input.schedules.get('current_schedule.tasks')!,
        day: currentDay,
        totals: undefined,
        totalsOfItsDate: sameDate === undefined ? undefined : totalsOf(history[sameDate]),
      },
    ],
  }
}

const totalsOf = (snapshot: Snapshot): Totals => ({
  planned: snapshot.planned_value_total ?? Number.NaN,
  earned: snapshot.earned_value_total ?? Number.NaN,
  actualCost: snapshot.actual_cost_total ?? Number.NaN,
  budget: snapshot.budget_at_completion ?? Number.NaN,
})

/** With what its tasks tell: open work ends no earlier than the status date. */
export interface ToldStatus extends ComputedStatus {
  readonly told: StatusDates
}

/** Computes statuses on one anchor and one calendar; none of the schedules has a cycle. */
export class StatusComputer {
  readonly #orders = new Map<ScheduleColumns, Uint32Array>()
  readonly #calendar: Calendar
  readonly #anchorDay: number

  private constructor(calendar: Calendar, anchorDay: number, orders: Map<ScheduleColumns, Uint32Array>) {
    this.#calendar = calendar
    this.#anchorDay = anchorDay
    this.#orders = orders
  }

  /** `all` are the schedules of the request, in whose order the first cycle is looked for; `compared` share the anchor. */
  static of(
    compared: readonly Pick<Status, 'columns' | 'day'>[],
    all: Iterable<ScheduleColumns>,
    calendar: Calendar,
    checkpoint: (() => void) | undefined,
  ): StatusComputer | Refusal {
    const orders = new Map<ScheduleColumns, Uint32Array>()
    for (const columns of all) {
      checkpoint?.()
      const order = topologicalOrder(columns.taskCount, columns.links)
      if (order === undefined) return cycleRefusal(columns)
      orders.set(columns, order)
    }
    return new StatusComputer(
      calendar,
      commonAnchorDay(compared.map(({ columns, day }) => ({ columns, statusDay: day }))),
      orders,
    )
  }

  compute({ columns, day }: Pick<Status, 'columns' | 'day'>): ToldStatus {
    const setting = { calendar: this.#calendar, anchorDay: this.#anchorDay }
    const status = computeStatus(columns, day, this.#orders.get(columns)!, setting)
    return { ...status, told: statusDates({ columns, statusDay: day }, this.#calendar, status) }
  }
}

/** start*, the early start of CPM last. Day number or DAY_ABSENT. */
export const toldOrEarlyStart = ({ told, dates }: ToldStatus, i: number): number =>
  told.start[i] === DAY_ABSENT ? dates.earlyStart[i] : told.start[i]

/** finish*, the early finish of CPM last. */
export const toldOrEarlyFinish = ({ told, dates }: ToldStatus, i: number): number =>
  told.finish[i] === DAY_ABSENT ? dates.earlyFinish[i] : told.finish[i]

/** One live link at least joins the tasks, or there is nothing to join. */
export const hasLogic = ({ network }: ComputedStatus): boolean => network.linkCount > 0 || network.order.length <= 1

export interface ProjectFinish {
  /** DAY_ABSENT = unknown. */
  readonly day: number
  /** network: of CPM; dates: the latest finish*, where no link joins the tasks. */
  readonly source: (typeof FINISH_SOURCES)[number]
}

/** The finish of a task as projectFinishOf takes it; DAY_ABSENT where it has none, or no part in it. */
export function finishDayOf(status: ToldStatus, i: number): number {
  if (!hasLogic(status)) return isSummary(status.columns.taskType[i]) ? DAY_ABSENT : toldOrEarlyFinish(status, i)
  return status.network.takesPart[i] === 1 ? status.dates.earlyFinish[i] : DAY_ABSENT
}

export function projectFinishOf(status: ToldStatus): ProjectFinish {
  if (hasLogic(status)) return { day: status.dates.projectFinish, source: 'network' }
  let day = DAY_ABSENT
  for (let i = 0; i < status.columns.taskCount; i++) day = Math.max(day, finishDayOf(status, i))
  return { day, source: 'dates' }
}

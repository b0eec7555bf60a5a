/**
 * A schedule that is held open for what-if: one list of changes after another is tried on it, as the page at / does while a planner works. What a request
 * computes of the schedule as sent is computed once, and what a list of changes does comes as columns. The figures are those of the analysis: what it
 * shows and the page does not (paths, milestones, effects of single changes) is left out.
 */
import type { Refusal } from '../../../../shared/contract/errors.ts'
import type { Tried } from '../../../../shared/contract/local-engine.ts'
import type { SentChange } from '../../../../shared/contract/schedule/changes.ts'
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import type { AnalysisInput } from '../../../../shared/contract/schedule/input.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { MINUTES_PER_DAY } from '../../../../shared/contract/schedule/time-of-day.ts'
import { OFFSET_DECIMALS } from '../../calendar/snap.ts'
import { type Finish, finishText, movementOf, projectFinishOf } from '../../edits/finish-moves.ts'
import { PassMeter } from '../../edits/pass-meter.ts'
import { type Computed, computed, isComputed, recomputed } from '../../edits/recomputed.ts'
import type { TableColumn } from '../../result/result.ts'
import { roundHalfAway } from '../../wording/numbers.ts'
import { type Broken, brokenIn, showBroken, wasBroken } from './broken.ts'
import { changedTasks } from './changed-tasks.ts'
import { beforeOf, drivenBy, floatLost, movedCount, negativeCount } from './outcome.ts'

const PLACE = ['changes'] as const
/** That of a request that names none. */
const FLOAT_LIMIT_DAYS = 0

export class HeldSchedule {
  readonly #base: Computed
  readonly #finish: Finish
  readonly #broken: Broken

  private constructor(base: Computed) {
    this.#base = base
    this.#finish = projectFinishOf(base)
    this.#broken = brokenIn(base)
  }

  /** `input`: of a request for the analysis. */
  static of({ params, schedules }: AnalysisInput): HeldSchedule | Refusal {
    const { status_date, calendar, must_finish_by } = params
    const base = computed({ columns: schedules.get('tasks')!, members: { status_date, calendar, must_finish_by } })
    return isComputed(base) ? new HeldSchedule(base) : base
  }

  /** Undefined: there are not so many tasks. */
  readonly taskIds = (task: number): string | undefined => {
    const { columns } = this.#base.schedule
    return task < columns.taskCount ? textAt(columns.id, task) : undefined
  }

  tried(changes: readonly SentChange[]): Tried | Refusal {
    const base = this.#base
    const after = recomputed(base.schedule, changes, PLACE, new PassMeter([base.schedule.columns]))
    if (!isComputed(after)) return after
    const finish = projectFinishOf(after)
    const { workingDays, calendarDays } = movementOf(this.#finish, finish)
    const before = beforeOf(after)
    const { taskCount } = base.schedule.columns
    const firstAdded = after.schedule.columns.taskCount - after.schedule.addedCount
    const placeOf = (task: number): number => (before(task) >= 0 ? before(task) : taskCount + task - firstAdded)
    const broken = showBroken(after, brokenIn(after), wasBroken(this.#broken), task =>
      before(task) < 0 ? -2 : before(task),
    )
    const changed = changedTasks(base, after)
    const rows = changed.rows!
    const { columns } = changed
    return {
      finishBefore: finishText(this.#finish),
      finish: finishText(finish),
      workingDays,
      calendarDays,
      drivenBy: drivenBy(after).text,
      floatLost: Int32Array.from(lostTasks(floatLost(base, after, FLOAT_LIMIT_DAYS).columns.id!), placeOf),
      newlyBroken: broken.flatMap(({ id, was_broken }) => (was_broken || id === null ? [] : [id])),
      negativeCount: negativeCount(after),
      movedCount: movedCount(base, after),
      tasks: Int32Array.from(rows, placeOf),
      areDays: after.days.moments === undefined,
      start: minutesIn(columns.early_start_date!, rows),
      finishes: minutesIn(columns.early_finish_date!, rows),
      lateStart: minutesIn(columns.late_start_date!, rows),
      lateFinish: minutesIn(columns.late_finish_date!, rows),
      offsets: {
        start: daysIn(after.result.earlyStart, rows),
        finish: daysIn(after.result.earlyFinish, rows),
        // each of its own, as they are handed from thread to thread
        ...(this.#finish.day === DAY_ABSENT || finish.day === DAY_ABSENT
          ? { lateStart: daysIn(after.result.lateStart, rows), lateFinish: daysIn(after.result.lateFinish, rows) }
          : { lateStart: new Float64Array(), lateFinish: new Float64Array() }),
      },
      totalFloatDays: daysIn(after.result.totalFloat, rows),
      freeFloatDays: daysIn(after.result.freeFloat, rows),
      isCritical: marksIn(after.result.critical, rows),
      isOnLongestPath: marksIn(after.result.onLongestPath, rows),
    }
  }
}

const lostTasks = (column: TableColumn): Uint32Array | Int32Array =>
  column.kind === 'reference' ? column.values : new Uint32Array(0)

function minutesIn(column: TableColumn, rows: Uint32Array): Float64Array<ArrayBuffer> {
  const made = new Float64Array(rows.length)
  if (column.kind === 'moment') for (let n = 0; n < rows.length; n++) made[n] = column.values[rows[n]]
  else if (column.kind === 'day')
    for (let n = 0; n < rows.length; n++) {
      const day = column.values[rows[n]]
      made[n] = day === DAY_ABSENT ? Number.NaN : day * MINUTES_PER_DAY
    }
  return made
}

/** As a result writes them. */
function daysIn(values: Float64Array, rows: Uint32Array): Float64Array<ArrayBuffer> {
  const made = new Float64Array(rows.length)
  for (let n = 0; n < rows.length; n++) made[n] = roundHalfAway(values[rows[n]], OFFSET_DECIMALS)
  return made
}

function marksIn(values: Uint8Array, rows: Uint32Array): Uint8Array<ArrayBuffer> {
  const made = new Uint8Array(rows.length)
  for (let n = 0; n < rows.length; n++) made[n] = values[rows[n]]
  return made
}

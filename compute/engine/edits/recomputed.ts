/**
 * A schedule with changes, computed: the one function behind which finishes are found, by what-if and by whatever else asks what a change does. Full
 * passes, as analysis/cpm makes them, without drag.
 */
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { SentChange } from '../../../shared/contract/schedule/changes.ts'
import { type CalendarChoice, chooseCalendar } from '../calendar/choice.ts'
import { type CpmResult, computeCpm } from '../cpm/cpm.ts'
import { type CpmDates, computeDates } from '../cpm/dates.ts'
import { spanLoe } from '../cpm/loe.ts'
import { withEffortFloat } from '../cpm/loe-float.ts'
import { type Preparation, prepare } from '../cpm/prepare.ts'
import { cycleRefusal, cycleText } from '../graph/cycle-text.ts'
import { findCycles } from '../graph/cycles.ts'
import { buildNetwork, type Network } from '../graph/network.ts'
import { topologicalOrder } from '../graph/order.ts'
import { dayOf, refuseInvalid } from '../result/options.ts'
import { type EditableSchedule, type EditedSchedule, edited, isEdited } from './edited.ts'
import type { PassMeter } from './pass-meter.ts'
import { WORDS } from './words.ts'

export interface Computed {
  readonly schedule: EditableSchedule
  readonly network: Network
  readonly choice: CalendarChoice
  readonly prepared: Preparation
  /** As the passes found it. */
  readonly passes: CpmResult
  /** As it is shown: level of effort has late dates and float. */
  readonly result: CpmResult
  readonly days: CpmDates
}

export interface Recomputed extends Computed {
  readonly schedule: EditedSchedule
}

export const isComputed = <Of extends Computed>(value: Of | Refusal): value is Of => 'passes' in value

/** undefined: its links form a cycle. Dates are made when they are first asked for. */
function passesOf<Schedule extends EditableSchedule>(
  schedule: Schedule,
): (Computed & { readonly schedule: Schedule }) | undefined {
  const { columns, members } = schedule
  const order = topologicalOrder(columns.taskCount, columns.links)
  if (order === undefined) return undefined
  const network = buildNetwork(columns, order)
  const choice = chooseCalendar(columns, members.calendar ?? undefined)
  const prepared = prepare(columns, network, {
    calendar: choice.calendar,
    statusDay: dayOf(members.status_date),
    mustFinishDay: dayOf(members.must_finish_by),
  })
  const passes = computeCpm(prepared.input)
  spanLoe(columns, prepared.input, prepared.durationDays, passes.earlyStart, passes.earlyFinish)
  const result = withEffortFloat(columns, prepared, passes)
  let days: CpmDates | undefined
  return {
    schedule,
    network,
    choice,
    prepared,
    passes,
    result,
    get days() {
      days ??= computeDates(columns, prepared, result)
      return days
    },
  }
}

/** The schedule as it was sent. */
export const computed = (schedule: EditableSchedule): Computed | Refusal =>
  passesOf(schedule) ?? cycleRefusal(schedule.columns)

/** Recomputes with changes. `place`: of the list of changes in the request. */
export function recomputed(
  base: EditableSchedule,
  changes: readonly SentChange[],
  place: readonly (string | number)[],
  meter: PassMeter,
): Recomputed | Refusal {
  const schedule = editedWithin(base, changes, place, meter)
  return isEdited(schedule) ? recomputedOf(schedule, place, meter) : schedule
}

/** What `recomputed` refuses is refused, and its pass is counted but not made. */
export function checked(
  base: EditableSchedule,
  changes: readonly SentChange[],
  place: readonly (string | number)[],
  meter: PassMeter,
): EditedSchedule | Refusal {
  const schedule = editedWithin(base, changes, place, meter)
  if (!isEdited(schedule)) return schedule
  countPassOf(schedule, meter)
  const { taskCount, links } = schedule.columns
  return topologicalOrder(taskCount, links) === undefined ? refuseCycle(schedule, place) : schedule
}

function editedWithin(
  base: EditableSchedule,
  changes: readonly SentChange[],
  place: readonly (string | number)[],
  meter: PassMeter,
): EditedSchedule | Refusal {
  const spent = () => refuseInvalid([{ loc: ['body', ...place], msg: WORDS.spent, type: 'length' }])
  if (meter.isSpent) return spent()
  const schedule = edited(base, changes, place, meter)
  return isEdited(schedule) && meter.isSpent ? spent() : schedule
}

const countPassOf = ({ columns, taskBefore }: EditedSchedule, meter: PassMeter): void =>
  meter.countPass(columns, taskBefore !== undefined)

function refuseCycle({ columns: { taskCount, links, id } }: EditedSchedule, place: readonly (string | number)[]) {
  const msg = WORDS.cycle(cycleText(findCycles(taskCount, links), id))
  return refuseInvalid([{ loc: ['body', ...place], msg, type: 'value' }])
}

/** Recomputes with changes that were made. */
export function recomputedOf(
  schedule: EditedSchedule,
  place: readonly (string | number)[],
  meter: PassMeter,
): Recomputed | Refusal {
  countPassOf(schedule, meter)
  return passesOf(schedule) ?? refuseCycle(schedule, place)
}

/** Random networks with random calendars computed by the kernel and in TypeScript: what differs, which must be nothing, not a bit. */
import { CONSTRAINT_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import {
  CRITICAL_RULES,
  DEFAULT_RULES,
  LAG_CALENDARS,
  TOTAL_FLOAT_RULES,
} from '../../../../shared/contract/schedule/scheduling-rules.ts'
import type { ClockInput, ClockTasks } from '../../../engine/clock/input.ts'
import { roundTheClock, WorkCalendar } from '../../../engine/clock/work-calendar.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'
import { FINISH_MILESTONE, START_MILESTONE } from '../../../engine/kind/participation.ts'
import { between, pick, type Random } from '../../helpers/random.ts'
import { type NetworkShape, randomInput } from '../cpm/kernel-differences.ts'
import { randomCalendar } from './random-calendar.ts'

const FIRST_DAY = 20_514

export interface ClockShape extends NetworkShape {
  readonly calendarCount: number
  /** Share of the tasks that have one of the dates that few have. */
  readonly dated: number
}

/** As prepare-clock.ts could have made it, and odder: with dates between minutes, and tasks that are all things at once. */
export function randomClockedInput(rnd: Random, shape: ClockShape): CpmInput & { readonly clock: ClockInput } {
  const input = randomInput(rnd, shape)
  const { network } = input
  const specs = Array.from({ length: shape.calendarCount }, (_, n) =>
    // some of them long before and after the schedule
    randomCalendar(rnd, `C${n}`, FIRST_DAY - pick(rnd, [20, 4_000]), FIRST_DAY + pick(rnd, [40, 9_000])),
  )
  const calendars = [...specs.map(spec => new WorkCalendar(spec)), roundTheClock()]
  const elapsed = rnd() < 0.3 ? network.task.map(() => Number(rnd() < 0.2)) : []
  const lagDays = network.lagDays.map(lag => (rnd() < 0.01 ? Number.NEGATIVE_INFINITY : lag))
  const clock = {
    rules: {
      ...DEFAULT_RULES,
      lagCalendar: pick(rnd, LAG_CALENDARS),
      criticalBy: pick(rnd, CRITICAL_RULES),
      criticalFloatDaysMax: pick(rnd, [0, 0, 2.5, -1]),
      totalFloatAs: pick(rnd, TOTAL_FLOAT_RULES),
      useExpectedFinish: rnd() < 0.7,
      ignoreExternalDates: rnd() < 0.2,
      openEndsCritical: rnd() < 0.2,
    },
    calendars,
    projectCalendar: between(rnd, 0, calendars.length - 2),
    roundTheClock: calendars.length - 1,
    origin: (FIRST_DAY + pick(rnd, [0, -30_000])) * 1440,
    projectStart: rnd() < 0.7 ? Number.NaN : (FIRST_DAY + between(rnd, -5, 40)) * 1440 + 480,
  }
  return {
    ...input,
    network: { ...network, elapsed: Uint8Array.from(elapsed), lagDays },
    lagDays,
    clock: { ...clock, tasks: randomTasks(rnd, shape, clock), columns: undefined as never },
  }
}

function randomTasks(
  rnd: Random,
  { taskCount, dated }: ClockShape,
  { origin, calendars }: Pick<ClockInput, 'origin' | 'calendars'>,
): ClockTasks {
  const all = Array.from({ length: taskCount }, (_, i) => i)
  const moment = (): number => origin + between(rnd, -10, 60) * 1440 + pick(rnd, [0, 0, 480, 500, 1020])
  const dates = (): Float64Array | undefined =>
    rnd() < 0.5 ? undefined : Float64Array.from(all, () => (rnd() < dated ? moment() : Number.NaN))
  const hasSecond = rnd() < 0.4
  const second = Uint8Array.from(all, () => (rnd() < dated ? between(rnd, 1, CONSTRAINT_TYPES.length) : 0))
  return {
    calendar: Uint16Array.from(all, () => between(rnd, 0, calendars.length - 1)),
    point: Uint8Array.from(all, () => pick(rnd, [0, 0, 0, 0, START_MILESTONE, FINISH_MILESTONE])),
    secondaryConstraint: hasSecond ? second : undefined,
    secondaryConstraintMoment: hasSecond ? Float64Array.from(all, moment) : undefined,
    expectedFinish: dates(),
    suspend: dates(),
    resume: dates(),
    deadline: dates(),
    externalEarlyStart: dates(),
    externalLateFinish: dates(),
    // the kernel is of P6 alone, whose rules read none
    levelingDelay: undefined,
  }
}

export const randomClockShape = (rnd: Random, tasksMax: number): ClockShape => ({
  taskCount: between(rnd, 1, rnd() < 0.9 ? Math.min(tasksMax, 400) : tasksMax),
  linksPerTask: pick(rnd, [0.3, 1, 2, 4]),
  isListedInOrder: rnd() < 0.4,
  left: pick(rnd, [0, 0, 0.1, 0.9]),
  started: pick(rnd, [0, 0.1, 0.5]),
  constrained: pick(rnd, [0, 0.05, 0.4]),
  calendarCount: pick(rnd, [1, 2, 5, 40]),
  dated: pick(rnd, [0.02, 0.2]),
})

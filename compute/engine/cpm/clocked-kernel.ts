/**
 * The passes by the clock in WebAssembly (compute/engine/wasm), by the rules of P6: what kernel.ts is to schedules without calendars. The same
 * passes in Node compute what is short, works by its resources or finds no memory.
 */
import { LAG_CALENDARS, TOTAL_FLOAT_RULES } from '../../../shared/contract/schedule/scheduling-rules.ts'
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import {
  type ClockedInput,
  type ClockInput,
  criticalMinutesOf,
  type Moments,
  momentAt,
  offsetAt,
} from '../clock/input.ts'
import { zeros } from '../ids/short-arrays.ts'
import {
  COLUMN,
  clockKernelFor,
  instanceInTurn,
  KERNEL_TASKS_MIN,
  type KernelInstance,
  threadKernel,
  unlessTrapped,
} from '../wasm/kernel-instance.ts'
import type { FinishWithout } from './clocked-drag.ts'
import type { CpmResult } from './cpm.ts'
import { beginNetwork, inBlocks, renumber, resultOf } from './kernel.ts'

/** Days in the tables of calendars: of all together so many per task, and of each no more. Days in no table are searched. */
const TABLE_DAYS_PER_TASK = 2
const TABLE_DAYS_MIN = 256
const TABLE_DAYS_MAX = 32_768
/** A table begins this share of it before the data date. */
const SHARE_BEFORE = 1 / 16

/** Undefined where TypeScript is to do it. */
export const clockedCpmByKernel = (input: ClockedInput): CpmResult | undefined =>
  onInstance(input, false, (instance, isListed) => {
    const projectFinish = offsetAt(input.clock, run(instance, input, isListed))
    return resultOf(instance, input, projectFinish)
  })

/** Fewer are placed in TypeScript in the time that laying out their calendars takes. */
const FORWARD_TASKS_MIN = 256

/** The forward pass alone, whose moments are written; false: TypeScript is to do it. */
export const forwardByKernel = (input: ClockedInput, { start, finish }: Moments): boolean =>
  onInstance(input, true, (instance, isListed) => {
    runForward(instance, input, isListed)
    const { table, f64 } = instance
    const { order } = input.network
    const [starts, finishes] = [table[COLUMN.RANK_EARLY_START] / 8, table[COLUMN.RANK_EARLY_FINISH] / 8]
    for (let r = 0; r < order.length; r++) {
      start[order[r]] = f64[starts + r]
      finish[order[r]] = f64[finishes + r]
    }
    return true
  }) === true

/** What is found on an instance on which the network is laid out; undefined where TypeScript is to do it. */
function onInstance<Found>(
  input: ClockedInput,
  isForward: boolean,
  find: (instance: KernelInstance, isListed: boolean) => Found,
): Found | undefined {
  const { clock, network } = input
  const { taskCount, linkCount } = network
  if (
    clock.rules.rules !== 'p6' ||
    clock.tasks.resourceWork !== undefined ||
    taskCount < (isForward ? FORWARD_TASKS_MIN : KERNEL_TASKS_MIN) ||
    network.task.length !== linkCount
  )
    return undefined
  const kernel = threadKernel()
  if (kernel === undefined) return undefined
  return unlessTrapped(() => {
    const calendars = calendarsOf(kernel, input)
    const given = columnsGiven(input)
    const bits = given.reduce((sum, [column]) => sum | (1 << (column - COLUMN.CALENDAR)), 0)
    const { numberCount, tableBytes } = calendars
    const instance = clockKernelFor(
      isForward,
      taskCount,
      linkCount,
      bits,
      clock.calendars.length,
      numberCount,
      tableBytes,
    )
    if (instance === undefined) return undefined
    const isListed = beginNetwork(instance, input, false)
    give(instance, given)
    layCalendars(instance, input, calendars)
    return find(instance, isListed)
  })
}

interface Calendars {
  /** Numbers of each (WorkCalendar.numbers), and days in its table. */
  readonly numbers: readonly Float64Array[]
  readonly dayCounts: readonly number[]
  readonly numberCount: number
  readonly tableBytes: number
}

/** Days in the table of each calendar: none where no task works in it. */
function tableDaysOf({ calendars, tasks }: ClockInput, taskCount: number): readonly number[] {
  const isUsed = new Uint8Array(calendars.length)
  for (let i = 0; i < tasks.calendar.length; i++) isUsed[tasks.calendar[i]] = 1
  const usedCount = isUsed.reduce((sum, used) => sum + used, 0)
  const days = Math.floor((TABLE_DAYS_MIN + TABLE_DAYS_PER_TASK * taskCount) / usedCount)
  return calendars.map((_, n) => (isUsed[n] === 1 ? Math.min(TABLE_DAYS_MAX, days) : 0))
}

function calendarsOf(kernel: KernelInstance, { clock, network }: ClockedInput): Calendars {
  const { calendars } = clock
  const dayCounts = tableDaysOf(clock, network.taskCount)
  const continuous = calendars[clock.roundTheClock].numbers()
  // one that nobody asks is not laid out: in its place stands a short one
  const isAsked = (n: number): boolean => dayCounts[n] > 0 || n === clock.projectCalendar
  const numbers = calendars.map((calendar, n) => (isAsked(n) ? calendar.numbers() : continuous))
  const [bytesPerDay, bytesMore] = [kernel.number('TABLE_BYTES_PER_DAY'), kernel.number('TABLE_BYTES_MORE')]
  return {
    numbers,
    dayCounts,
    numberCount: numbers.reduce((sum, { length }) => sum + length, 0),
    tableBytes: dayCounts.reduce((sum, count) => sum + count * bytesPerDay + bytesMore, 0),
  }
}

function layCalendars(instance: KernelInstance, input: ClockedInput, { numbers, dayCounts }: Calendars): void {
  const { clock, dataDate } = input
  const { table, f64, exports } = instance
  const dataDay = Math.floor(momentAt(clock, dataDate) / MINUTES_PER_DAY)
  let from = 0
  for (const [n, each] of numbers.entries()) {
    f64.set(each, table[COLUMN.CALENDAR_NUMBERS] / 8 + from)
    exports.layCalendar(n, from, dataDay - Math.floor(dayCounts[n] * SHARE_BEFORE), dayCounts[n])
    from += each.length
  }
}

type GivenColumn = readonly [column: number, values: Uint8Array | Uint16Array | Float64Array]

/** The columns of a network by the clock that it has: what the rules leave out it has not. */
function columnsGiven({ clock, network }: ClockedInput): readonly GivenColumn[] {
  const { tasks, rules } = clock
  const holdsOutside = !rules.ignoreExternalDates
  const columns: readonly (readonly [number, GivenColumn[1] | undefined])[] = [
    [COLUMN.CALENDAR, tasks.calendar],
    [COLUMN.POINT, tasks.point],
    [COLUMN.ELAPSED, network.elapsed.length > 0 ? network.elapsed : undefined],
    [COLUMN.SECOND_CONSTRAINT, tasks.secondaryConstraint],
    [COLUMN.SECOND_MOMENT, tasks.secondaryConstraintMoment],
    [COLUMN.EXPECTED_FINISH, rules.useExpectedFinish ? tasks.expectedFinish : undefined],
    [COLUMN.SUSPEND, tasks.suspend],
    [COLUMN.RESUME, tasks.resume],
    [COLUMN.EXTERNAL_START, holdsOutside ? tasks.externalEarlyStart : undefined],
    [COLUMN.EXTERNAL_FINISH, holdsOutside ? tasks.externalLateFinish : undefined],
  ]
  return columns.filter((each): each is GivenColumn => each[1] !== undefined)
}

function give(instance: KernelInstance, given: readonly GivenColumn[]): void {
  const { table, u8, u16, f64 } = instance
  for (const [column, values] of given) {
    const at = table[column] / values.BYTES_PER_ELEMENT
    if (values instanceof Uint8Array) u8.set(values, at)
    else if (values instanceof Uint16Array) u16.set(values, at)
    else f64.set(values, at)
  }
}

/** The passes; the moment of P. */
function run(instance: KernelInstance, input: ClockedInput, isListed: boolean): number {
  const { exports } = instance
  const { network } = input
  const ranks = network.order.length
  runForward(instance, input, isListed)
  const finish = exports.finishByClock()
  inBlocks(ranks, (from, end) => exports.reverseByClock(ranks - from, ranks - end))
  if (!isListed) inBlocks(network.taskCount, (from, end) => exports.spread(from, end))
  return finish
}

function runForward({ exports }: KernelInstance, input: ClockedInput, isListed: boolean): void {
  const { clock, network, dataDate } = input
  const { rules } = clock
  const ranks = network.order.length
  exports.setRules(
    LAG_CALENDARS.indexOf(rules.lagCalendar),
    TOTAL_FLOAT_RULES.indexOf(rules.totalFloatAs),
    clock.projectCalendar,
    clock.roundTheClock,
    criticalMinutesOf(clock),
    rules.openEndsCritical,
  )
  exports.setMoments(clock.origin, dataDate, clock.projectStart, input.mustFinish)
  if (!isListed) renumber(exports, ranks)
  inBlocks(ranks, (from, end) => exports.toMinutes(from, end))
  inBlocks(ranks, (from, end) => exports.forwardByClock(from, end))
}

/** The steps of a drag by the clock: clocked-drag.ts, of a result that was computed here and still lies there; undefined where TypeScript is to do it. */
export function finishWithoutByKernel(input: ClockedInput, result: CpmResult): FinishWithout | undefined {
  const instance = instanceInTurn(result.turn, result.totalFloat)
  if (instance === undefined) return undefined
  const { exports } = instance
  const { order, taskCount } = input.network
  const rank = zeros(Uint32Array, taskCount)
  for (let r = 0; r < order.length; r++) rank[order[r]] = r
  exports.beginDragByClock()
  return (i, budget) => {
    const finish = exports.finishWithout(rank[i], budget.left)
    budget.left -= exports.stepCount.value
    return finish
  }
}

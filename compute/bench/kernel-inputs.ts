/** Networks for `npm run bench -- --kernel`, and as the programs in C read them. */

import { makeSchedule, requestBytes } from '../../loadtest/schedules.ts'
import { LAG_CALENDARS, TOTAL_FLOAT_RULES } from '../../shared/schedule/scheduling-rules.ts'
import type { ClockInput } from '../engine/clock/input.ts'
import { columnsGiven, tableDaysOf } from '../engine/cpm/clocked-kernel.ts'
import type { CpmInput } from '../engine/cpm/input.ts'
import { prepare } from '../engine/cpm/prepare.ts'
import { COLUMN } from '../engine/wasm/kernel-instance.ts'
import { between, random } from '../test/helpers/random.ts'
import { scheduleOf } from './cases.ts'
import { CALENDAR_COUNT, fiveCalendars } from './five-calendars.ts'

/** A schedule is listed in the order of its work breakdown, or in none. */
export type RowOrder = 'wbs' | 'shuffled'

/** A network of this size; with calendars each task has one of five. */
export function inputOf(taskCount: number, rowOrder: RowOrder, seed: number, hasCalendars: boolean): CpmInput {
  const { columns, network, options } = scheduleOf(requestBytes(makeSchedule({ seed, taskCount, rowOrder })))
  if (!hasCalendars) return prepare(columns, network, options).input
  const { statusDay } = options
  const setting = fiveCalendars(statusDay, statusDay)
  const { input } = prepare({ ...columns, setting }, network, options)
  const rnd = random(seed)
  const calendar = Uint16Array.from({ length: taskCount }, () => between(rnd, 0, CALENDAR_COUNT - 1))
  const clock = input.clock!
  return { ...input, clock: { ...clock, tasks: { ...clock.tasks, calendar } } }
}

type Column = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

const bytesOf = ({ buffer, byteOffset, byteLength }: Column): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** As kernel.c or clock.c reads it. */
export const bytesForC = (input: CpmInput): Buffer =>
  input.clock === undefined ? forKernel(input) : forClock(input, input.clock)

function forKernel(input: CpmInput): Buffer {
  const { network, lagDays } = input
  const hasOwnLags = lagDays !== network.lagDays
  const counts = [
    network.taskCount,
    network.linkCount,
    network.order.length,
    Number(hasOwnLags),
    Number(input.override),
    0,
  ]
  const columns = [
    Uint32Array.from(counts),
    Float64Array.of(input.dataDate, input.floor, input.mustFinish),
    ...[
      lagDays,
      network.lagDays,
      input.remainingDays,
      input.constraintOffset,
      input.reportedStart,
      input.reportedFinish,
    ],
    ...[network.start, network.task, network.order, network.type, input.state, input.constraint],
  ]
  return Buffer.concat(columns.map(bytesOf))
}

/** Each column stands behind its length in bytes; those that the network does not have are empty. */
function forClock(input: CpmInput, clock: ClockInput): Buffer {
  const { network } = input
  const { rules } = clock
  const counts = [
    ...[network.taskCount, network.linkCount, network.order.length, Number(input.override)],
    ...[LAG_CALENDARS.indexOf(rules.lagCalendar), TOTAL_FLOAT_RULES.indexOf(rules.totalFloatAs)],
    ...[clock.projectCalendar, clock.roundTheClock, clock.calendars.length],
  ]
  const criticalFloat = rules.criticalBy === 'longest_path' ? Number.NaN : rules.criticalFloatDaysMax
  const given = new Map(columnsGiven({ ...input, clock }))
  const numbers = clock.calendars.map(calendar => calendar.numbers())
  const froms = numbers.map((_, n) => numbers.slice(0, n).reduce((sum, { length }) => sum + length, 0))
  const columns: readonly Column[] = [
    Uint32Array.from(counts),
    Float64Array.of(input.dataDate, clock.origin, clock.projectStart, input.mustFinish, criticalFloat),
    ...[network.start, network.task, network.type, input.lagDays, network.order, input.state, input.remainingDays],
    ...[input.constraint, input.constraintOffset, input.reportedStart, input.reportedFinish],
    ...[COLUMN.CALENDAR, COLUMN.POINT, COLUMN.ELAPSED, COLUMN.SECOND_CONSTRAINT, COLUMN.SECOND_MOMENT].map(
      column => given.get(column) ?? new Uint8Array(0),
    ),
    ...[COLUMN.EXPECTED_FINISH, COLUMN.SUSPEND, COLUMN.RESUME, COLUMN.EXTERNAL_START, COLUMN.EXTERNAL_FINISH].map(
      column => given.get(column) ?? new Uint8Array(0),
    ),
    Uint32Array.from(tableDaysOf(clock, network.taskCount)),
    Uint32Array.from(froms),
    Float64Array.from(numbers.flatMap(each => [...each])),
  ]
  return Buffer.concat(
    columns.flatMap(column => {
      const length = Buffer.alloc(8)
      length.writeBigUInt64LE(BigInt(column.byteLength))
      return [length, bytesOf(column)]
    }),
  )
}

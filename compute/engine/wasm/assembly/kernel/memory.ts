/**
 * Where the columns lie: entry c of the table is the address of column c. The binding copies what is given and reads what comes out. The passes work
 * by rank, the place of a task in the order; where the tasks are listed in order, ranks are tasks, and columns by rank are those of the tasks.
 */

import { HEADER_BYTES } from './clock/calendars'

export const TABLE: usize = 1024
/** Entry c, a byte: what the constraint of code c does (compute/engine/kind/constraint-types.ts). */
export const EFFECTS: usize = 1792
const HEAP: usize = 2048
/** Of a jump: length, first, last, next (compute/engine/passes/drag.ts). */
const JUMP_BYTES: usize = 20

// as given: by task, START also behind the last; by link, at its successor
/** Entry r: the task of rank r. */
export const ORDER: u32 = 0
export const START: u32 = 1
export const TYPE: u32 = 2
export const STATE: u32 = 3
export const CONSTRAINT: u32 = 4
// what follows is not read any more once there are ranks of their own: RECORDS may lie on it
export const REMAINING: u32 = 5
export const CONSTRAINT_OFFSET: u32 = 6
export const REPORTED_START: u32 = 7
export const REPORTED_FINISH: u32 = 8
export const LAG: u32 = 9
/** The lag before what has passed of it; the same column where nothing has. */
export const GIVEN_LAG: u32 = 10
export const TASK: u32 = 11

// the same by rank, and the links of ranks
export const RANK_START: u32 = 12
export const RANK_TASK: u32 = 13
export const RANK_TYPE: u32 = 14
export const RANK_LAG: u32 = 15
export const RANK_GIVEN_LAG: u32 = 16
export const RANK_STATE: u32 = 17
export const RANK_REMAINING: u32 = 18
export const RANK_CONSTRAINT: u32 = 19
export const RANK_CONSTRAINT_OFFSET: u32 = 20
export const RANK_REPORTED_START: u32 = 21
export const RANK_REPORTED_FINISH: u32 = 22
/** By rank: early dates; what the successors have left of late finish and free float so far; whether one on the longest path is driven by it. */
export const RANK_EARLY_START: u32 = 23
export const RANK_EARLY_FINISH: u32 = 24
export const RANK_LATE_FINISH: u32 = 25
export const RANK_FREE_FLOAT: u32 = 26
export const RANK_ON_PATH: u32 = 27
/** By task: its rank. */
export const RANK: u32 = 28

// what comes out, one after another: see CpmResult
export const PASSED_START: u32 = 29
export const PASSED_FINISH: u32 = 30
export const EARLY_START: u32 = 31
export const EARLY_FINISH: u32 = 32
export const LATE_START: u32 = 33
export const LATE_FINISH: u32 = 34
export const TOTAL_FLOAT: u32 = 35
export const FREE_FLOAT: u32 = 36
export const LINK_FLOAT: u32 = 37
export const LINK_MARKS: u32 = 38
export const ON_PATH: u32 = 39
export const CRITICAL: u32 = 40
export const ALAP_SHIFT: u32 = 41
/** Drag of the tasks, and what it is made of: see drag.ts. */
export const DRAG: u32 = 42
/** By rank, two numbers: the longest way from the start of the task to the end of a path if it took no time, and as it is; -Infinity where no work is left. */
export const TAILS: u32 = 43
export const PATH_TASKS: u32 = 45
export const PATH_THROUGH: u32 = 46
export const PATH_BESIDE: u32 = 47
export const PATH_RUNS: u32 = 48
export const PATH_RANKS: u32 = 49
export const JUMPS: u32 = 50
/** By rank: where the links of the task begin in the columns by task; whether it is critical. */
export const RANK_FROM: u32 = 44
export const RANK_CRITICAL: u32 = 51
/** By rank: the eight columns PASSED_START .. FREE_FLOAT of a task side by side, until they are put in the order of the tasks. */
export const RECORDS: u32 = 52

// of networks by the clock alone: what layOutClock places, 0 = the network has no such column. As given, by task and ELAPSED by link
export const CALENDAR: u32 = 55
export const POINT: u32 = 56
export const ELAPSED: u32 = 57
export const SECOND_CONSTRAINT: u32 = 58
export const SECOND_MOMENT: u32 = 59
export const EXPECTED_FINISH: u32 = 60
export const SUSPEND: u32 = 61
export const RESUME: u32 = 62
export const EXTERNAL_START: u32 = 63
export const EXTERNAL_FINISH: u32 = 64
/** Headers, numbers and tables of the calendars: see clock/calendars.ts. */
export const CALENDARS: u32 = 65
export const CALENDAR_NUMBERS: u32 = 66
export const CALENDAR_DAYS: u32 = 67
export const RANK_CALENDAR: u32 = 68
export const RANK_POINT: u32 = 69
/** By rank: work of the task's calendar at its early finish; that at its start lies before it, in a column of the drag (clock/ranks.ts). */
export const WORK_FINISH: u32 = 53
/** What was moved, 40 bytes a task: see clock/drag.ts. */
export const MOVED: u32 = 54
/** Entry r: the last early finish of incomplete tasks from rank r on. */
export const LAST_FROM: u32 = 70
/** Where the last column ends. */
export const END: u32 = 71

export function at(column: u32): usize {
  return <usize>load<u32>(TABLE + ((<usize>column) << 2))
}

/** `column` is from now on what `other` is. */
export function alias(column: u32, other: u32): void {
  store<u32>(TABLE + ((<usize>column) << 2), load<u32>(TABLE + ((<usize>other) << 2)))
}

/** Each of the columns is from now on what the other was. */
export function swap(column: u32, other: u32): void {
  const address = <u32>at(column)
  alias(column, other)
  store<u32>(TABLE + ((<usize>other) << 2), address)
}

let end: usize = HEAP
export let linkCount: u32 = 0

function place(column: u32, bytes: usize): void {
  store<u32>(TABLE + ((<usize>column) << 2), <u32>end)
  end = (end + bytes + 15) & ~(<usize>15)
}

/** Places all columns; memory that nothing is written to costs nothing. Returns where they end, 0 when that is beyond any memory. */
export function layOut(taskCount: u32, count: u32): u32 {
  const tasks = <usize>taskCount
  const links = <usize>count
  linkCount = count
  if (<u64>taskCount * 384 + <u64>count * 96 + 4096 > 0xf0000000) return 0
  end = HEAP
  for (let column = ORDER; column < RECORDS; column++) place(column, bytesOf(column, tasks, links))
  const hasRoom = at(RANK_START) - at(REMAINING) >= (tasks << 6) + 64
  place(RECORDS, hasRoom ? 0 : (tasks << 6) + 64)
  if (hasRoom) alias(RECORDS, REMAINING)
  // a record is one line of the cache
  store<u32>(TABLE + ((<usize>RECORDS) << 2), <u32>((at(RECORDS) + 63) & ~(<usize>63)))
  place(END, 0)
  return <u32>end
}

/**
 * The same for a network by the clock. Bit c - CALENDAR of `given` says that it has column c. `numberCount` are those of all calendars, `tableBytes` what their
 * tables take.
 */
export function layOutClock(
  taskCount: u32,
  count: u32,
  given: u32,
  calendarCount: u32,
  numberCount: u32,
  tableBytes: u32,
): u32 {
  if (layOut(taskCount, count) === 0) return 0
  const tasks = <u64>taskCount
  const more =
    tasks * 116 + <u64>count + <u64>calendarCount * HEADER_BYTES + ((<u64>numberCount) << 3) + <u64>tableBytes
  if (<u64>end + more + 4096 > 0xf0000000) return 0
  for (let column = CALENDAR; column < CALENDARS; column++) {
    const isGiven = ((given >>> (column - CALENDAR)) & 1) !== 0
    if (isGiven) place(column, bytesOf(column, <usize>taskCount, <usize>count))
    else store<u32>(TABLE + ((<usize>column) << 2), 0)
  }
  store<u32>(TABLE + ((<usize>WORK_FINISH) << 2), <u32>(at(TAILS) + ((<usize>taskCount) << 3)))
  place(CALENDARS, <usize>calendarCount * HEADER_BYTES)
  place(CALENDAR_NUMBERS, (<usize>numberCount) << 3)
  place(CALENDAR_DAYS, <usize>tableBytes)
  place(MOVED, <usize>taskCount * 40)
  place(LAST_FROM, (<usize>taskCount + 1) << 3)
  for (let column = RANK_CALENDAR; column <= RANK_POINT; column++)
    place(column, bytesOf(column, <usize>taskCount, <usize>count))
  place(END, 0)
  return <u32>end
}

function bytesOf(column: u32, tasks: usize, links: usize): usize {
  switch (column) {
    case START:
    case RANK_START:
    case PATH_RANKS:
      // order.ts needs two more
      return (tasks + 2) << 2
    case ORDER:
    case RANK:
    case PATH_TASKS:
    case RANK_FROM:
      return tasks << 2
    case TASK:
    case RANK_TASK:
      return links << 2
    case TYPE:
    case RANK_TYPE:
    case LINK_MARKS:
    case ELAPSED:
      return links
    case CALENDAR:
    case RANK_CALENDAR:
      return tasks << 1
    case LAG:
    case GIVEN_LAG:
    case RANK_LAG:
    case RANK_GIVEN_LAG:
    case LINK_FLOAT:
      return links << 3
    case STATE:
    case CONSTRAINT:
    case RANK_STATE:
    case RANK_CONSTRAINT:
    case RANK_ON_PATH:
    case RANK_CRITICAL:
    case ON_PATH:
    case CRITICAL:
    case POINT:
    case RANK_POINT:
    case SECOND_CONSTRAINT:
      return tasks
    case TAILS:
      return tasks << 4
    case JUMPS:
      return links * JUMP_BYTES
    default:
      return tasks << 3
  }
}

/** The plan of schedules with calendars by P6's rules: columns by rank, time in minutes. */
import { TABLE } from '../memory'
import { Table } from '../table'
import { calendarAt, MINUTES_PER_DAY, nextWork, previousWork, workThere } from './calendars'

/** As Math.round. */
export function rounded(minutes: f64): f64 {
  const up = ceil<f64>(minutes)
  return up - 0.5 <= minutes ? up : up - 1
}

@unmanaged
export class ClockRanks extends Table {
  /** Moment of offset 0. */
  origin: f64
  dataMoment: f64
  projectStart: f64
  mustFinish: f64
  criticalMinutes: f64
  lateStart: f64
  lateFinish: f64
  workLateStart: f64
  workLateFinish: f64
  lateFloat: f64
  shownStart: f64
  shownFinish: f64
  workShownStart: f64
  workShownFinish: f64
  lagRule: u32
  floatRule: u32
  projectCalendar: u32
  roundTheClock: u32
  openEndsCritical: bool

  // work of the task's calendar at its early dates, and the latest finish that the early dates of successors leave it, lie in columns of the drag
  @inline
  get workStart(): F64s {
    return this.tails
  }
  @inline
  get latest(): F64s {
    return this.through
  }
  // of the drag, in columns of the other drag: links by rank of their predecessor; which ranks are to be placed; early moments; the last finish before each rank
  @inline
  get outStart(): U32s {
    return this.pathRank
  }
  @inline
  get outRanks(): U32s {
    return changetype<U32s>(this.jumps)
  }
  @inline
  get dirty(): U8s {
    return changetype<U8s>(this.pathTask)
  }
  @inline
  get placedStart(): F64s {
    return this.beside
  }
  @inline
  get placedFinish(): F64s {
    return this.runs
  }
  @inline
  get lastBefore(): F64s {
    return this.through
  }
  @inline
  momentAt(offset: f64): f64 {
    return rounded(offset * MINUTES_PER_DAY) + this.origin
  }
  @inline
  offsetAt(moment: f64): f64 {
    return (moment - this.origin) / MINUTES_PER_DAY
  }
  @inline
  calendarAt(index: u32): PassCalendar {
    return changetype<PassCalendar>(calendarAt(index))
  }
  @inline
  calendarOf(r: u32): PassCalendar {
    return changetype<PassCalendar>(calendarAt(this.calendar[r]))
  }
  @inline
  lagOf(k: u32, _p: u32, _r: u32): f64 {
    return this.lag[k]
  }
  @inline
  isElapsed(k: u32, r: u32): bool {
    return changetype<usize>(this.elapsed) !== 0 && this.elapsed[<usize>k + this.toTasks(r)] === 1
  }
  @inline
  minutesOf(r: u32): f64 {
    return this.remaining[r]
  }
  @inline
  constraintMoment(r: u32): f64 {
    return this.constraintDate[r]
  }
  @inline
  secondConstraint(r: u32): u8 {
    return changetype<usize>(this.second) === 0 ? 0 : this.second[this.taskOf[r]]
  }
  /** A date that few tasks have; NaN = none. */
  @inline
  rare(dates: F64s, r: u32): f64 {
    return changetype<usize>(dates) === 0 ? NaN : dates[this.taskOf[r]]
  }
  @inline
  secondMoment(r: u32): f64 {
    return this.rare(this.secondDate, r)
  }
  @inline
  expectedFinish(r: u32): f64 {
    return this.rare(this.expected, r)
  }
  @inline
  suspended(r: u32): f64 {
    return this.rare(this.suspend, r)
  }
  @inline
  resumed(r: u32): f64 {
    return this.rare(this.resume, r)
  }
  @inline
  externalStart(r: u32): f64 {
    return this.rare(this.outerStart, r)
  }
  @inline
  externalFinish(r: u32): f64 {
    return this.rare(this.outerFinish, r)
  }
  @inline
  timeOf(r: u32): PassCalendar {
    return this.calendarOf(r)
  }
  // what works by its resources is computed in Node
  @inline
  worksByResources(_r: u32): bool {
    return false
  }
  @inline
  nextWork(r: u32, moment: f64): f64 {
    return nextWork(calendarAt(this.calendar[r]), moment)
  }
  @inline
  previousWork(r: u32, moment: f64): f64 {
    return previousWork(calendarAt(this.calendar[r]), moment)
  }
  @inline
  workThere(_calendar: PassCalendar, _moment: f64): f64 {
    return workThere
  }
  @inline
  workAtEarly(r: u32, ofFinish: bool): f64 {
    return (ofFinish ? this.workFinish : this.workStart)[r]
  }
  @inline
  placeStart(r: u32, moment: f64, stays: bool): f64 {
    const start = stays ? moment : this.nextWork(r, moment)
    this.workStart[r] = stays ? this.calendarOf(r).workAt(start) : workThere
    this.earlyStart[r] = start
    return start
  }
  @inline
  placeFinish(r: u32, minutes: f64): f64 {
    const work = this.workStart[r] + minutes
    const finish = minutes === 0 ? this.earlyStart[r] : this.calendarOf(r).endOf(work)
    this.workFinish[r] = work
    this.earlyFinish[r] = finish
    return finish
  }
  @inline
  placeFinishAt(r: u32, moment: f64): f64 {
    this.workFinish[r] = this.calendarOf(r).workAt(moment)
    this.earlyFinish[r] = moment
    return moment
  }
  @inline
  begin(r: u32): void {
    this.late[r] = Infinity
    this.free[r] = Infinity
    this.latest[r] = Infinity
  }
  @inline
  finish(r: u32, start: f64, end: f64, lateStart: f64, lateFinish: f64, total: f64, free: f64): void {
    const passedStart = this.offsetAt(this.earlyStart[r])
    const passedFinish = this.offsetAt(this.earlyFinish[r])
    this.put(r, passedStart, passedFinish, start, end, lateStart, lateFinish, total, free)
  }
}

export const clockRanks = changetype<ClockRanks>(TABLE)

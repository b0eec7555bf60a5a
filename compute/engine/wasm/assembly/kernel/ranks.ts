/** The plan of schedules without calendars: columns by rank, time in days. */
import { linkCount, TABLE } from './memory'
import { Table } from './table'

/** Entry l: a jump of level l. Lies behind the table and the fields of plans. */
const JUMP_OF_LEVEL: usize = 1536

@unmanaged
export class Ranks extends Table {
  // of the drag
  begun: f64
  ended: f64
  pathNext: u32
  jumpCount: u32

  // of a trial: total floats come to lie there
  @inline
  get totalFloat(): F64s {
    return this.free
  }
  // of the holders
  @inline
  get needed(): F64s {
    return this.through
  }
  @inline
  get holder(): I32s {
    return changetype<I32s>(this.pathTask)
  }
  @inline
  get jumpLength(): F64s {
    return changetype<F64s>(this.jumps)
  }
  @inline
  get jumpFirst(): U32s {
    return changetype<U32s>(this.jumps + ((<usize>linkCount) << 3))
  }
  @inline
  get jumpLast(): U32s {
    return changetype<U32s>(this.jumps + <usize>linkCount * 12)
  }
  @inline
  get jumpNext(): U32s {
    return changetype<U32s>(this.jumps + ((<usize>linkCount) << 4))
  }
  @inline
  get jumpOfLevel(): U32s {
    return changetype<U32s>(JUMP_OF_LEVEL)
  }
  @inline
  startBefore(finish: f64, days: f64): f64 {
    return finish - days
  }
  @inline
  finishAfter(start: f64, days: f64): f64 {
    return start + days
  }
  // min and max branch, here as good as at random
  @inline
  lesser(a: f64, b: f64): f64 {
    return f64x2.extract_lane(f64x2.pmin(f64x2.splat(a), f64x2.splat(b)), 0)
  }
  @inline
  greater(a: f64, b: f64): f64 {
    return f64x2.extract_lane(f64x2.pmax(f64x2.splat(a), f64x2.splat(b)), 0)
  }
  @inline
  log2(count: u32): u32 {
    return 31 - clz<u32>(count)
  }
  @inline
  begin(r: u32): void {
    this.late[r] = Infinity
    this.free[r] = Infinity
  }
  @inline
  countOnPath(): void {
    this.pathCount++
  }
  @inline
  drag(r: u32, days: f64): void {
    this.dragOfTask[this.taskOf[r]] = days
  }
  @inline
  finish(r: u32, start: f64, end: f64, lateStart: f64, lateFinish: f64, total: f64, free: f64): void {
    this.put(r, this.earlyStart[r], this.earlyFinish[r], start, end, lateStart, lateFinish, total, free)
  }
}

export const ranks = changetype<Ranks>(TABLE)

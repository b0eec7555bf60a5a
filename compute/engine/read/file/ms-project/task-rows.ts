/** What is kept of tasks and their links until the whole file is read: days need the minutes of a day, links the rows of all tasks. */
import { NumberList } from '../number-list.ts'

/** Entry i of each list is of row i. Durations and slacks are in minutes; NaN = not said. */
export class TaskRows {
  readonly uid = new NumberList()
  readonly rowOfUid = new Map<number, number>()
  readonly calendarUid = new NumberList()
  readonly ignoresResourceCalendars = new NumberList()
  readonly isElapsed = new NumberList()
  readonly isSummary = new NumberList()
  readonly isMilestone = new NumberList()
  /** 1: stands for another project, whose tasks may lie under it. */
  readonly isSubproject = new NumberList()
  readonly constraintType = new NumberList()
  readonly duration = new NumberList()
  readonly remainingDuration = new NumberList()
  readonly baselineDuration = new NumberList()
  readonly totalSlack = new NumberList()
  readonly freeSlack = new NumberList()
  readonly parentRow = new NumberList()
  get count(): number {
    return this.uid.count
  }
}

/** Entry k of each list is of link k, in the order of the file. */
export class LinkRows {
  readonly successorRow = new NumberList()
  readonly predecessorUid = new NumberList()
  /** As the file numbers them: 0 FF, 1 FS, 2 SF, 3 SS. */
  readonly type = new NumberList()
  /** 1: from a task of another project. */
  readonly isCross = new NumberList()
  /** Tenths of minutes, or percent. */
  readonly lag = new NumberList()
  readonly lagFormat = new NumberList()
  get count(): number {
    return this.successorRow.count
  }
  push(
    successorRow: number,
    predecessorUid: number,
    isCross: boolean,
    type: number,
    lag: number,
    lagFormat: number,
  ): void {
    this.successorRow.push(successorRow)
    this.predecessorUid.push(predecessorUid)
    this.isCross.push(isCross ? 1 : 0)
    this.type.push(type)
    this.lag.push(lag)
    this.lagFormat.push(lagFormat)
  }
  /** Only the first `count` stay. */
  cut(count: number): void {
    for (const list of [this.successorRow, this.predecessorUid, this.isCross, this.type, this.lag, this.lagFormat])
      list.count = count
  }
}

/** Dates of a task of another project: moments, NaN = not said. */
export interface ExternalTask {
  readonly start: number
  readonly finish: number
}

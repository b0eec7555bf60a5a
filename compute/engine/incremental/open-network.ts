/**
 * A network held open: its columns, its early dates, and edits that are propagated only where they reach. What a full pass over the columns as they are
 * would find is found here, bit for bit; `input()` gives these columns to whoever wants such a pass.
 */
import { isByClock, type Moments } from '../clock/input.ts'
import type { EarlyDates } from '../cpm/forward.ts'
import type { CpmInput } from '../cpm/input.ts'
import { lagLeft } from '../cpm/lags.ts'
import { partOf } from '../graph/network.ts'
import { NOT_STARTED } from '../kind/states.ts'
import { fromFinish } from '../passes/relation.ts'
import { CHAIN_END, HeldLinks, type LinksInto } from './held-links.ts'
import { HeldOrder, NO_RANK } from './held-order.ts'
import { RankSet } from './rank-set.ts'
import { earlyOf, LatestFinish, offsetsOf, type Steps, stepsOf } from './steps.ts'
import { columnOf, type HeldInput, hasColumn, heldInput, type TaskValue, type TaskValues } from './task-values.ts'

/** Up to where a journal is undone. */
export interface Mark {
  readonly edits: number
  readonly dates: number
  readonly finish: number
}

/** Entries that the journal of dates begins with, at most: of a small network few are written, and the columns of many networks cost more than what is done with them. */
const DATES_FIRST = 1_024
const DATES_PER_TASK = 2

export class OpenNetwork {
  readonly links: HeldLinks
  readonly order: HeldOrder
  readonly early: Moments
  #input: HeldInput
  #steps: Steps
  readonly #reached: RankSet
  /** Tasks that edits have changed since the last propagation. */
  #touched: number[] = []
  #isAllTouched = false
  readonly #edits: (() => void)[] = []
  /** Tasks whose links were put back. */
  #relaid: number[] = []
  #dateTask: Int32Array
  #dateStart: Float64Array
  #dateFinish: Float64Array
  #dateCount = 0
  #placedCount = 0
  /** P, and the same in the unit of the early dates; NaN: it has to be looked for. */
  #finish: number
  #finishDate: number
  readonly #latest: LatestFinish
  /** Room for the dates before all tasks are placed. */
  #before: Moments | undefined
  /** Tasks of the order that take no part. */
  #outCount: number

  /** `early`: what a full pass found; see whyClosed (steps.ts). `spare`: tasks that take no part, and may come to. */
  constructor(input: CpmInput, early: EarlyDates, spare: readonly number[] = []) {
    const dates = Math.min(DATES_FIRST, DATES_PER_TASK * input.network.taskCount)
    this.#dateTask = new Int32Array(dates)
    this.#dateStart = new Float64Array(dates)
    this.#dateFinish = new Float64Array(dates)
    this.links = new HeldLinks(input)
    this.order = new HeldOrder(input.network.order, input.network.taskCount, spare)
    this.#outCount = spare.length
    this.early = earlyOf(input, early)
    this.#input = heldInput(input, this.links, this.order)
    this.#steps = stepsOf(this.#input, this.early)
    this.#reached = new RankSet(this.order.order.length)
    this.#latest = new LatestFinish(input.network.taskCount)
    this.#finish = this.#latestFinish()
    this.#finishDate = this.#steps.dateOf(this.#finish)
  }

  /** Tasks that were placed anew so far: what the edits cost. */
  get placedCount(): number {
    return this.#placedCount
  }

  /** The columns as they are; the next edit is seen in them. */
  input(): CpmInput {
    const network = { ...this.#input.network, order: this.#inPart(), ...this.links.asNetwork() }
    const lagDays = isByClock(this.#input) ? network.lagDays : this.links.leftDays.subarray(0, this.links.count)
    return { ...this.#input, network, lagDays }
  }

  /** The columns with room behind them, as the steps read them. */
  get held(): CpmInput {
    return this.#input
  }

  earlyDates(): EarlyDates {
    return offsetsOf(this.#input, this.early)
  }

  // ---- edits

  setTask(i: number, values: Partial<TaskValues>): void {
    let hasProgressed = false
    for (const [name, value] of Object.entries(values) as [TaskValue, number][]) {
      const isMade = !hasColumn(this.#input, name)
      const column = columnOf(this.#input, name)
      // the steps know the columns that were there when they were made
      if (isMade) this.#steps = stepsOf(this.#input, this.early)
      const was = column[i]
      if (Object.is(was, value)) continue
      column[i] = value
      this.#edits.push(() => {
        column[i] = was
        this.#latest.touch(i)
      })
      hasProgressed ||= name === 'state' || name === 'reportedStart' || name === 'reportedFinish'
    }
    if (hasProgressed) this.#lookAt(i)
    if (hasProgressed && !isByClock(this.#input)) this.#leaveLags(i)
    this.#touch(i)
  }

  /** Whether a task takes part, one of the order or a spare one. What takes none has no links: its own and those from it are to go with it. */
  setPart(i: number, isIn: boolean): void {
    const set = (to: boolean): void => {
      this.#input.network.takesPart[i] = to ? 1 : 0
      this.#outCount += to ? -1 : 1
      this.#latest.touch(i)
    }
    if ((this.#input.network.takesPart[i] === 1) === isIn) return
    set(isIn)
    this.#edits.push(() => set(!isIn))
    this.#lookAt(i)
    this.#touch(i)
  }

  /** Other links into some tasks, each of them once. False: they would form a cycle, and nothing has changed. */
  relink(blocks: readonly LinksInto[]): boolean {
    const mark = this.#edits.length
    this.#replace(blocks)
    if (this.#putInOrder(blocks.map(([s]) => s))) return true
    this.#undoEdits(mark)
    return false
  }

  /** Another type of link k into s, and what is left of its lag; -Infinity: it holds nothing. */
  setLink(s: number, k: number, type: number, leftDays: number): void {
    const { links } = this
    const [wasType, wasLeft] = [links.type[k], links.leftDays[k]]
    links.type[k] = type
    links.leftDays[k] = leftDays
    this.#edits.push(() => {
      this.links.type[k] = wasType
      this.links.leftDays[k] = wasLeft
    })
    this.#touched.push(s)
  }

  setDataDate(offset: number): void {
    const { dataDate } = this.#input
    if (Object.is(dataDate, offset)) return
    const left = isByClock(this.#input) ? undefined : this.links.leftDays.slice(0, this.links.count)
    this.#set({ dataDate: offset })
    if (left !== undefined) this.#reckonLags()
    this.#edits.push(() => {
      if (left !== undefined) this.links.leftDays.set(left)
      this.#set({ dataDate })
    })
    this.#isAllTouched = true
  }

  /** NaN: the project finish itself. */
  setMustFinish(offset: number): void {
    const { mustFinish } = this.#input
    this.#set({ mustFinish: offset })
    this.#edits.push(() => this.#set({ mustFinish }))
  }

  // ---- dates

  /** Brings the early dates up to date; P. */
  propagate(): number {
    const { order, rank } = this.order
    const { first, next, successor } = this.links
    const { start, finish } = this.early
    const reached = this.#reached
    if (this.#isAllTouched) this.#placeAll()
    else for (const i of this.#touched) if (rank[i] !== NO_RANK) reached.add(rank[i])
    this.#touched = []
    this.#isAllTouched = false
    for (let r = reached.takeFirst(); r >= 0; r = reached.takeFirst()) {
      const s = order[r]
      const [wasStart, wasFinish] = [start[s], finish[s]]
      this.#steps.place(r)
      this.#placedCount++
      if (Object.is(start[s], wasStart) && Object.is(finish[s], wasFinish)) continue
      this.#note(s, wasStart, wasFinish)
      if (!(wasFinish < this.#finishDate && finish[s] < this.#finishDate)) this.#finish = Number.NaN
      for (let entry = first[s]; entry !== CHAIN_END; entry = next[entry]) reached.add(rank[successor[entry]])
    }
    if (Number.isNaN(this.#finish)) {
      this.#finish = this.#latestFinish()
      this.#finishDate = this.#steps.dateOf(this.#finish)
    }
    return this.#finish
  }

  // ---- journal

  /** Dates have to be up to date. */
  mark(): Mark {
    return { edits: this.#edits.length, dates: this.#dateCount, finish: this.#finish }
  }

  /** Everything is as it was at the mark, but the order, where another one holds the links as well. */
  undo({ edits, dates, finish: projectFinish }: Mark): void {
    const { start, finish } = this.early
    while (this.#dateCount > dates) {
      const n = --this.#dateCount
      start[this.#dateTask[n]] = this.#dateStart[n]
      finish[this.#dateTask[n]] = this.#dateFinish[n]
      this.#latest.touch(this.#dateTask[n])
    }
    this.#undoEdits(edits)
    this.#finish = projectFinish
    this.#finishDate = this.#steps.dateOf(projectFinish)
    this.#touched = []
    this.#isAllTouched = false
  }

  /** What was done so far is not undone any more. */
  settle(): void {
    this.#edits.length = 0
    this.#dateCount = 0
  }

  // ---- inside

  /** What moves the data date moves most tasks: they are placed in one run, and then compared. */
  #placeAll(): void {
    const { order } = this.order
    const { start, finish } = this.early
    const { start: wasStart, finish: wasFinish } = (this.#before ??= { start: start.slice(), finish: finish.slice() })
    wasStart.set(start)
    wasFinish.set(finish)
    this.#steps.placeAll(this.input())
    this.#placedCount += order.length
    for (let i = 0; i < start.length; i++)
      if (!Object.is(start[i], wasStart[i]) || !Object.is(finish[i], wasFinish[i]))
        this.#note(i, wasStart[i], wasFinish[i])
    this.#finish = Number.NaN
  }

  #latestFinish(): number {
    const latest = this.#latest.of(this.#input, this.early.finish)
    return latest === Number.NEGATIVE_INFINITY ? this.#steps.finish(this.#inPart()) : this.#steps.offsetOf(latest)
  }

  /** P may be another one: what a task counts for in it has changed. */
  #lookAt(i: number): void {
    this.#latest.touch(i)
    this.#finish = Number.NaN
  }

  /** The tasks that take part, in order. */
  #inPart(): Uint32Array {
    const { order } = this.order
    return this.#outCount === 0 ? order : partOf(order, this.#input.network.takesPart, order.length - this.#outCount)
  }

  #set(values: Partial<Pick<CpmInput, 'dataDate' | 'mustFinish'>>): void {
    this.#input = { ...this.#input, ...values }
    this.#steps = stepsOf(this.#input, this.early)
  }

  #touch(i: number): void {
    this.#touched.push(i)
    // lags feel how far their predecessor is, and count in its calendar
    const { first, next, successor } = this.links
    for (let entry = first[i]; entry !== CHAIN_END; entry = next[entry]) this.#touched.push(successor[entry])
  }

  #replace(blocks: readonly LinksInto[]): void {
    const { start, leftDays } = this.links
    const was = blocks.map(([s]): LinksInto => [s, this.links.into(s)])
    const wasLeft = blocks.map(([s]) => leftDays.slice(start[s], start[s + 1]))
    this.#lay(blocks)
    for (const [s] of blocks) {
      if (!isByClock(this.#input)) this.#reckonLagsInto(s)
      this.#touched.push(s)
    }
    this.#edits.push(() => {
      this.#lay(was)
      for (const [n, [s]] of was.entries()) {
        this.links.leftDays.set(wasLeft[n], this.links.start[s])
        this.#relaid.push(s)
      }
    })
  }

  #lay(blocks: readonly LinksInto[]): void {
    if (!this.links.replace(blocks)) return
    this.#input = heldInput(this.#input, this.links, this.order)
    this.#steps = stepsOf(this.#input, this.early)
  }

  /** What is left of the lags of all links of a task whose progress has changed. */
  #leaveLags(i: number): void {
    this.#leaveLagsInto(i)
    const { first, next, successor } = this.links
    for (let entry = first[i]; entry !== CHAIN_END; entry = next[entry]) this.#leaveLagsInto(successor[entry])
  }

  #leaveLagsInto(s: number): void {
    const was = this.links.leftDays.slice(this.links.start[s], this.links.start[s + 1])
    this.#reckonLagsInto(s)
    this.#edits.push(() => this.links.leftDays.set(was, this.links.start[s]))
  }

  #reckonLagsInto(s: number): void {
    const { start, task, type, lagDays, leftDays } = this.links
    for (let k = start[s]; k < start[s + 1]; k++) leftDays[k] = lagLeft(this.#input, task[k], s, type[k], lagDays[k])
  }

  /** The same of all links, of which a data date may leave another lag. */
  #reckonLags(): void {
    const { start, task, type, lagDays, leftDays } = this.links
    const { taskCount } = this.#input.network
    const { state } = this.#input
    for (let s = 0; s < taskCount; s++)
      for (let k = start[s]; k < start[s + 1]; k++) {
        const p = task[k]
        if (state[p] === NOT_STARTED || (lagDays[k] === 0 && fromFinish(type[k]))) continue
        leftDays[k] = lagLeft(this.#input, p, s, type[k], lagDays[k])
      }
  }

  #undoEdits(count: number): void {
    while (this.#edits.length > count) this.#edits.pop()!()
    const relaid = this.#relaid
    this.#relaid = []
    this.#putInOrder(relaid)
  }

  /** Ranks hold the links into these tasks, too; false: these form a cycle. */
  #putInOrder(tasks: readonly number[]): boolean {
    const { rank } = this.order
    const { start, task } = this.links
    for (const s of tasks)
      for (let k = start[s]; k < start[s + 1]; k++)
        if (rank[task[k]] > rank[s] && !this.order.keep(task[k], s, this.links)) return false
    return true
  }

  #note(i: number, start: number, finish: number): void {
    const n = this.#dateCount++
    if (n === this.#dateTask.length) {
      const longer = <C extends Int32Array | Float64Array>(column: C, made: C): C => {
        made.set(column as never)
        return made
      }
      this.#dateTask = longer(this.#dateTask, new Int32Array(2 * n))
      this.#dateStart = longer(this.#dateStart, new Float64Array(2 * n))
      this.#dateFinish = longer(this.#dateFinish, new Float64Array(2 * n))
    }
    this.#latest.touch(i)
    this.#dateTask[n] = i
    this.#dateStart[n] = start
    this.#dateFinish[n] = finish
  }
}

/**
 * The links of a schedule while changes are applied: only those into tasks that a change touches are held as lists, the rest stay the columns that they
 * are. What removals cost is counted, since a task may have any number of links.
 */
import type { LinkColumns, ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { outgoingOf } from '../graph/links.ts'
import { zeros } from '../ids/short-arrays.ts'
import { FF, FS, fromFinish, SF, SS, toStart } from '../passes/relation.ts'
import type { ReadLink } from './task-finder.ts'

/** Links that all changes together may look at. */
const LINK_STEPS_MAX = 20_000_000
/** Links that they may make. */
const LINKS_MADE_MAX = 200_000

export class TooManyLinks extends Error {}

/** Relation that leads from the finish or start of a task to the finish or start of another. */
const typeOf = (isFromFinish: boolean, isToStart: boolean): number =>
  isFromFinish ? (isToStart ? FS : FF) : isToStart ? SS : SF

export class LinkEdits {
  readonly #columns: ScheduleColumns
  readonly #lists = new Map<number, ReadLink[]>()
  /** By predecessor, the tasks whose list names it: but for links that the columns have. */
  readonly #addedSuccessors = new Map<number, Set<number>>()
  #steps = 0
  #made = 0

  constructor(columns: ScheduleColumns) {
    this.#columns = columns
  }

  /** Links that were looked at. */
  get steps(): number {
    return this.#steps
  }

  #count(steps: number): void {
    this.#steps += steps
    if (this.#steps > LINK_STEPS_MAX) throw new TooManyLinks()
  }

  /** Links into a task as they are now. */
  of(task: number): readonly ReadLink[] {
    const known = this.#lists.get(task)
    if (known !== undefined) return known
    const { links, taskCount, elapsedLags } = this.#columns
    if (task >= taskCount) return []
    const made: ReadLink[] = []
    this.#count(links.start[task + 1] - links.start[task])
    for (let k = links.start[task]; k < links.start[task + 1]; k++)
      made.push({
        task: links.task[k],
        type: links.type[k],
        lagDays: links.lagDays[k],
        isElapsed: elapsedLags.length > 0 && elapsedLags[k] === 1,
      })
    return made
  }

  /** Those whose links into them were looked at as ones to change. */
  changedTasks(): readonly number[] {
    return [...this.#lists.keys()]
  }

  set(task: number, links: readonly ReadLink[]): void {
    this.#count(links.length)
    this.#lists.set(task, [...links])
    for (const { task: predecessor } of links) this.#lead(predecessor, task)
  }

  #lead(predecessor: number, task: number): void {
    if (predecessor < 0) return
    const successors = this.#addedSuccessors.get(predecessor)
    if (successors === undefined) this.#addedSuccessors.set(predecessor, new Set([task]))
    else successors.add(task)
  }

  /** One more; of an equal one the larger lag stays, as the reader has it. */
  add(task: number, link: ReadLink, isLagReplaced = false): void {
    if (++this.#made > LINKS_MADE_MAX) throw new TooManyLinks()
    const links = this.of(task)
    // most are of an added task, whose links are all known: then thousands can be added to one task
    const isKnown = link.task >= this.#columns.taskCount
    const mayBeThere = !isKnown || this.#addedSuccessors.get(link.task)?.has(task) === true
    const equal = mayBeThere ? links.findIndex(each => each.task === link.task && each.type === link.type) : -1
    this.#count(links.length)
    if (equal < 0) {
      this.#count(links.length + 1)
      const list = this.#lists.get(task)
      if (list === undefined) this.#lists.set(task, [...links, link])
      else list.push(link)
      this.#lead(link.task, task)
    } else if (isLagReplaced || link.lagDays > links[equal].lagDays)
      this.set(
        task,
        links.map((each, n) => (n === equal ? link : each)),
      )
  }

  /** Tasks that a task leads to, ascending. */
  successorsOf(task: number): readonly number[] {
    const found = new Set<number>(this.#addedSuccessors.get(task))
    if (task < this.#columns.taskCount) {
      const { start, task: successors } = outgoingOf(this.#columns)
      this.#count(start[task + 1] - start[task])
      for (let at = start[task]; at < start[task + 1]; at++) found.add(successors[at])
    }
    return [...found].sort((a, b) => a - b).filter(s => this.of(s).some(link => link.task === task))
  }

  /** A task goes; `isReconnected`: what led to it leads to what it led to. */
  remove(task: number, isReconnected: boolean): void {
    const into = this.of(task).filter(link => link.task >= 0 && link.task !== task)
    for (const s of this.successorsOf(task)) {
      if (s === task) continue
      const links = this.of(s)
      this.#count(links.length)
      const out = links.filter(link => link.task === task)
      this.set(
        s,
        links.filter(link => link.task !== task),
      )
      if (!isReconnected) continue
      for (const a of into) for (const b of out) if (a.task !== s) this.add(s, through(a, b))
    }
    this.#lists.set(task, [])
  }

  /** The columns of them: `newOf` has the new index of each task, -1 of one that went; `sources` the tasks by new index. */
  columns(
    newOf: Int32Array | undefined,
    sources: Int32Array,
  ): { readonly links: LinkColumns; readonly elapsedLags: Uint8Array } | undefined {
    const { links, elapsedLags, taskCount } = this.#columns
    if (this.#lists.size === 0 && newOf === undefined) return undefined
    const count = sources.length
    const start = zeros<Uint32Array>(Uint32Array, count + 1)
    let hasElapsed = elapsedLags.length > 0
    for (let n = 0; n < count; n++) {
      const i = sources[n]
      const list = this.#lists.get(i)
      start[n + 1] = start[n] + (list?.length ?? (i < taskCount ? links.start[i + 1] - links.start[i] : 0))
      hasElapsed ||= list?.some(({ isElapsed }) => isElapsed) === true
    }
    const total = start[count]
    const task = zeros<Int32Array>(Int32Array, total)
    const type = zeros<Uint8Array>(Uint8Array, total)
    const lagDays = zeros<Float64Array>(Float64Array, total)
    const elapsed = zeros<Uint8Array>(Uint8Array, hasElapsed ? total : 0)
    const moved = (predecessor: number): number =>
      predecessor < 0 || newOf === undefined ? predecessor : newOf[predecessor]
    for (let n = 0; n < count; n++) {
      const i = sources[n]
      const list = this.#lists.get(i)
      let to = start[n]
      if (list !== undefined) {
        for (const link of list) {
          task[to] = moved(link.task)
          type[to] = link.type
          lagDays[to] = link.lagDays
          if (hasElapsed) elapsed[to] = link.isElapsed && link.lagDays !== 0 ? 1 : 0
          to++
        }
      } else if (i < taskCount) {
        for (let k = links.start[i]; k < links.start[i + 1]; k++, to++) {
          task[to] = moved(links.task[k])
          type[to] = links.type[k]
          lagDays[to] = links.lagDays[k]
          if (elapsedLags.length > 0) elapsed[to] = elapsedLags[k]
        }
      }
    }
    return { links: { start, task, type, lagDays }, elapsedLags: elapsed }
  }
}

/** The link from the predecessor of `a` to the successor of `b` through a task that takes no time. */
function through(a: ReadLink, b: ReadLink): ReadLink {
  const lags = [a, b].filter(({ lagDays }) => lagDays !== 0)
  return {
    task: a.task,
    type: typeOf(fromFinish(a.type), toStart(b.type)),
    lagDays: a.lagDays + b.lagDays,
    isElapsed: lags.length > 0 && lags.every(({ isElapsed }) => isElapsed),
  }
}

/**
 * Changes in their order, noted but not made: which task takes which members from which row, which links are there, who came and who went. What cannot be
 * made is a fault with its place. edited.ts makes the columns of it.
 */
import type { ValidationFault } from '../../../shared/contract/errors.ts'
import {
  CHANGE_KINDS,
  CHANGED_FIELDS,
  type ChangeKind,
  type SentChange,
} from '../../../shared/contract/schedule/changes.ts'
import type { ScheduleColumns } from '../../../shared/contract/schedule/columns.ts'
import { RELATION_TYPES, TASK_FIELDS, type TaskField } from '../../../shared/contract/schedule/fields.ts'
import { NOT_STARTED, stateOf } from '../population/progress.ts'
import type { ChangeRow } from './change-rows.ts'
import { LinkEdits, TooManyLinks } from './link-edits.ts'
import { NO_TASK, type ReadLink, TaskFinder } from './task-finder.ts'
import { WORDS } from './words.ts'

type Place = readonly (string | number)[]
type RelationName = (typeof RELATION_TYPES)[number]

const FIELDS: ReadonlyMap<string, TaskField> = new Map(TASK_FIELDS.map(field => [field.name, field]))
const LINKS = 'predecessors'
const REMAINING = 'remainingDurationDays'
const PROGRESS = ['actual_start', 'actual_finish', 'percent_complete'] as const
/** Members that mean something beside another one alone. */
const BESIDE: Readonly<Record<string, ChangeKind>> = {
  clear: 'task_id',
  successors: 'add_task',
  reconnect: 'remove_task',
}

/** The columns that a member of a task lies in. Who works on a task is one thing, however it is said. */
function columnsOfField({ kind, column }: TaskField): readonly string[] {
  if (kind === 'resource' || kind === 'resources' || kind === 'assignments') return ['resources', 'assignments']
  return kind === 'day' ? [column, `${column}Time`] : [column]
}

/** What stands in a request beside its tasks and that a change can replace. */
export interface ScheduleMembers {
  readonly status_date?: unknown
  readonly calendar?: unknown
  readonly must_finish_by?: unknown
}

export class Applied {
  readonly faults: ValidationFault[] = []
  /** Members of tasks, one row per change that has any. */
  readonly rows: ChangeRow[] = []
  /** By column: the row that a task takes its entry from. */
  readonly rowOf = new Map<string, Map<number, number>>()
  /** Row of each added task, by its index minus the number of tasks before. */
  readonly addedRows: number[] = []
  readonly removed = new Set<number>()
  readonly links: LinkEdits
  members: ScheduleMembers
  readonly #columns: ScheduleColumns
  readonly #finder: TaskFinder
  readonly #calendars: ReadonlySet<string> | undefined
  readonly #ids: string[] = []

  constructor(columns: ScheduleColumns, members: ScheduleMembers) {
    this.#columns = columns
    this.members = members
    this.links = new LinkEdits(columns)
    this.#finder = new TaskFinder(columns, this.removed)
    const { setting } = columns
    this.#calendars = setting && new Set(setting.calendars.map(({ id }) => id))
  }

  /** Index of an added task, counted from the tasks before. */
  get taskCountWithAdded(): number {
    return this.#columns.taskCount + this.addedRows.length
  }

  /** All of them; those after one that takes too much are not looked at. */
  applyAll(changes: readonly SentChange[], place: Place): void {
    for (const [n, change] of changes.entries()) {
      try {
        this.#apply(change, [...place, n])
      } catch (error) {
        if (!(error instanceof TooManyLinks)) throw error
        this.#fault([...place, n], 'value', WORDS.tooMuch)
        return
      }
    }
  }

  #fault(place: Place, type: string, msg: string): void {
    this.faults.push({ loc: ['body', ...place], msg, type })
  }

  /** undefined: no task has the id, which is a fault. */
  #taskOf(id: string, place: Place): number | undefined {
    const task = this.#finder.taskOf(id)
    if (task !== NO_TASK) return task
    this.#fault(place, 'unknown', WORDS.unknownTask(id))
    return undefined
  }

  #apply(change: SentChange, place: Place): void {
    const kinds = CHANGE_KINDS.filter(kind => change[kind] !== undefined && change[kind] !== null)
    const [kind] = kinds
    if (kind === undefined || kinds.length > 1) {
      this.#fault(place, kind === undefined ? 'missing' : 'value', WORDS.kinds(kinds, CHANGE_KINDS))
      return
    }
    for (const name of Object.keys(change)) {
      const of = BESIDE[name] ?? (FIELDS.has(name) ? 'task_id' : undefined)
      if (of !== undefined && of !== kind) this.#fault([...place, name], 'value', WORDS.unread(name, kind))
    }
    switch (kind) {
      case 'task_id':
        this.#changeTask(change, change.task_id!, place)
        break
      case 'add_task':
        this.#addTask(change, place)
        break
      case 'remove_task':
        this.#removeTask(change.remove_task!, change.reconnect === true, [...place, kind])
        break
      case 'link':
        this.#link(change.link!, [...place, kind])
        break
      case 'unlink':
        this.#unlink(change.unlink!, [...place, kind])
        break
      case 'change_link':
        this.#changeLink(change.change_link!, [...place, kind])
        break
      case 'status_date':
        this.members = { ...this.members, status_date: change.status_date }
        break
      case 'calendar':
        if (this.#calendars !== undefined) this.#fault([...place, kind], 'value', WORDS.oneCalendar)
        else this.members = { ...this.members, calendar: change.calendar }
    }
  }

  #changeTask(change: SentChange, id: string, place: Place): void {
    const task = this.#taskOf(id, [...place, 'task_id'])
    const given = CHANGED_FIELDS.filter(name => change[name] !== undefined && change[name] !== null)
    const cleared = (change.clear ?? []) as readonly string[]
    if (given.length + cleared.length === 0) this.#fault(place, 'missing', WORDS.nothing(id))
    for (const [n, name] of cleared.entries())
      if (given.includes(name)) this.#fault([...place, 'clear', n], 'conflict', WORDS.cleared(name))
    if (task === undefined) return
    const names = [...given, ...cleared]
    if (names.some(name => name !== LINKS)) {
      const row = this.#addRow(change, given, place)
      for (const name of names) {
        if (name === LINKS) continue
        for (const column of columnsOfField(FIELDS.get(name)!)) this.#take(column, task, row)
      }
      // the row has no remaining duration: all of the new duration is left
      if (given.includes('duration_days') && this.#isAllLeft(task)) this.#take(REMAINING, task, row)
    }
    if (names.includes(LINKS)) this.#setLinks(task, change.predecessors, id, [...place, LINKS])
  }

  /** Whether its remaining duration is its duration, as in the tools that write both: work that no actual date and no percent says to have begun. */
  #isAllLeft(task: number): boolean {
    const columns = this.#columns
    if (PROGRESS.some(name => this.rowOf.get(FIELDS.get(name)!.column)?.has(task) === true)) return false
    if (task < columns.taskCount) return stateOf(columns, task) === NOT_STARTED
    const { members } = this.rows[this.addedRows[task - columns.taskCount]]
    return PROGRESS.every(name => members[name] === undefined)
  }

  #addRow(from: Readonly<Record<string, unknown>>, names: readonly string[], place: Place): number {
    const { calendar_id } = from
    if (typeof calendar_id === 'string' && this.#calendars?.has(calendar_id) === false && names.includes('calendar_id'))
      this.#fault([...place, 'calendar_id'], 'unknown', WORDS.unknownCalendar(calendar_id))
    return this.rows.push({ place, members: Object.fromEntries(names.map(name => [name, from[name]])) }) - 1
  }

  #take(column: string, task: number, row: number): void {
    const rows = this.rowOf.get(column)
    if (rows === undefined) this.rowOf.set(column, new Map([[task, row]]))
    else rows.set(task, row)
  }

  #setLinks(task: number, sent: unknown, id: string, place: Place): void {
    this.links.set(task, [])
    for (const [n, each] of ((sent ?? []) as readonly unknown[]).entries()) {
      const link = this.#linkOf(each, [...place, n])
      if (link === undefined) continue
      if (link.task === task) this.#fault([...place, n], 'value', WORDS.selfLink(id))
      else this.links.add(task, link)
    }
  }

  #linkOf(sent: unknown, place: Place): ReadLink | undefined {
    if (sent === null) return undefined
    const link = this.#finder.linkOf(sent)
    if (typeof link !== 'string') return link
    const text = typeof sent === 'string' ? sent : String((sent as { readonly task_id?: unknown }).task_id ?? '')
    this.#fault(
      place,
      link === 'unknown' ? 'unknown' : 'value',
      link === 'unknown' ? WORDS.unknownTask(text) : WORDS.unparsable(text),
    )
    return undefined
  }

  #addTask(change: SentChange, place: Place): void {
    const added = change.add_task as Readonly<Record<string, unknown>> & { readonly id: string }
    const { id } = added
    const at = [...place, 'add_task']
    if (this.#finder.taskOf(id) !== NO_TASK) {
      this.#fault([...at, 'id'], 'conflict', WORDS.knownTask(id))
      return
    }
    const names = CHANGED_FIELDS.filter(name => added[name] !== undefined && added[name] !== null)
    const task = this.taskCountWithAdded
    this.addedRows.push(this.#addRow(added, names, at))
    this.#ids.push(id)
    this.#finder.add(id, task)
    this.#setLinks(task, added.predecessors, id, [...at, LINKS])
    for (const [n, each] of ((change.successors ?? []) as readonly unknown[]).entries()) {
      const link = this.#linkOf(each, [...place, 'successors', n])
      if (link === undefined) continue
      if (link.task === task) this.#fault([...place, 'successors', n], 'value', WORDS.selfLink(id))
      else this.links.add(link.task, { ...link, task })
    }
  }

  #removeTask(id: string, isReconnected: boolean, place: Place): void {
    const task = this.#taskOf(id, place)
    if (task === undefined) return
    this.links.remove(task, isReconnected)
    this.removed.add(task)
    if (task >= this.#columns.taskCount) this.#finder.forget(id)
  }

  /** The two ends of a link; undefined: one is unknown, or both are one. */
  #pair(
    { predecessor, successor }: { readonly predecessor: string; readonly successor: string },
    place: Place,
  ): readonly [predecessor: number, successor: number] | undefined {
    const p = this.#taskOf(predecessor, [...place, 'predecessor'])
    const s = this.#taskOf(successor, [...place, 'successor'])
    if (p === undefined || s === undefined) return undefined
    if (p !== s) return [p, s]
    this.#fault([...place, 'successor'], 'value', WORDS.selfLink(successor))
    return undefined
  }

  #link(sent: NonNullable<SentChange['link']>, place: Place): void {
    const pair = this.#pair(sent, place)
    if (pair === undefined) return
    const { type, lag_days, lag_elapsed } = sent
    const link: ReadLink = {
      task: pair[0],
      type: RELATION_TYPES.indexOf((type ?? 'FS') as RelationName),
      lagDays: lag_days ?? 0,
      isElapsed: lag_elapsed === true && (lag_days ?? 0) !== 0,
    }
    this.links.add(pair[1], link, true)
  }

  /** Places among the links into the successor of those that are meant; a fault where there is none. */
  #meant(
    sent: { readonly predecessor: string; readonly successor: string; readonly type?: RelationName | null },
    [p, s]: readonly [number, number],
    place: Place,
  ): readonly number[] {
    const code = sent.type === undefined || sent.type === null ? -1 : RELATION_TYPES.indexOf(sent.type)
    const found = this.links
      .of(s)
      .flatMap((link, n) => (link.task === p && (code < 0 || link.type === code) ? [n] : []))
    if (found.length === 0)
      this.#fault(place, 'unknown', WORDS.noLink(sent.predecessor, sent.successor, code < 0 ? '' : `${sent.type} `))
    return found
  }

  #unlink(sent: NonNullable<SentChange['unlink']>, place: Place): void {
    const pair = this.#pair(sent, place)
    if (pair === undefined) return
    const meant = this.#meant(sent as never, pair, place)
    this.links.set(
      pair[1],
      this.links.of(pair[1]).filter((_, n) => !meant.includes(n)),
    )
  }

  #changeLink(sent: NonNullable<SentChange['change_link']>, place: Place): void {
    const pair = this.#pair(sent, place)
    if (pair === undefined) return
    const meant = this.#meant(sent as never, pair, place)
    const links = this.links.of(pair[1])
    const [at] = meant
    if (at === undefined) return
    if (meant.length > 1) {
      this.#fault(place, 'value', WORDS.severalLinks(meant.map(n => RELATION_TYPES[links[n].type])))
      return
    }
    const { to_type, lag_days, lag_elapsed } = sent
    const was = links[at]
    const link: ReadLink = {
      task: was.task,
      type: to_type === undefined || to_type === null ? was.type : RELATION_TYPES.indexOf(to_type as RelationName),
      lagDays: lag_days ?? was.lagDays,
      isElapsed: lag_elapsed ?? was.isElapsed,
    }
    if (links.some((each, n) => n !== at && each.task === link.task && each.type === link.type)) {
      this.#fault([...place, 'to_type'], 'conflict', WORDS.sameLink(RELATION_TYPES[link.type]))
      return
    }
    this.links.set(
      pair[1],
      links.map((each, n) => (n === at ? link : each)),
    )
  }

  /** Ids of the added tasks, those that went again included. */
  get addedIds(): readonly string[] {
    return this.#ids
  }
}

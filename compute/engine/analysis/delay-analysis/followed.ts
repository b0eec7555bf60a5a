/** Whose finish the windows follow where the caller names no task: that of the project, or of a task that all schedules have, where another ends last. */
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import { type CalendarChoice, spanCalendar } from '../../calendar/choice.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { type Ending, type LastTask, lastTaskOf, lastTaskText, type MovedDays } from '../../compare/last-task.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { earlyDates, forward, projectFinish } from '../../cpm/forward.ts'
import type { Preparation } from '../../cpm/prepare.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { matchIds, NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { type DayBasis, laterOrEarlier } from '../../wording/days.ts'
import { latestFinishDay, toldFinishes } from './date-mode.ts'
import type { NetworkItem } from './network-mode.ts'
import { hasPairs, PairSteps, pairTasks } from './pairing.ts'
import { entitlementRules, sidesOf } from './parties.ts'
import { sentTasks } from './recreated.ts'
import type { ToldAlike } from './retold.ts'
import { type AlikeRules, alikeIn } from './retold.ts'
import { type Followed as FollowedRows, finishOf, preparedOf, type Status, statusOf } from './status.ts'

type Shared = AlikeRules['shared']

/** A finish of a whole schedule, and that of each task: offsets, NaN = none. */
interface Finishes {
  readonly whole: number
  readonly of: (i: number) => number
  /** Where they are computed, by what. */
  readonly prepared?: Preparation | undefined
}

export interface Followed {
  readonly items: readonly NetworkItem[]
  readonly endings: readonly Ending[]
  readonly last: LastTask
  /** Movements of finishes that are not followed: of the whole schedules, and of the other choice. */
  readonly movedDays: MovedDays
}

/** `inNetwork`: finishes are computed; else they are the dates of the tasks. */
export function followLastTask(items: readonly NetworkItem[], rules: AlikeRules, inNetwork: boolean): Followed {
  const { shared } = rules
  const finishes = items.map(each => (inNetwork ? computedFinishes(each, shared) : datedFinishes(each, shared)))
  const endings = items.map(({ item: { place, columns } }, k): Ending => {
    const before = items[k - 1]?.item.columns
    return {
      place,
      columns,
      finishOf: finishes[k].of,
      partners: before === undefined ? undefined : matchIds(before, columns),
    }
  })
  const byId = lastTaskOf(endings)
  const isAsked = byId.followedBy === 'last_common_finish' && inNetwork
  const last = isAsked ? lastOfWork(items, finishes, endings, byId, rules) : byId
  const { otherRows } = last
  const end = items.length - 1
  const finishIn = (k: number): number => (last.rows[k] === NO_MATCH ? finishes[k].whole : finishes[k].of(last.rows[k]))
  return {
    items: items.map((each, k) => ({
      ...each,
      followed: last.tiedRows.map(rows => rows[k]),
      prepared: finishes[k].prepared,
    })),
    endings,
    last,
    movedDays: {
      followed: finishIn(end) - finishIn(0),
      whole: finishes[end].whole - finishes[0].whole,
      other: otherRows === undefined ? Number.NaN : finishes[end].of(otherRows[end]) - finishes[0].of(otherRows[0]),
    },
  }
}

/** No milestone is common: the whole schedules, where what ended last is still there under other ids or in parts; else what ids say. */
function lastOfWork(
  items: readonly NetworkItem[],
  finishes: readonly Finishes[],
  endings: readonly Ending[],
  byId: LastTask,
  rules: AlikeRules,
): LastTask {
  const statusAt = (k: number): Status =>
    statusOf(items[k].item, items[k].order, [], rules.shared, finishes[k].prepared)
  let later = statusAt(0)
  const byWork = lastTaskOf(
    endings.map((ending, k) => {
      if (k === 0) return ending
      const earlier = later
      later = statusAt(k)
      const alike = alikeIn(earlier, later, pairTasks(earlier, later), rules)
      return alike === undefined ? ending : { ...ending, partners: partnersOf(alike, ending.partners!) }
    }),
  )
  return byWork.followedBy === 'last_task' ? byWork : byId
}

/** Work ends where the last of its parts does. */
function partnersOf({ pairing, sentAs, endOf }: ToldAlike, byId: Int32Array): Int32Array {
  return byId.map((i, j) => {
    const row = pairing.toEarlier[j]
    if (row === NO_MATCH) return i
    return endOf(sentAs[row]) === row ? sentAs[row] : NO_MATCH
  })
}

/**
 * The finish of a task that the caller names is where its work ends: of what a later schedule has in parts, the end of the last of them, and of a part in a schedule from before, that of the
 * whole. NO_MATCH stays where a schedule has neither.
 */
export function followWork(items: readonly NetworkItem[], rules: AlikeRules): readonly NetworkItem[] {
  const placed = [...items]
  const first = items.findIndex(({ followed: [i] }) => i !== NO_MATCH)
  for (let k = first - 1; k >= 0; k--) {
    const i = wholeIn(placed[k], placed[k + 1], rules)
    placed[k] = { ...placed[k], followed: [i] }
    if (i === NO_MATCH) return placed
  }
  for (let k = 1; k < items.length; k++) {
    const [was, is] = [placed[k - 1], placed[k]]
    const { columns } = was.item
    const [i] = was.followed
    const [named] = is.followed
    if (i === NO_MATCH) return placed
    const own = tasksOfIds(is.item.columns, [textAt(columns.id, i)])[0]
    const isWhole = own !== NO_MATCH && !(is.item.columns.durationDays[own] < columns.durationDays[i])
    placed[k] = { ...is, followed: [isWhole ? own : (endIn(was, is, rules) ?? (own === NO_MATCH ? named : own))] }
  }
  return placed
}

const alikeOf = (was: NetworkItem, is: NetworkItem, rules: AlikeRules): ToldAlike | undefined => {
  const [earlier, later] = [was, is].map(({ item, order, prepared }) =>
    statusOf(item, order, [], rules.shared, prepared),
  )
  const pairs = pairTasks(earlier, later)
  return hasPairs(pairs) ? alikeIn(earlier, later, pairs, rules) : undefined
}

/** The task of the earlier schedule of which what the later one follows is a part; NO_MATCH: none is. */
function wholeIn(was: NetworkItem, is: NetworkItem, rules: AlikeRules): number {
  const [own] = tasksOfIds(was.item.columns, [textAt(is.item.columns.id, is.followed[0])])
  if (own !== NO_MATCH) return own
  const alike = alikeOf(was, is, rules)
  const row = alike?.pairing.toEarlier[is.followed[0]] ?? NO_MATCH
  return row === NO_MATCH ? NO_MATCH : alike!.sentAs[row]
}

/** Where the work that the earlier schedule follows ends in the later one; undefined: it is told under no other id. */
function endIn(was: NetworkItem, is: NetworkItem, rules: AlikeRules): number | undefined {
  const alike = alikeOf(was, is, rules)
  const row = alike?.pairing.toLater[alike.endOf(was.followed[0])]
  return row === undefined || row === NO_MATCH ? undefined : row
}

/**
 * Under which ids each schedule has the work that a request names, for methods that look into one at a time: the id, where the schedule has it; else the parts of the work, or the whole. None:
 * the schedule does not have it.
 */
export class NamedWork {
  readonly #items: readonly SeriesItem[]
  readonly #choice: CalendarChoice
  readonly #has = new Map<string, Uint8Array>()
  readonly #known: ReturnType<typeof bothWays>[] = []
  #rules: AlikeRules | undefined
  #tasksLeft = TOLD_TASKS_MAX

  constructor(items: readonly SeriesItem[], choice: CalendarChoice) {
    this.#items = items
    this.#choice = choice
  }

  idsIn(id: string, k: number): readonly string[] {
    const has = (n: number, each: string): boolean => this.#hasOf(each)[n] === 1
    if (has(k, id)) return [id]
    const before = this.#hasOf(id).lastIndexOf(1, k)
    let ids: readonly string[] = before < 0 ? [] : [id]
    for (let n = before + 1; ids.length > 0 && n <= k; n++)
      ids = ids.flatMap(each => (has(n, each) ? [each] : (this.#partsBetween(n).parts.get(each) ?? [])))
    if (ids.length > 0) return ids
    const after = this.#hasOf(id).indexOf(1, k)
    ids = after < 0 ? [] : [id]
    for (let n = after; ids.length > 0 && n > k; n--)
      ids = ids.flatMap(each => (has(n - 1, each) ? [each] : (this.#partsBetween(n).wholes.get(each) ?? [])))
    return ids
  }

  /** By schedule, 1 = it has the id. */
  #hasOf(id: string): Uint8Array {
    const known = this.#has.get(id)
    if (known !== undefined) return known
    const has = Uint8Array.from(this.#items, ({ columns }) => Number(tasksOfIds(columns, [id])[0] !== NO_MATCH))
    this.#has.set(id, has)
    return has
  }

  #partsBetween(k: number): ReturnType<typeof bothWays> {
    const known = this.#known[k]
    if (known !== undefined) return known
    const [was, is] = [this.#placed(k - 1), this.#placed(k)]
    this.#rules ??= rulesFor(this.#items, this.#choice)
    const found = bothWays((was && is && alikeOf(was, is, this.#rules)?.renumbered) ?? [])
    this.#known[k] = found
    return found
  }

  #placed(k: number): NetworkItem | undefined {
    const { taskCount, links } = this.#items[k].columns
    this.#tasksLeft -= taskCount
    const order = this.#tasksLeft < 0 ? undefined : topologicalOrder(taskCount, links)
    return order && { item: this.#items[k], order, followed: [] }
  }
}

/** Tasks of schedules that are looked at for it. */
const TOLD_TASKS_MAX = 500_000

const bothWays = (renumbered: ToldAlike['renumbered']) => ({
  parts: new Map(renumbered),
  wholes: new Map(renumbered.flatMap(([whole, parts]) => parts.map(part => [part, [whole]] as const))),
})

/** Where nobody says whose design and procurement are, and what events name is looked for, so that they make no work of its own of it. */
function rulesFor(items: readonly SeriesItem[], choice: CalendarChoice): AlikeRules {
  const pairSteps = new PairSteps(sentTasks(items))
  const shared = { calendar: spanCalendar(choice), anchorDay: commonAnchorDay(items), pairSteps }
  const sides = sidesOf(entitlementRules({ design: 'owner', procurement: 'contractor' }))
  return { events: [], sides, timeline: new Timeline(shared.calendar, shared.anchorDay), shared }
}

/** What is said before all else; empty = the same task ends last in all schedules. */
export function followedText({ last, endings, movedDays }: Followed, basis: DayBasis): string {
  const moved = (days: number): string => (Number.isNaN(days) ? '' : laterOrEarlier(days, basis))
  return lastTaskText(last, endings, moved(movedDays.whole), moved(movedDays.other))
}

function computedFinishes({ item, order, prepared: known }: NetworkItem, shared: Shared): Finishes {
  const prepared = known ?? preparedOf(item, order, shared)
  const { input } = prepared
  const early = earlyDates(item.columns.taskCount)
  forward(input, early)
  return {
    whole: projectFinish(input, early),
    of: i => (input.network.takesPart[i] === 1 ? finishOf(input, early, i) : Number.NaN),
    prepared,
  }
}

function datedFinishes({ item }: NetworkItem, { calendar, anchorDay }: Shared): Finishes {
  const timeline = new Timeline(calendar, anchorDay)
  const told = toldFinishes(item, calendar)
  const of = (followed: FollowedRows): number => {
    const day = latestFinishDay(item, followed, told)
    return day === DAY_ABSENT ? Number.NaN : timeline.finishOffset(day)
  }
  return { whole: of([]), of: i => of([i]) }
}

/**
 * A series in which parts of work are what the whole is: of its category where they have none of their own, and named by the events that name it, in the schedule that tells them so and in those behind.
 * Where nobody asks for either, nothing is computed.
 */
export function withParts(
  items: readonly NetworkItem[],
  rules: AlikeRules,
): { readonly items: readonly NetworkItem[]; readonly events: readonly SentEvent[] } {
  let { events } = rules
  const made: NetworkItem[] = [items[0]]
  let last: { readonly k: number; readonly status: Status } | undefined
  for (const [k, sent] of items.entries()) {
    if (k === 0) continue
    const { item: was } = made[k - 1]
    const before = was.columns
    const { item } = sent
    let [now, prepared] = [item.columns, sent.prepared]
    const codes = now.delayCategory.slice()
    const fill = (j: number, code: number): void => {
      if (code === 0 || codes[j] !== 0) return
      codes[j] = code
      now = { ...now, delayCategory: codes, notes: undefined }
    }
    const toLater = matchIds(item.columns, before)
    if (was !== items[k - 1].item)
      for (const [i, j] of toLater.entries()) if (j !== NO_MATCH) fill(j, before.delayCategory[i])
    if (asksForParts(before, item.columns, toLater, events)) {
      const statusAt = (each: NetworkItem): Status => statusOf(each.item, each.order, [], rules.shared, each.prepared)
      // categories are no matter of the passes
      const earlier = last?.k === k - 1 ? { ...last.status, ...was } : statusAt(made[k - 1])
      const later = statusAt(sent)
      last = { k, status: later }
      ;({ prepared } = later)
      made[k - 1] = { ...made[k - 1], prepared: earlier.prepared }
      const { renumbered = [] } = alikeIn(earlier, later, pairTasks(earlier, later), { ...rules, events }) ?? {}
      for (const [whole, parts] of renumbered) {
        const [i] = tasksOfIds(before, [whole])
        for (const j of tasksOfIds(now, [...parts])) fill(j, before.delayCategory[i])
        events = events.map(event => {
          const named = (event.task_ids ?? []) as readonly string[]
          return named.includes(whole) ? { ...event, task_ids: [...new Set([...named, ...parts])] } : event
        })
      }
    }
    made.push({ ...sent, prepared, item: now === item.columns ? item : { ...item, columns: now } })
  }
  return { items: made, events }
}

/** Whether tasks were added that could be parts, and one of them has no category or an event names what could be the whole. */
function asksForParts(
  before: ScheduleColumns,
  now: ScheduleColumns,
  toLater: Int32Array,
  events: readonly SentEvent[],
): boolean {
  const isKnown = new Set(toLater)
  const added = [...now.id.offsets.keys()].filter(j => j < now.taskCount && !isKnown.has(j))
  if (added.length === 0) return false
  if (before.delayCategory.some(code => code !== 0) && added.some(j => now.delayCategory[j] === 0)) return true
  const named = tasksOfIds(before, [...new Set(events.flatMap(({ task_ids }) => (task_ids ?? []) as string[]))])
  return named.some(
    i => i !== NO_MATCH && (toLater[i] === NO_MATCH || now.durationDays[toLater[i]] < before.durationDays[i]),
  )
}

/**
 * Two schedules of one project for tests of revisions, with changes of every class; and the schedule between them with some of the classes,
 * written down as a request, which is how a planner would make it.
 */
import type { TaskObject } from '../../helpers/columns-from-tasks.ts'
import { between, pick, type Random } from '../../helpers/random.ts'
import { date } from './delay-dates.ts'

export const CLASSES = ['scope', 'logic', 'duration', 'constraint', 'calendar', 'options'] as const
export type ClassName = (typeof CLASSES)[number]

interface Link {
  readonly task_id: string
  readonly type: string
  readonly lag_days: number
}
export interface Work extends TaskObject {
  readonly id: string
  readonly duration_days: number
  readonly predecessors: readonly Link[]
}
interface Side {
  readonly tasks: readonly Work[]
  readonly members: Readonly<Record<string, unknown>>
}
export interface Pair {
  readonly before: Side
  readonly after: Side
  /** Offset of the data date of the later schedule, and of the earlier one; undefined = it is a plan. */
  readonly dataDate: number
  readonly earlierDate: number | undefined
  readonly isByClock: boolean
  /** The calendar of a pair that has none of its own. */
  readonly calendar: string
}

const SHIFT = [['08:00', '16:00']]
const week = (days: number): object =>
  Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
      .slice(0, days)
      .map(name => [name, SHIFT]),
  )
const calendars = (holidays: readonly number[], days: readonly number[]): object[] =>
  ['c0', 'c1'].map((id, n) => ({
    id,
    work_week: week(days[n]!),
    exceptions: n === 0 ? holidays.map(day => ({ date: date(day), shifts: [] })) : [],
  }))

/** Links lead from tasks that stand before, so no set of the classes has a cycle. */
export function randomPair(rnd: Random, isByClock: boolean, rules?: string): Pair {
  const size = between(rnd, 3, 9)
  const link = (from: readonly Work[], type?: string): Link => ({
    task_id: pick(rnd, from).id,
    type: type ?? pick(rnd, ['FS', 'FS', 'FS', 'SS', 'FF', 'SF']),
    lag_days: pick(rnd, [0, 0, 0, 2, -1]),
  })
  const linksTo = (from: readonly Work[], count: number): Link[] => {
    const links = from.length === 0 ? [] : Array.from({ length: count }, () => link(from))
    return links.filter((each, n) => links.findIndex(other => other.task_id === each.task_id) === n)
  }
  const calendar = (): object => (isByClock ? { calendar_id: pick(rnd, ['c0', 'c0', 'c1']) } : {})
  const make = (id: string, from: readonly Work[]): Work => ({
    id,
    duration_days: between(rnd, 1, 8),
    predecessors: linksTo(from, pick(rnd, [1, 1, 2])),
    delay_category: pick(rnd, [null, 'owner', 'contractor', 'weather']),
    ...calendar(),
  })
  let plan: Work[] = []
  for (let n = 0; n < size; n++) plan.push(make(`T${n}`, plan))
  plan[0] = { ...plan[0]!, planned_start: date(0) }
  const earlierDate = rnd() < 0.5 ? between(rnd, 1, 6) : undefined
  const dataDate = (earlierDate ?? 0) + between(rnd, 1, 8)
  if (earlierDate !== undefined) plan = plan.map((each, n) => progressed(rnd, each, n, 0, earlierDate))
  const is = (share: number): boolean => rnd() < share
  const does = Object.fromEntries(CLASSES.map(name => [name, is(0.5)])) as Record<ClassName, boolean>
  let now: Work[] = plan.map((each, n) => progressed(rnd, each, n, earlierDate ?? 0, dataDate))
  if (does.duration)
    now = now.map(each =>
      is(0.4) && each.actual_finish === undefined
        ? each.actual_start === undefined
          ? { ...each, duration_days: between(rnd, 1, 12) }
          : { ...each, remaining_duration_days: between(rnd, 1, 15) }
        : each,
    )
  if (does.constraint)
    now = now.map(each =>
      is(0.3)
        ? { ...each, constraint_type: pick(rnd, ['SNET', 'FNET', 'MSO']), constraint_date: date(between(rnd, 0, 40)) }
        : each,
    )
  if (does.logic)
    now = now.map((each, n) =>
      is(0.4) ? { ...each, predecessors: linksTo(plan.slice(0, n), pick(rnd, [0, 1, 2])) } : each,
    )
  if (does.scope) now = rescoped(rnd, now, make)
  if (does.calendar && isByClock) now = now.map(each => (is(0.3) ? { ...each, ...calendar() } : each))
  // a schedule without any link would be compared by its dates
  const kept: Work = { id: 'K', duration_days: 1, predecessors: [{ task_id: 'T0', type: 'FS', lag_days: 0 }] }
  const members = (isAfter: boolean): Record<string, unknown> =>
    isByClock
      ? {
          calendars:
            isAfter && does.calendar ? calendars([3, 9, 17, 18], [pick(rnd, [5, 6]), 7]) : calendars([], [5, 6]),
          default_calendar_id: 'c0',
          // files of Microsoft Project have one
          ...(rules === undefined ? {} : { project_start: date(0) }),
          scheduling_options: {
            ...(rules === undefined ? {} : { rules }),
            ...(isAfter && does.options
              ? {
                  progress: pick(rnd, ['progress_override', 'retained_logic']),
                  lag_calendar: pick(rnd, ['successor', '24_hour']),
                }
              : {}),
          },
        }
      : {}
  return {
    before: { tasks: [...plan, kept], members: members(false) },
    after: { tasks: [...now, kept], members: members(true) },
    dataDate,
    earlierDate,
    isByClock,
    calendar: pick(rnd, ['calendar_days', 'working_days']),
  }
}

/** What was done of a task from one data date to the next. */
function progressed(rnd: Random, work: Work, n: number, from: number, until: number): Work {
  if (work.actual_finish !== undefined) return work
  if (work.actual_start === undefined && rnd() < 0.15 + 0.12 * n) return work
  const actual_start = work.actual_start ?? date(between(rnd, from, until - 1))
  if (rnd() < 0.4) return { ...work, actual_start, actual_finish: date(until - 1), percent_complete: 100 }
  const percent = (work.percent_complete as number | undefined) ?? 0
  return { ...work, actual_start, percent_complete: Math.min(99, percent + pick(rnd, [0, 10, 20, 50, 75])) }
}

/** Tasks deleted, and tasks added alone, in chains, and in place of a link. */
function rescoped(rnd: Random, now: readonly Work[], make: (id: string, from: readonly Work[]) => Work): Work[] {
  const gone = new Set(now.filter((_, n) => n > 0 && n < now.length - 1 && rnd() < 0.15).map(({ id }) => id))
  let tasks = now.map((each): Work => {
    // who followed a deleted task now follows what it followed
    const links = each.predecessors.flatMap((link): readonly Link[] =>
      gone.has(link.task_id) ? (rnd() < 0.7 ? now.find(({ id }) => id === link.task_id)!.predecessors : []) : [link],
    )
    const kept = links.filter(
      (link, n) => !gone.has(link.task_id) && links.findIndex(other => other.task_id === link.task_id) === n,
    )
    return { ...each, predecessors: kept }
  })
  tasks = tasks.filter(({ id }) => !gone.has(id))
  for (let n = between(rnd, 0, 2); n > 0; n--) {
    const at = between(rnd, 1, tasks.length - 1)
    const added = make(`N${n}`, tasks.slice(0, at))
    const next = tasks[at]!
    const link = { task_id: added.id, type: 'FS', lag_days: 0 }
    const kept =
      rnd() < 0.5
        ? next.predecessors.filter(each => each.task_id !== added.predecessors[0]?.task_id)
        : next.predecessors
    tasks = [...tasks.slice(0, at), added, { ...next, predecessors: [...kept, link] }, ...tasks.slice(at + 1)]
  }
  return tasks
}

const linkKey = ({ task_id, type, lag_days }: Link): string => `${task_id} ${type} ${lag_days}`
const WORK_MEMBERS = ['duration_days', 'remaining_duration_days'] as const

/** The later progress with the earlier plan, and of that plan the classes that are revised. */
export function mixed({ before, after, dataDate }: Pair, has: (name: ClassName) => boolean): object {
  const old = new Map(before.tasks.map(each => [each.id, each]))
  const own = new Map(after.tasks.map(each => [each.id, each]))
  const isOwn = has('scope')
  const isThere = (id: string): boolean => (isOwn ? own : old).has(id)
  const groups = {
    added: groupsOf(after.tasks, id => !old.has(id)),
    deleted: groupsOf(before.tasks, id => !own.has(id)),
  }
  const tasks = [...(isOwn ? own : old).values()].map((each): object => {
    const then = old.get(each.id)
    const now = own.get(each.id)
    if (then === undefined || now === undefined)
      return { ...each, predecessors: each.predecessors.filter(({ task_id }) => isThere(task_id)) }
    const isBoth = ({ task_id }: Link): boolean => old.has(task_id) && own.has(task_id)
    const ofScope = (side: Work): readonly Link[] =>
      side.predecessors.filter(link => !isBoth(link) && isThere(link.task_id))
    const joins = (list: readonly Link[], other: readonly Link[], from: Groups): ((link: Link) => boolean) => {
      const linked = new Set(other.map(({ task_id }) => task_id))
      return link =>
        !linked.has(link.task_id) &&
        from.some(group => group.into.has(link.task_id) && group.outOf.has(each.id)) &&
        list.length > 0
    }
    const oldLinks = then.predecessors.filter(isBoth)
    const newLinks = now.predecessors.filter(isBoth)
    const isReplaced = joins(oldLinks, newLinks, groups.added)
    const isReplacing = joins(newLinks, oldLinks, groups.deleted)
    const kept = new Map<string, Link>()
    for (const link of oldLinks) {
      const isKept = newLinks.some(other => linkKey(other) === linkKey(link))
      if (isKept || (isReplaced(link) ? !isOwn : !has('logic'))) kept.set(linkKey(link), link)
    }
    for (const link of newLinks) {
      const isKept = oldLinks.some(other => linkKey(other) === linkKey(link))
      if (isKept || (isReplacing(link) ? isOwn : has('logic'))) kept.set(linkKey(link), link)
    }
    const constraint = has('constraint') ? now : then
    const work = has('duration') || now.actual_finish !== undefined ? now : { ...then, ...explained(then, now) }
    return {
      ...now,
      ...Object.fromEntries(WORK_MEMBERS.map(name => [name, work[name] ?? null])),
      predecessors: [...ofScope(isOwn ? now : then), ...kept.values()],
      constraint_type: constraint.constraint_type ?? null,
      constraint_date: constraint.constraint_date ?? null,
      ...(now.calendar_id === undefined ? {} : { calendar_id: (has('calendar') ? now : then).calendar_id }),
    }
  })
  const calendarsOf = (has('calendar') ? after : before).members
  const { scheduling_options } = (has('options') ? after : before).members
  return {
    status_date: date(dataDate),
    ...calendarsOf,
    ...(scheduling_options === undefined ? {} : { scheduling_options }),
    tasks,
  }
}

/** What progress leaves of work in progress: what is reported, unless it grew; then what the percent complete leaves of what was left. */
function explained(then: Work, now: Work): Partial<Work> {
  if (now.actual_start === undefined) return {}
  const leftOf = ({ duration_days, percent_complete }: Work): number =>
    (duration_days * (100 - ((percent_complete as number | undefined) ?? 0))) / 100
  const byPercent = leftOf({ ...now, duration_days: then.duration_days })
  const reported = (now.remaining_duration_days as number | undefined) ?? byPercent
  return { remaining_duration_days: reported <= leftOf(then) ? reported : Math.min(leftOf(then), byPercent) }
}

type Groups = readonly { readonly into: ReadonlySet<string>; readonly outOf: ReadonlySet<string> }[]

/** Tasks of one side alone that hang together, each with the tasks that lead into them and follow them. */
function groupsOf(tasks: readonly Work[], isAlone: (id: string) => boolean): Groups {
  const groups: { ids: Set<string>; into: Set<string>; outOf: Set<string> }[] = []
  const alone = tasks.filter(({ id }) => isAlone(id))
  const linked = (a: Work, b: Work): boolean =>
    a.predecessors.some(({ task_id }) => task_id === b.id) || b.predecessors.some(({ task_id }) => task_id === a.id)
  const seen = new Set<string>()
  for (const first of alone) {
    if (seen.has(first.id)) continue
    const members = [first]
    seen.add(first.id)
    for (const member of members)
      for (const other of alone)
        if (!seen.has(other.id) && linked(member, other)) {
          seen.add(other.id)
          members.push(other)
        }
    const ids = new Set(members.map(({ id }) => id))
    const into = new Set(members.flatMap(({ predecessors }) => predecessors.map(({ task_id }) => task_id)))
    const outOf = new Set(
      tasks.filter(({ predecessors }) => predecessors.some(({ task_id }) => ids.has(task_id))).map(({ id }) => id),
    )
    groups.push({ ids, into, outOf })
  }
  return groups
}

export const bodyOf = (
  { before, after, dataDate, earlierDate, isByClock, calendar }: Pair,
  options: object = {},
): object => ({
  ...(earlierDate === undefined
    ? { baseline_schedule: { baseline_date: date(0), ...before.members, tasks: before.tasks } }
    : { schedule_history: [{ snapshot_date: date(earlierDate), ...before.members, tasks: before.tasks }] }),
  current_schedule: { status_date: date(dataDate), ...after.members, tasks: after.tasks },
  ...(isByClock ? {} : { calendar }),
  options,
})

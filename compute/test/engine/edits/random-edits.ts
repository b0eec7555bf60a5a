/**
 * Random schedules as request bodies, random changes of them, and the same changes made by hand on the plain objects. The hand shares no line with the
 * engine, whose oracle it is.
 */
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { between, pick, type Random } from '../../helpers/random.ts'

// biome-ignore lint/suspicious/noExplicitAny: bodies are written member by member
type Plain = any

export const FIRST_DAY = 20_514
const TYPES = ['FS', 'FS', 'FS', 'SS', 'FF', 'SF'] as const

const shift = (from: string, to: string) => [from, to]
export const CALENDARS = [
  {
    id: 'five',
    hours_per_day: 8,
    work_week: week([1, 2, 3, 4, 5], [shift('08:00', '12:00'), shift('13:00', '17:00')]),
  },
  { id: 'seven', hours_per_day: 10, work_week: week([1, 2, 3, 4, 5, 6, 7], [shift('07:00', '17:00')]) },
]

function week(days: readonly number[], shifts: readonly object[]): object {
  const names = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
  return Object.fromEntries(days.map(day => [names[day - 1], shifts]))
}

const dayText = (rnd: Random, from: number, to: number): string => formatDay(FIRST_DAY + between(rnd, from, to))

function link(rnd: Random, id: string): Plain {
  const type = pick(rnd, TYPES)
  const lag = pick(rnd, [0, 0, 0, 1, 2, -1, 1.5])
  if (rnd() < 0.4)
    return lag === 0 ? (type === 'FS' ? id : `${id} ${type}`) : `${id} ${type}${lag > 0 ? '+' : ''}${lag} d`
  return { task_id: id, type, lag_days: lag, ...(rnd() < 0.2 ? { lag_elapsed: true } : {}) }
}

function members(rnd: Random, hasCalendars: boolean): Plain {
  const task: Plain = {}
  if (rnd() < 0.9) task.duration_days = pick(rnd, [0, 1, 2, 3, 5, 8, 2.5])
  // what takes no time has none left: a milestone of a day contradicts itself
  if (rnd() < 0.2 && (task.duration_days ?? 0) > 0) task.remaining_duration_days = pick(rnd, [1, 3, 5])
  if (rnd() < 0.3) task.planned_start = dayText(rnd, 0, 10)
  if (rnd() < 0.5) task.name = `Work ${between(rnd, 1, 99)} ü`
  if (rnd() < 0.2) {
    task.constraint_type = pick(rnd, ['SNET', 'SNLT', 'FNET', 'FNLT', 'MSO', 'MFO', 'SO', 'FO', 'ALAP'])
    task.constraint_date = dayText(rnd, -3, 30)
  }
  if (rnd() < 0.1) task.deadline = dayText(rnd, 5, 30)
  if (rnd() < 0.2) task.resource = pick(rnd, ['Crew 1', 'Crew 2', 'Crane'])
  if (rnd() < 0.1) task.assignments = [{ resource: pick(rnd, ['Crew 3', 'Crane']), units_per_day: between(rnd, 1, 4) }]
  if (rnd() < 0.2) task.codes = { Area: pick(rnd, ['North', 'South']), Phase: '1' }
  if (rnd() < 0.2) task.wbs_code = pick(rnd, ['1.1', '1.2', '2'])
  if (rnd() < 0.1) task.task_type = pick(rnd, ['milestone', 'loe', 'task'])
  if (hasCalendars && rnd() < 0.5) task.calendar_id = pick(rnd, ['five', 'seven'])
  return task
}

function progress(rnd: Random): Plain {
  const start = between(rnd, -12, -1)
  if (rnd() < 0.5) return { actual_start: formatDay(FIRST_DAY + start), percent_complete: pick(rnd, [10, 40, 75]) }
  const finish = between(rnd, start, -1)
  return {
    actual_start: formatDay(FIRST_DAY + start),
    actual_finish: formatDay(FIRST_DAY + finish),
    percent_complete: 100,
  }
}

/** With calendars or without. Links lead ahead, so that no cycle is there. */
export function randomBody(rnd: Random, countMax = 9): Plain {
  const hasCalendars = rnd() < 0.5
  const hasProgress = rnd() < 0.4
  const count = between(rnd, 2, countMax)
  const tasks = Array.from({ length: count }, (_, n) => {
    const predecessors: Plain[] = []
    const used = new Set<number>()
    for (let k = between(rnd, 0, Math.min(n, 3)); k > 0; k--) {
      const from = between(rnd, 0, n - 1)
      if (used.has(from)) continue
      used.add(from)
      predecessors.push(link(rnd, `T${from}`))
    }
    return {
      id: `T${n}`,
      ...members(rnd, hasCalendars),
      ...(hasProgress && rnd() < 0.4 ? progress(rnd) : {}),
      ...(predecessors.length > 0 ? { predecessors } : {}),
    }
  })
  return {
    tasks,
    ...(rnd() < 0.7 || hasCalendars ? { status_date: formatDay(FIRST_DAY) } : {}),
    ...(hasCalendars
      ? { calendars: CALENDARS, default_calendar_id: 'five', project_start: formatDay(FIRST_DAY) }
      : { calendar: pick(rnd, ['working_days', 'calendar_days']) }),
    ...(rnd() < 0.2 ? { must_finish_by: dayText(rnd, 5, 30) } : {}),
  }
}

/** Position of each id, so that links lead ahead. */
const placeOf = (body: Plain, id: string): number => body.tasks.findIndex((task: Plain) => task.id === id)

interface HandLink {
  id: string
  type: string
  lag: number
  elapsed: boolean
}

function linkParts(sent: Plain): HandLink {
  if (typeof sent !== 'string')
    return {
      id: sent.task_id,
      type: sent.type ?? 'FS',
      lag: sent.lag_days ?? 0,
      // a lag of 0 days counts no time of any kind
      elapsed: sent.lag_elapsed === true && (sent.lag_days ?? 0) !== 0,
    }
  const [, id, type, lag] = /^(\S+)(?: (FS|SS|FF|SF)(?:([+-][\d.]+) d)?)?$/.exec(sent)!
  return { id: id!, type: type ?? 'FS', lag: Number(lag ?? 0), elapsed: false }
}

const asSent = ({ id, type, lag, elapsed }: HandLink): Plain => ({
  task_id: id,
  type,
  lag_days: lag,
  ...(elapsed ? { lag_elapsed: true } : {}),
})

const linksOf = (task: Plain): HandLink[] => (task.predecessors ?? []).map(linkParts)
const setLinks = (task: Plain, links: readonly HandLink[]): void => {
  task.predecessors = links.map(asSent)
}

/** A random change that fits the body as it is. */
export function randomChange(rnd: Random, body: Plain, nth: number): Plain {
  const { tasks } = body
  const hasCalendars = body.calendars !== undefined
  const task = pick(rnd, tasks as Plain[])
  const at = placeOf(body, task.id)
  const die = rnd()
  if (die < 0.35) {
    const change: Plain = { task_id: task.id, ...members(rnd, hasCalendars) }
    delete change.task_type
    if (Object.keys(change).length === 1) change.duration_days = 4
    if (rnd() < 0.2 && change.constraint_type === undefined) change.clear = ['constraint_type', 'constraint_date']
    if (rnd() < 0.2) change.predecessors = at === 0 ? [] : [link(rnd, tasks[between(rnd, 0, at - 1)].id)]
    return change
  }
  if (die < 0.5) {
    const id = `N${nth}`
    const from = between(rnd, 0, tasks.length - 1)
    return {
      add_task: { id, ...members(rnd, hasCalendars), predecessors: [link(rnd, tasks[from].id)] },
      ...(from + 1 < tasks.length && rnd() < 0.6
        ? { successors: [link(rnd, tasks[between(rnd, from + 1, tasks.length - 1)].id)] }
        : {}),
    }
  }
  if (die < 0.62 && tasks.length > 2) return { remove_task: task.id, reconnect: rnd() < 0.5 }
  const linked = tasks.filter((each: Plain) => (each.predecessors ?? []).length > 0)
  if (die < 0.82 && linked.length > 0) {
    const successor = pick(rnd, linked as Plain[])
    const held = pick(rnd, linksOf(successor))
    const pair = { predecessor: held.id, successor: successor.id, type: held.type }
    if (rnd() < 0.5) return { unlink: pair }
    const others = linksOf(successor).filter(each => each.id === held.id && each.type !== held.type)
    const to_type = pick(rnd, ['FS', 'SS', 'FF'])
    return { change_link: { ...pair, ...(others.length === 0 ? { to_type } : {}), lag_days: between(rnd, -1, 3) } }
  }
  if (die < 0.9 && at > 0)
    return {
      link: {
        predecessor: tasks[between(rnd, 0, at - 1)].id,
        successor: task.id,
        type: pick(rnd, TYPES),
        lag_days: between(rnd, -1, 2),
      },
    }
  if (die < 0.95 && body.status_date !== undefined) return { status_date: dayText(rnd, 0, 5) }
  return hasCalendars
    ? { task_id: task.id, duration_days: 6 }
    : { calendar: pick(rnd, ['working_days', 'calendar_days']) }
}

const added = (links: HandLink[], link: HandLink, isReplaced: boolean): HandLink[] => {
  const at = links.findIndex(({ id, type }) => id === link.id && type === link.type)
  if (at < 0) return [...links, link]
  if (!isReplaced && link.lag <= links[at]!.lag) return links
  return links.map((each, n) => (n === at ? link : each))
}

/** The body with the change made by hand. */
export function byHand(body: Plain, change: Plain): Plain {
  const made = structuredClone(body)
  const find = (id: string): Plain => made.tasks.find((task: Plain) => task.id === id)
  if (change.status_date !== undefined) return { ...made, status_date: change.status_date }
  if (change.calendar !== undefined) return { ...made, calendar: change.calendar }
  if (change.task_id !== undefined) {
    const { task_id, clear = [], ...rest } = change
    const task = find(task_id)
    if (rest.resource !== undefined || rest.assignments !== undefined) {
      delete task.resource
      delete task.assignments
    }
    const hasBegun = ['actual_start', 'actual_finish', 'percent_complete'].some(name => task[name] !== undefined)
    if (rest.duration_days !== undefined && !hasBegun) delete task.remaining_duration_days
    Object.assign(task, rest)
    for (const name of clear) delete task[name]
  } else if (change.add_task !== undefined) {
    const { id } = change.add_task
    made.tasks.push(structuredClone(change.add_task))
    for (const each of change.successors ?? []) {
      const { id: to, ...link } = linkParts(each)
      setLinks(find(to), added(linksOf(find(to)), { ...link, id }, false))
    }
  } else if (change.remove_task !== undefined) {
    const gone = find(change.remove_task)
    made.tasks = made.tasks.filter((task: Plain) => task !== gone)
    for (const task of made.tasks) {
      const links = linksOf(task)
      const out = links.filter(({ id }) => id === gone.id)
      if (out.length === 0) continue
      let kept = links.filter(({ id }) => id !== gone.id)
      if (change.reconnect)
        for (const a of linksOf(gone))
          for (const b of out) {
            if (a.id === task.id) continue
            const lags = [a, b].filter(({ lag }) => lag !== 0)
            kept = added(
              kept,
              {
                id: a.id,
                type: `${a.type[0]}${b.type[1]}`,
                lag: a.lag + b.lag,
                elapsed: lags.length > 0 && lags.every(({ elapsed }) => elapsed),
              },
              false,
            )
          }
      setLinks(task, kept)
    }
  } else {
    const { predecessor, successor, type, to_type, lag_days, lag_elapsed } =
      change.link ?? change.unlink ?? change.change_link
    const task = find(successor)
    const links = linksOf(task)
    if (change.link !== undefined)
      setLinks(
        task,
        added(links, { id: predecessor, type: type ?? 'FS', lag: lag_days ?? 0, elapsed: lag_elapsed === true }, true),
      )
    else if (change.unlink !== undefined)
      setLinks(
        task,
        links.filter(each => each.id !== predecessor || (type !== undefined && each.type !== type)),
      )
    else
      setLinks(
        task,
        links.map(each =>
          each.id === predecessor && (type === undefined || each.type === type)
            ? { ...each, type: to_type ?? each.type, lag: lag_days ?? each.lag }
            : each,
        ),
      )
  }
  return made
}

/**
 * P6's rules by the plainest means: working time is counted minute by minute, dates by recursion over the links, nothing is shared with
 * compute/engine/clock. Slow on purpose; an oracle for small networks.
 */
import type { CalendarSpec } from '../../../../shared/contract/schedule/setting.ts'
import { isWorked } from './random-calendar.ts'

export interface RefTask {
  readonly calendar: number
  readonly kind: 'task' | 'start_milestone' | 'finish_milestone'
  /** Minutes of work. */
  readonly duration: number
  readonly remaining: number
  /** Moments; undefined = absent. */
  readonly actualStart?: number
  readonly actualFinish?: number
  readonly constraint?: string
  readonly constraintMoment?: number
  readonly second?: string
  readonly secondMoment?: number
  readonly expectedFinish?: number
  readonly suspend?: number
  readonly resume?: number
  readonly externalEarlyStart?: number
  readonly externalLateFinish?: number
}

export interface RefLink {
  readonly from: number
  readonly to: number
  readonly type: 'FS' | 'SS' | 'FF' | 'SF'
  /** Minutes. */
  readonly lag: number
  readonly elapsed: boolean
}

export interface RefNetwork {
  readonly calendars: readonly CalendarSpec[]
  readonly tasks: readonly RefTask[]
  readonly links: readonly RefLink[]
  readonly dataDate: number
  readonly projectStart?: number
  readonly mustFinish?: number
  readonly lagCalendar: 'predecessor' | 'successor' | 'project' | '24_hour'
  readonly isOverride: boolean
  readonly floatAs: 'start' | 'finish' | 'smallest'
  readonly usesExpectedFinish: boolean
  readonly openEndsCritical?: boolean
}

interface RefDates {
  readonly start: number
  readonly finish: number
  readonly lateStart?: number
  readonly lateFinish?: number
  /** Minutes of the task's calendar. */
  readonly totalFloat?: number
  readonly freeFloat?: number
}

/** In the place of a calendar: round the clock. */
export const ALWAYS = -1

/** Minutes around the data date that are looked up once. */
const KNOWN_BEFORE = 40 * 1440
const KNOWN_AFTER = 120 * 1440

/** Working time, minute by minute. */
export class Clock {
  readonly #specs: readonly CalendarSpec[]
  readonly #from: number
  /** What is known of each minute of each calendar: 0 = not looked up yet, 1 = off, 2 = worked. */
  readonly #known: readonly Uint8Array[]
  constructor(specs: readonly CalendarSpec[], dataDate: number) {
    this.#specs = specs
    this.#from = dataDate - KNOWN_BEFORE
    this.#known = specs.map(() => new Uint8Array(KNOWN_BEFORE + KNOWN_AFTER))
  }
  works(calendar: number, moment: number): boolean {
    if (calendar === ALWAYS) return true
    const known = this.#known[calendar]!
    const at = moment - this.#from
    if (!(at >= 0 && at < known.length)) return isWorked(this.#specs[calendar]!, moment)
    if (known[at] === 0) known[at] = isWorked(this.#specs[calendar]!, moment) ? 2 : 1
    return known[at] === 2
  }
  next(calendar: number, moment: number): number {
    let at = moment
    while (!this.works(calendar, at)) at++
    return at
  }
  previous(calendar: number, moment: number): number {
    let at = moment
    while (!this.works(calendar, at - 1)) at--
    return at
  }
  add(calendar: number, moment: number, minutes: number): number {
    let at = moment
    for (let left = minutes; left > 0; at++) if (this.works(calendar, at)) left--
    for (let left = -minutes; left > 0; at--) if (this.works(calendar, at - 1)) left--
    return at
  }
  /** Negative when `to` lies before `from`. */
  between(calendar: number, from: number, to: number): number {
    let work = 0
    for (let at = Math.min(from, to); at < Math.max(from, to); at++) if (this.works(calendar, at)) work++
    return from <= to ? work : -work
  }
}

export function referenceDates(net: RefNetwork): RefDates[] {
  const rules = rulesOf(net)
  const early = earlyPass(rules)
  const late = latePass(rules, early)
  return net.tasks.map((_, i): RefDates => {
    const { start, finish } = early.dates.get(i)!
    const latest = late.datesOf(i)
    if (rules.isComplete(i)) return { start, finish }
    return {
      start,
      finish,
      lateStart: latest!.start,
      lateFinish: latest!.finish,
      totalFloat: late.floatOf(i, latest!),
      freeFloat: freeFloatOf(rules, early, late.projectFinish, i),
    }
  })
}

/** Early dates alone. */
export function referenceEarlyDates(net: RefNetwork): { readonly start: number; readonly finish: number }[] {
  const { dates } = earlyPass(rulesOf(net))
  return net.tasks.map((_, i) => dates.get(i)!)
}

/** Calendar minutes that each link leaves before its successor begins, where both ends are open; undefined = one is complete. */
export function referenceGaps(net: RefNetwork): (number | undefined)[] {
  const rules = rulesOf(net)
  const early = earlyPass(rules)
  return net.links.map(link => {
    if (rules.isComplete(link.from) || rules.isComplete(link.to)) return undefined
    const { calendar, kind } = net.tasks[link.to]!
    const by = early.startBy(link)
    return early.dates.get(link.to)!.start - (kind === 'finish_milestone' ? by : rules.clock.next(calendar, by))
  })
}

/** Minutes of the calendar of i that its successors, or the project, leave it by their early dates. */
function freeFloatOf({ net, clock, ...rules }: Rules, { dates }: EarlyPass, projectFinish: number, i: number): number {
  const { calendar, constraint } = net.tasks[i]!
  const { start, finish } = dates.get(i)!
  const following = net.links.filter(link => link.from === i && rules.holds(link.to))
  if (following.length === 0) return Math.max(0, clock.between(calendar, finish, projectFinish))
  const left = following.map(({ to, type, lag }) => {
    const isSet = rules.acts(i, constraint) && (constraint === 'MSO' || constraint === 'MFO')
    if (isSet || rules.expected(i) !== undefined || (type === 'SS' && rules.isStarted(i))) return 0
    const next = dates.get(to)!
    const [from, until] = [type[0] === 'F' ? finish : start, type[1] === 'S' ? next.start : next.finish]
    return clock.between(calendar, from, until) - lag
  })
  return Math.max(0, Math.min(...left))
}

interface Dates {
  readonly start: number
  readonly finish: number
}
type Rules = ReturnType<typeof rulesOf>
type EarlyPass = ReturnType<typeof earlyPass>

/** States of tasks, constraints and lags as both passes read them. */
function rulesOf(net: RefNetwork) {
  const states = statesOf(net)
  const { clock, isComplete, isStarted, expected, lagCalendar } = states
  const { tasks } = net
  const shifted = (link: RefLink, moment: number, lag: number): number => clock.add(lagCalendar(link), moment, lag)

  const left = (i: number, start: number): number => {
    if (isComplete(i)) return 0
    const end = expected(i)
    if (end === undefined) return tasks[i]!.remaining
    return Math.max(0, clock.between(tasks[i]!.calendar, start, end))
  }
  const wanted = (i: number, type: string, moment: number): number =>
    type[0] === 'F' || type === 'MFO' ? clock.add(tasks[i]!.calendar, moment, -tasks[i]!.remaining) : moment
  const acts = (i: number, type: string | undefined): type is string =>
    type !== undefined && !isComplete(i) && (!isStarted(i) || ['FNET', 'FNLT', 'MFO', 'FO'].includes(type))

  return { ...states, shifted, left, wanted, acts, ...lagRules(states) }
}

type States = ReturnType<typeof statesOf>

function statesOf(net: RefNetwork) {
  const { tasks, dataDate } = net
  const clock = new Clock(net.calendars, dataDate)
  const isComplete = (i: number): boolean => tasks[i]!.actualFinish !== undefined
  const isStarted = (i: number): boolean => tasks[i]!.actualStart !== undefined
  const isOpen = (i: number): boolean => isStarted(i) && !isComplete(i)
  const holds = (i: number): boolean => !(net.isOverride && isStarted(i))
  const expected = (i: number): number | undefined =>
    net.usesExpectedFinish && !isComplete(i) ? tasks[i]!.expectedFinish : undefined
  const lagCalendar = ({ from, to, elapsed }: RefLink): number => {
    if (elapsed || net.lagCalendar === '24_hour') return ALWAYS
    if (net.lagCalendar === 'project') return 0
    return tasks[net.lagCalendar === 'successor' ? to : from]!.calendar
  }
  return { net, clock, isComplete, isStarted, isOpen, holds, expected, lagCalendar }
}

/** What is left of a lag for the forward and the backward pass. */
function lagRules({ net, clock, isComplete, isStarted, isOpen, lagCalendar }: States) {
  const { tasks, dataDate } = net
  /** Work done of a task in progress up to the data date. */
  const done = (i: number): number => {
    const { calendar, actualStart, suspend, resume } = tasks[i]!
    let work = 0
    for (let at = actualStart!; at < dataDate; at++) {
      const isPaused =
        suspend !== undefined &&
        suspend >= actualStart! &&
        at >= suspend &&
        !(resume !== undefined && resume >= suspend && at >= resume)
      if (!isPaused && clock.works(calendar, at)) work++
    }
    return work
  }
  const passed = (link: RefLink): number => {
    const { actualStart, actualFinish } = tasks[link.from]!
    const since = link.type[0] === 'F' ? actualFinish! : actualStart!
    return since < dataDate ? clock.between(lagCalendar(link), since, dataDate) : 0
  }
  /** Of a lag from the start of work in progress, whose rest begins at that moment. */
  const sinceStart = ({ from, lag, elapsed }: RefLink, rest: number): number => {
    if (lag <= 0) return 0
    if (!elapsed) return Math.max(0, lag - done(from))
    // on the clock from the actual start, wherever nights and days off put the rest of the work
    const end = tasks[from]!.actualStart! + lag
    if (end <= dataDate) return 0
    return rest > clock.next(tasks[from]!.calendar, dataDate) ? Math.max(0, end - rest) : end - rest
  }
  const lagAhead = (link: RefLink, rest: number): number => {
    const { from, to, type, lag } = link
    if (!isStarted(from)) return lag
    if (isComplete(from)) {
      if (isComplete(to) || (type === 'FS' && isOpen(to))) return 0
      return lag > 0 ? Math.max(0, lag - passed(link)) : 0
    }
    if (type[0] === 'F') return lag
    return isComplete(to) ? 0 : sinceStart(link, rest)
  }
  const lagBack = (link: RefLink, rest: number): number => {
    const { from, to, type, lag } = link
    if (type === 'FS' && (isComplete(to) || (isOpen(to) && isStarted(from)))) return 0
    if (!isStarted(from)) return lag
    if (isComplete(from)) return isOpen(to) || lag <= 0 ? 0 : Math.max(0, lag - passed(link))
    if (type[0] === 'F') return lag
    return isComplete(to) || type === 'SF' ? 0 : sinceStart(link, rest)
  }

  return { lagAhead, lagBack }
}

function earlyPass({ net, clock, ...rules }: Rules) {
  const { tasks, links, dataDate } = net
  const { isComplete, isStarted, isOpen, holds, expected, shifted, left, wanted, acts, lagAhead } = rules
  const early = new Map<number, Dates>()
  /** The moment from which a link lets its successor start, or finish. */
  const offeredBy = (link: RefLink): number => {
    const from = earlyOf(link.from)
    return shifted(link, link.type[0] === 'F' ? from.finish : from.start, lagAhead(link, from.start))
  }
  /** The moment from which a link lets its successor start. */
  const startBy = (link: RefLink): number => {
    const { to, type } = link
    const bound = offeredBy(link)
    return type[1] === 'S' || isComplete(to) ? bound : clock.add(tasks[to]!.calendar, bound, -left(to, bound))
  }
  const earlyOf = (i: number): Dates => {
    const known = early.get(i)
    if (known !== undefined) return known
    const task = tasks[i]!
    let start = dataDate
    if (!isStarted(i)) start = Math.max(start, net.projectStart ?? start, task.externalEarlyStart ?? start)
    if (isOpen(i)) start = Math.max(start, task.resume ?? start)
    for (const link of links) if (link.to === i && holds(i)) start = Math.max(start, startBy(link))
    if (acts(i, task.constraint)) {
      const type = task.constraint
      if (type === 'MSO' || type === 'MFO') start = Math.max(dataDate, wanted(i, type, task.constraintMoment!))
      if (['SNET', 'FNET', 'SO', 'FO'].includes(type)) start = Math.max(start, wanted(i, type, task.constraintMoment!))
    }
    const isPinned = acts(i, task.constraint) && (task.constraint === 'MSO' || task.constraint === 'MFO')
    if (!isPinned && acts(i, task.second) && ['SNET', 'FNET', 'SO', 'FO'].includes(task.second))
      start = Math.max(start, wanted(i, task.second, task.secondMoment!))
    if (!isComplete(i) && task.kind !== 'finish_milestone') start = clock.next(task.calendar, start)
    const end = expected(i)
    let finish = isComplete(i)
      ? start
      : end === undefined
        ? clock.add(task.calendar, start, task.remaining)
        : Math.max(start, end)
    // no finish before the one that a link asks for: where that lies in days off, it is the next working minute
    for (const link of links) {
      if (link.to !== i || link.type[1] === 'S' || !holds(i) || isPinned || isComplete(i)) continue
      if (finish < offeredBy(link)) finish = clock.next(task.calendar, offeredBy(link))
    }
    early.set(i, { start, finish })
    return { start, finish }
  }
  for (const i of tasks.keys()) earlyOf(i)
  return { dates: early, startBy }
}

function latePass({ net, clock, ...rules }: Rules, { dates: early, startBy }: EarlyPass) {
  const { tasks, links, dataDate } = net
  const { isComplete, isStarted, holds, expected, shifted, left, acts, lagBack } = rules
  const open = tasks.flatMap((_, i) => (isComplete(i) ? [] : [early.get(i)!.finish]))
  const projectFinish =
    open.length > 0 ? Math.max(...open) : Math.max(dataDate, ...tasks.map(task => task.actualFinish!))
  const goal = net.mustFinish ?? projectFinish

  const floatOf = (i: number, latest: Dates): number => {
    const { calendar } = tasks[i]!
    const byFinish = clock.between(calendar, early.get(i)!.finish, latest.finish)
    const byStart = clock.between(calendar, early.get(i)!.start, latest.start)
    if (net.floatAs === 'finish' || (net.floatAs === 'smallest' && isStarted(i))) return byFinish
    return net.floatAs === 'start' ? byStart : Math.min(byStart, byFinish)
  }

  const late = new Map<number, Dates | undefined>()
  const lateOf = (i: number): Dates | undefined => {
    if (late.has(i)) return late.get(i)
    const task = tasks[i]!
    const { calendar } = task
    const minutes = left(i, early.get(i)!.start)
    let needed = Number.POSITIVE_INFINITY
    for (const link of links) {
      if (link.from !== i || !holds(link.to)) continue
      const to = lateOf(link.to)
      if (to === undefined) continue
      const bound = shifted(link, link.type[1] === 'S' ? to.start : to.finish, -lagBack(link, early.get(i)!.start))
      const finish =
        link.type[0] === 'F' || isComplete(i)
          ? bound
          : minutes === 0
            ? clock.next(calendar, bound)
            : clock.add(calendar, bound, minutes)
      const { calendar: ofNext, kind } = tasks[link.to]!
      const by = startBy(link)
      const isMet = (kind === 'finish_milestone' ? by : clock.next(ofNext, by)) <= early.get(link.to)!.start
      const isInTime = isMet && !isComplete(link.to) && floatOf(link.to, to) >= 0
      needed = Math.min(needed, isInTime ? Math.max(finish, early.get(i)!.finish) : finish)
    }
    if (isComplete(i) && needed === Number.POSITIVE_INFINITY) {
      late.set(i, undefined)
      return undefined
    }
    const ofProject = net.openEndsCritical ? Math.min(goal, early.get(i)!.finish) : goal
    const openEnd = isComplete(i) ? goal : (task.externalLateFinish ?? ofProject)
    let finish = needed === Number.POSITIVE_INFINITY ? openEnd : Math.min(needed, goal)
    if (!isComplete(i)) {
      const { finish: earlyFinish } = early.get(i)!
      finish = Math.min(finish, task.externalLateFinish ?? finish)
      for (const [type, moment] of [
        [task.constraint, task.constraintMoment],
        [task.second, task.secondMoment],
      ] as const) {
        if (!acts(i, type)) continue
        if (type === 'MFO') finish = moment!
        if (type === 'MSO') finish = clock.add(calendar, moment!, minutes)
        if (type === 'FNLT' || type === 'FO') finish = Math.min(finish, moment!)
        if (type === 'SNLT' || type === 'SO') finish = Math.min(finish, clock.add(calendar, moment!, minutes))
      }
      const latest = finish
      finish = clock.previous(calendar, latest)
      // a finish that a link holds after days off is its late one, too, where nothing asks for an earlier moment
      const isHeld = minutes > 0 && expected(i) === undefined
      if (isHeld && finish < earlyFinish && earlyFinish <= latest) finish = earlyFinish
    }
    let start = clock.add(calendar, finish, -minutes)
    if (!isComplete(i)) {
      if (minutes === 0 && task.kind !== 'finish_milestone') start = clock.next(calendar, start)
      if (task.kind === 'start_milestone') finish = start
    }
    late.set(i, { start, finish })
    return { start, finish }
  }
  return { datesOf: lateOf, floatOf, projectFinish }
}

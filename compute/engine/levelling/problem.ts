/**
 * A schedule as levelling reads it: activities (the open tasks of the network), links, working time, what each asks of which resource, and how much of each
 * there is from when to when. Moments are minutes; units are counted in millionths, so that sums of them are exact. How it is made of columns is from-columns.ts.
 */

/** Working time, as WorkCalendar has it; of a schedule without calendars every minute works (`STEADY`). */
export interface WorkTime {
  readonly minutesPerDay: number
  /** Minutes of which each begin and end of a shift is a multiple; 0: there are none. */
  readonly shiftStep: number
  workAt(moment: number): number
  nextWork(moment: number): number
  previousWork(moment: number): number
  workBetween(from: number, to: number): number
  finishAfter(start: number, minutes: number): number
  startBefore(finish: number, minutes: number): number
  moved(moment: number, minutes: number): number
  /** Where the shift that the moment works in ends; the moment itself where nobody works after it. */
  shiftEnd(moment: number): number
}

/** Parts of a unit. */
export const UNIT_PARTS = 1_000_000
export const UNLIMITED = Number.POSITIVE_INFINITY

export interface LevellingResource {
  /** What there is: value[n] parts from at[n] on, up to at[n + 1]; at[0] = -Infinity. */
  readonly at: Float64Array
  readonly value: Float64Array
  /** The calendars in which its work is done: indices into `calendars`. Work of class c is done in calendars[classes[c]]. */
  readonly classes: readonly number[]
}

/** Activity a stands for task[a]. Lists by activity are CSR: those of a are entries start[a] .. start[a + 1). */
export interface LevellingProblem {
  readonly count: number
  readonly task: Uint32Array
  /** Each activity after its predecessors. */
  readonly order: Uint32Array
  readonly calendars: readonly WorkTime[]
  /** Index into `calendars`. */
  readonly calendar: Uint16Array
  /** Working minutes that are left, in the calendar of the activity. */
  readonly minutes: Float64Array
  /** Dates without levelling: nothing starts earlier. */
  readonly baseStart: Float64Array
  readonly baseFinish: Float64Array
  /** 1 = stays where it is: work in progress that goes on, a mandatory date, a priority that says so. */
  readonly fixed: Uint8Array
  /** 1 = waits for its links and for no resource: what is left of work in progress, as the rules of the schedule have it, or what has the greatest priority. */
  readonly follows: Uint8Array
  /** STANDS_ANYWHERE = a point that stands where its predecessors end, in working time or not; STANDS_AT_END = one that may stand where work ends; 0 = it starts in working time. */
  readonly isPoint: Uint8Array
  /** With calendars: where a link holds a finish at a moment between two working periods, the finish stands at the start of the second. */
  readonly holdsFinish: boolean
  /** The latest start that levelling may give it, Infinity = any. */
  readonly latestStart: Float64Array
  /** Working minutes that a part of it takes at least where its work may pause, Infinity = it is done in one piece. */
  readonly leastPart: Float64Array
  /** Links by successor. A link from a fixed activity is in none: baseStart has it. */
  readonly linkStart: Uint32Array
  readonly predecessor: Uint32Array
  /** Codes of passes/relation.ts. */
  readonly linkType: Uint8Array
  readonly lag: Float64Array
  /** Index into `calendars`. */
  readonly lagCalendar: Uint16Array
  /** Elapsed minutes by which the rules of the schedule let the successor start before the link as it stands: its lag is partly done. */
  readonly eased: Float64Array
  /** The links by predecessor: indices into those lists, and the successor of each. */
  readonly followStart: Uint32Array
  readonly followLink: Uint32Array
  readonly successor: Uint32Array
  readonly resources: readonly LevellingResource[]
  /** What each activity asks: resource, parts, and the class of its working time there. */
  readonly needStart: Uint32Array
  readonly needResource: Uint32Array
  readonly needParts: Float64Array
  readonly needClass: Uint8Array
  /** undefined: each lasts as long as its activity. */
  readonly windows: NeedWindows | undefined
}

/** When needs last that are for a part of their activity: of assignments with a lag, or dates, or hours of their own. Entry k is that of need k. */
export interface NeedWindows {
  /** 1 = for a part, 0 = as long as the activity. Those of one activity that ask for the same resource follow one another. */
  readonly isPart: Uint8Array
  /** Working minutes of the activity, from its start, before it begins, and those at which it ends at the latest. */
  readonly from: Float64Array
  readonly until: Float64Array
  /** Minutes of the calendar that its work is done in, after which it ends; Infinity = it has as many as there are. */
  readonly work: Float64Array
}

/** Start and finish of each activity; of one whose work pauses its parts: start, end, start, end, ... */
export interface Placed {
  readonly start: Float64Array
  readonly finish: Float64Array
  readonly parts?: Parts
}
export type Parts = ReadonlyMap<number, readonly number[]>

/** Where the work of a ends that finishes there: a finish that a link holds may stand behind it, and in between another calendar may work. */
export const workEnd = ({ holdsFinish, minutes, calendars, calendar }: LevellingProblem, a: number, finish: number) =>
  holdsFinish && minutes[a] > 0 ? calendars[calendar[a]].previousWork(finish) : finish

/** Calls `take` with each span in which a works. */
export function eachPart(
  problem: LevellingProblem,
  { start, finish, parts }: Placed,
  a: number,
  take: (from: number, until: number) => void,
): void {
  const own = parts?.get(a)
  if (own === undefined) {
    const end = workEnd(problem, a, finish[a])
    if (end > start[a]) take(start[a], end)
  } else for (let n = 0; n < own.length; n += 2) take(own[n], own[n + 1])
}

/** Where need k of a begins that starts there. */
export function needBegin(
  { windows, calendars, calendar }: LevellingProblem,
  a: number,
  k: number,
  start: number,
): number {
  if (windows === undefined || windows.from[k] === 0) return start
  const time = calendars[calendar[a]]
  return time.nextWork(time.finishAfter(start, windows.from[k]))
}

/** Where it ends that begins there, of an activity that starts at `start` and whose work ends at `end`. */
export function needEnd(problem: LevellingProblem, a: number, k: number, start: number, begin: number, end: number) {
  const { windows, calendars, calendar, minutes } = problem
  if (windows === undefined || windows.isPart[k] === 0) return end
  const until = windows.until[k]
  const last = until < minutes[a] ? calendars[calendar[a]].finishAfter(start, until) : end
  return windows.work[k] === UNLIMITED
    ? last
    : Math.min(last, timeOfNeed(problem, k).finishAfter(begin, windows.work[k]))
}

/** The calendar in which need k is done. */
export const timeOfNeed = ({ resources, needResource, needClass, calendars }: LevellingProblem, k: number): WorkTime =>
  calendars[resources[needResource[k]].classes[needClass[k]]]

/** Calls `take` with each span in which a works with what need k asks for. */
export function eachPartOfNeed(
  problem: LevellingProblem,
  placed: Placed,
  a: number,
  k: number,
  take: (from: number, until: number) => void,
): void {
  if (problem.windows === undefined || problem.windows.isPart[k] === 0) {
    eachPart(problem, placed, a, take)
    return
  }
  const start = placed.start[a]
  const begin = needBegin(problem, a, k, start)
  const end = needEnd(problem, a, k, start, begin, workEnd(problem, a, placed.finish[a]))
  if (end > begin) take(begin, end)
}

/** Every minute works, a day has 1,440 of them: the days of a schedule without calendars, one after the other. */
export const STEADY: WorkTime = {
  minutesPerDay: 1_440,
  shiftStep: 0,
  workAt: moment => moment,
  nextWork: moment => moment,
  previousWork: moment => moment,
  workBetween: (from, to) => to - from,
  finishAfter: (start, minutes) => start + minutes,
  startBefore: (finish, minutes) => finish - minutes,
  moved: (moment, minutes) => moment + minutes,
  shiftEnd: () => Number.POSITIVE_INFINITY,
}

/** Where link k lets its successor b start, by the dates of its predecessor. */
export function startByLink(problem: LevellingProblem, { start, finish }: Placed, k: number, b: number): number {
  const p = problem.predecessor[k]
  const type = problem.linkType[k]
  const end = type === 0 || type === 2 ? finish[p] : start[p]
  const lag = problem.lag[k]
  const offered = lag === 0 ? end : problem.calendars[problem.lagCalendar[k]].moved(end, lag)
  const bound =
    type === 0 || type === 1 ? offered : problem.calendars[problem.calendar[b]].startBefore(offered, problem.minutes[b])
  return bound - problem.eased[k]
}

/** Where its links and its date without levelling let b start, in working time. */
export function startByLogic(problem: LevellingProblem, placed: Placed, b: number): number {
  let earliest = problem.baseStart[b]
  const end = problem.linkStart[b + 1]
  for (let k = problem.linkStart[b]; k < end; k++) {
    const bound = startByLink(problem, placed, k, b)
    if (bound > earliest) earliest = bound
  }
  return earliest === problem.baseStart[b] ? earliest : inWork(problem, b, earliest)
}

export const STANDS_ANYWHERE = 1
export const STANDS_AT_END = 2

export function inWork({ isPoint, calendars, calendar }: LevellingProblem, b: number, moment: number): number {
  const time = calendars[calendar[b]]
  if (isPoint[b] === STANDS_ANYWHERE || (isPoint[b] === STANDS_AT_END && time.previousWork(moment) === moment))
    return moment
  return time.nextWork(moment)
}

/** Where b ends that starts there. */
export const finishFrom = (problem: LevellingProblem, b: number, start: number): number =>
  start === problem.baseStart[b]
    ? problem.baseFinish[b]
    : problem.calendars[problem.calendar[b]].finishAfter(start, problem.minutes[b])

/**
 * The finish of b, which ends its work at `finish`, by the links that hold it. Where b starts as without levelling, its finish there has what predecessors that have not moved
 * hold, and what the rules of the schedule forgive them.
 */
export function heldFinish(problem: LevellingProblem, placed: Placed, b: number, finish: number): number {
  const { baseStart, baseFinish } = problem
  if (!problem.holdsFinish || problem.minutes[b] === 0) return finish
  let latest = finish
  const isAtBase = finish === baseFinish[b]
  for (let k = problem.linkStart[b]; k < problem.linkStart[b + 1]; k++) {
    const type = problem.linkType[k]
    if (type === 0 || type === 1 || problem.eased[k] > 0) continue
    const p = problem.predecessor[k]
    if (isAtBase && placed.start[p] === baseStart[p] && placed.finish[p] === baseFinish[p]) continue
    const end = type === 2 ? placed.finish[p] : placed.start[p]
    const lag = problem.lag[k]
    const offered = lag === 0 ? end : problem.calendars[problem.lagCalendar[k]].moved(end, lag)
    if (offered > latest) latest = offered
  }
  return latest === finish ? finish : problem.calendars[problem.calendar[b]].nextWork(latest)
}

/** The most that an activity asks of a resource at any time, in parts: its needs of one resource follow one another. */
export function neededOf(
  { needStart, needResource, needParts }: LevellingProblem,
  a: number,
  resource: number,
): number {
  let parts = 0
  for (let k = needStart[a]; k < needStart[a + 1]; k++)
    if (needResource[k] === resource) parts = Math.max(parts, needParts[k])
  return parts
}

/** The most of a resource that there ever is, in parts; Infinity: from some day on it has no limit. */
export const mostOf = ({ resources }: LevellingProblem, r: number): number =>
  resources[r].value.reduce((most, value) => Math.max(most, value), 0)

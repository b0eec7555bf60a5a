/**
 * The critical path in whole days as its page says it, task by task and slowly: what engine/passes is compared with, and shares nothing with but the
 * grid of offsets. Figures come out equal to the bit, since each is the same sum.
 */
import { CONSTRAINT_TYPES, RELATION_TYPES } from '../../../../shared/contract/schedule/fields.ts'
import { EPSILON_DAYS, snap } from '../../../engine/calendar/snap.ts'
import type { CpmResult } from '../../../engine/cpm/cpm.ts'
import type { CpmInput } from '../../../engine/cpm/input.ts'

interface Link {
  readonly k: number
  readonly p: number
  readonly s: number
  /** Which ends it joins: S or F. */
  readonly from: string
  readonly to: string
  readonly lag: number
}

/** What the reference reads of an input, in words. */
function reading(input: CpmInput) {
  const { network, state } = input
  const links: Link[] = []
  for (let s = 0; s < network.taskCount; s++)
    for (let k = network.start[s]!; k < network.start[s + 1]!; k++) {
      const [from, to] = RELATION_TYPES[network.type[k]!]!
      links.push({ k, p: network.task[k]!, s, from: from!, to: to!, lag: input.lagDays[k]! })
    }
  const into = Map.groupBy(links, ({ s }) => s)
  return {
    tasks: [...network.order],
    into: (s: number): readonly Link[] => into.get(s) ?? [],
    counts: (s: number) => !(input.override && state[s] !== 0),
    isStarted: (s: number) => state[s] !== 0,
    isComplete: (s: number) => state[s] === 2,
    typeOf: (s: number) => CONSTRAINT_TYPES[input.constraint[s]! - 1],
  }
}

type Reading = ReturnType<typeof reading>

/** The start that a constraint asks for. */
const wantedStart = (type: string, date: number, left: number): number =>
  ['FNET', 'FNLT', 'MFO', 'FO'].includes(type) ? date - left : date

function earlyPass(input: CpmInput, { tasks, into, counts, typeOf }: Reading) {
  const { dataDate, remainingDays, constraintOffset } = input
  const start = new Float64Array(input.network.taskCount)
  const finish = new Float64Array(input.network.taskCount)
  const byLinks = (s: number): number =>
    Math.max(
      ...(counts(s) ? into(s) : []).map(({ p, from, to, lag }) => {
        const offered = (from === 'F' ? finish : start)[p]! + lag
        return to === 'S' ? offered : offered - remainingDays[s]!
      }),
    )
  for (const s of tasks) {
    const type = typeOf(s)
    let earliest = Math.max(dataDate, byLinks(s))
    if (type !== undefined) {
      const wanted = wantedStart(type, constraintOffset[s]!, remainingDays[s]!)
      if (type === 'MSO' || type === 'MFO') earliest = Math.max(dataDate, wanted)
      if (['SNET', 'FNET', 'SO', 'FO'].includes(type)) earliest = Math.max(earliest, wanted)
    }
    start[s] = snap(earliest)
    finish[s] = snap(start[s]! + remainingDays[s]!)
  }
  return { start, finish, byLinks }
}

function finishOf(input: CpmInput, { tasks, isComplete }: Reading, finish: Float64Array): number {
  const open = tasks.filter(s => !isComplete(s))
  const latest = (of: readonly number[], finishes: Float64Array): number =>
    of.reduce((last, s) => Math.max(last, finishes[s]!), Number.NEGATIVE_INFINITY)
  if (open.length > 0) return latest(open, finish)
  return tasks.length > 0 ? latest(tasks, input.reportedFinish) : input.floor
}

/** NaN of tasks that are complete or take no part. */
const none = (input: CpmInput) => new Float64Array(input.network.taskCount).fill(Number.NaN)

/** `floatAsSoon`: total float before any task is moved as late as possible. */
export function referenceCpm(input: CpmInput): CpmResult & { readonly floatAsSoon: Float64Array } {
  const read = reading(input)
  const { tasks, into, counts, isStarted, isComplete, typeOf } = read
  const { taskCount, linkCount } = input.network
  const { dataDate, remainingDays, reportedStart, reportedFinish, constraintOffset } = input
  const early = earlyPass(input, read)
  const projectFinish = finishOf(input, read, early.finish)
  const last = Number.isNaN(input.mustFinish) ? projectFinish : input.mustFinish
  const isPassed = (s: number): boolean => isComplete(s) && early.finish[s]! > dataDate + EPSILON_DAYS
  const backwards = tasks.toReversed()

  // late dates: what each task leaves the finishes of its predecessors
  const late = { start: none(input), finish: none(input), totalFloat: none(input) }
  const needed = new Float64Array(taskCount).fill(Number.POSITIVE_INFINITY)
  for (const s of backwards) {
    const left = remainingDays[s]!
    const most = snap(isComplete(s) ? needed[s]! : Math.min(needed[s]!, last))
    const date = constraintOffset[s]!
    const type = typeOf(s)
    let finish = most
    if (type === 'MFO') finish = date
    if (type === 'MSO') finish = date + left
    if (type === 'FNLT' || type === 'FO') finish = Math.min(most, date)
    if (type === 'SNLT' || type === 'SO') finish = Math.min(most, date + left)
    finish = snap(finish)
    const start = snap(finish - left)
    if (!isComplete(s)) {
      late.start[s] = start
      late.finish[s] = finish
      late.totalFloat[s] = snap(finish - early.finish[s]!)
      if (type === 'MSO' || type === 'MFO') {
        // a pin hides no negative float: neither what the logic before it would need nor what its successors need of it
        const byLogic = Math.max(dataDate, early.byLinks(s))
        const missing = snap(wantedStart(type, date, left) - byLogic)
        late.totalFloat[s] = Math.min(0, missing, snap(most - early.finish[s]!))
      }
    }
    if (!counts(s) || finish === Number.POSITIVE_INFINITY) continue
    for (const { p, from, to, lag } of into(s)) {
      const end = (to === 'S' ? start : finish) - lag
      needed[p] = Math.min(needed[p]!, from === 'F' ? end : end + remainingDays[p]!)
    }
  }

  // what lies between the ends of each link: complete ends as reported, unless unfinished work reaches through them
  const linkFloat = new Float64Array(linkCount)
  const linkMarks = new Uint8Array(linkCount)
  const offered = ({ p, s, from, to, lag }: Link): number =>
    snap((to === 'S' ? early.start : early.finish)[s]! - (from === 'F' ? early.finish : early.start)[p]! - lag)
  for (const s of tasks) {
    const reports = isComplete(s) && !isPassed(s)
    const [toStart, toFinish] = reports ? [reportedStart, reportedFinish] : [early.start, early.finish]
    for (const { k, p, from, to, lag } of into(s)) {
      const end = (to === 'S' ? toStart : toFinish)[s]!
      const isReported = isComplete(p) && !isPassed(p)
      const reported = from === 'F' ? Math.min(reportedFinish[p]!, dataDate) : reportedStart[p]!
      const begin = isReported ? reported : (from === 'F' ? early.finish : early.start)[p]!
      linkFloat[k] = snap(end - begin - (isReported ? input.network.lagDays[k]! : lag))
    }
    if (isComplete(s) ? !isPassed(s) : !counts(s)) continue
    const least = Math.min(...into(s).map(({ k }) => linkFloat[k]!))
    for (const { k } of into(s)) {
      const drives = least <= EPSILON_DAYS && linkFloat[k]! - least <= EPSILON_DAYS
      linkMarks[k] = (drives ? 1 : 0) + (linkFloat[k]! < -EPSILON_DAYS ? 2 : 0)
    }
  }

  // free float: what the successors leave, and the project where nothing follows; a task as late as possible spends it
  const freeFloat = none(input)
  for (const s of tasks) freeFloat[s] = Number.POSITIVE_INFINITY
  const floatAsSoon = late.totalFloat.slice()
  let alapShift: Float64Array | undefined
  for (const s of backwards) {
    if (isComplete(s)) {
      const beyond = freeFloat[s]!
      freeFloat[s] = Number.NaN
      if (beyond === Number.POSITIVE_INFINITY || !counts(s)) continue
      for (const link of into(s)) freeFloat[link.p] = Math.min(freeFloat[link.p]!, offered(link) + beyond)
      continue
    }
    const free = freeFloat[s]!
    freeFloat[s] = Math.max(0, free === Number.POSITIVE_INFINITY ? snap(projectFinish - early.finish[s]!) : free)
    let shift = 0
    if (typeOf(s) === 'ALAP' && freeFloat[s]! > 0) {
      shift = freeFloat[s]!
      freeFloat[s] = 0
      alapShift ??= new Float64Array(taskCount)
      alapShift[s] = shift
      late.totalFloat[s] = snap(late.totalFloat[s]! - shift)
    }
    if (!counts(s)) continue
    for (const link of into(s)) {
      const between = isComplete(link.p) ? offered(link) : linkFloat[link.k]!
      freeFloat[link.p] = Math.min(freeFloat[link.p]!, between + shift)
    }
  }

  // the longest path: chains of driving links to what ends the project
  const isOver = tasks.every(isComplete)
  const onLongestPath = new Uint8Array(taskCount)
  for (const s of backwards) {
    const finish = isComplete(s) ? reportedFinish[s]! : early.finish[s]!
    if (isComplete(s) === isOver && finish >= projectFinish - EPSILON_DAYS) onLongestPath[s] = 1
    if (onLongestPath[s] === 0) continue
    for (const { k, p } of into(s)) if ((linkMarks[k]! & 1) !== 0) onLongestPath[p] = 1
  }

  const shiftOf = (s: number): number => alapShift?.[s] ?? 0
  const shown = { start: none(input), finish: none(input) }
  const critical = new Uint8Array(taskCount)
  for (const s of tasks) {
    shown.start[s] = isStarted(s) ? reportedStart[s]! : snap(early.start[s]! + shiftOf(s))
    shown.finish[s] = isComplete(s) ? reportedFinish[s]! : snap(early.finish[s]! + shiftOf(s))
    if (late.totalFloat[s]! <= EPSILON_DAYS) critical[s] = 1
  }
  return {
    projectFinish,
    earlyStart: shown.start,
    earlyFinish: shown.finish,
    lateStart: late.start,
    lateFinish: late.finish,
    totalFloat: late.totalFloat,
    floatAsSoon,
    freeFloat,
    linkFloat,
    linkMarks,
    alapShift,
    early: { start: early.start, finish: early.finish },
    onLongestPath,
    critical,
  }
}

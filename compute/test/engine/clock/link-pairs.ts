/**
 * Two tasks, each in a random calendar of its own, and one link between them, held against a clock that counts minute by minute: no successor stands
 * a minute before its link, none later than it has to, and the late dates respect the link as well.
 */
import type { CalendarSpec, Shifts } from '../../../../shared/contract/schedule/setting.ts'
import { momentAt } from '../../../engine/clock/input.ts'
import { between, pick, type Random, random } from '../../helpers/random.ts'
import { randomCalendar } from './random-calendar.ts'
import { columnsOf, computedOf, differenceOf } from './random-network.ts'
import { ALWAYS, Clock, type RefLink, type RefNetwork, type RefTask } from './reference.ts'

const FIRST_DAY = 20_514
/** Times of day at which shifts begin and end. */
const EDGES = [0, 360, 480, 720, 780, 960, 1020, 1200, 1440]

/** A week of random days off and shifts, or one of the usual calendars; both with holidays. */
function pairCalendar(rnd: Random, id: string): CalendarSpec {
  const usual = randomCalendar(rnd, id, FIRST_DAY - 10, FIRST_DAY + 30)
  if (rnd() < 0.4) return usual
  const shifts = (): Shifts => {
    const from = between(rnd, 0, EDGES.length - 2)
    const to = between(rnd, from + 1, EDGES.length - 1)
    const first: Shifts = [[EDGES[from]!, EDGES[to]!]]
    if (to + 2 >= EDGES.length || rnd() < 0.5) return first
    return [...first, [EDGES[to + 1]!, EDGES[EDGES.length - 1]!]]
  }
  const week = Array.from({ length: 7 }, () => (rnd() < 0.3 ? [] : shifts()))
  return week.every(day => day.length === 0) ? usual : { ...usual, week }
}

/** At a boundary of working time twice in three times, else anywhere. */
const minuteOf = (rnd: Random): number => (rnd() < 0.67 ? pick(rnd, EDGES) : between(rnd, 0, 1439))

function randomPair(rnd: Random): RefNetwork {
  const calendars = [pairCalendar(rnd, 'C0'), pairCalendar(rnd, 'C1'), pairCalendar(rnd, 'C2')]
  const dataDate = FIRST_DAY * 1440 + minuteOf(rnd)
  const task = (calendar: number, isStarted: boolean): RefTask => {
    const duration = pick(rnd, [60, 240, 480, 960, 1440, between(rnd, 1, 3_000)])
    const started = isStarted ? { actualStart: dataDate - between(rnd, 1, 5) * 720 } : {}
    return { calendar, kind: 'task', duration, remaining: isStarted ? between(rnd, 1, duration) : duration, ...started }
  }
  const isPlanned = rnd() < 0.6
  const lag = rnd() < 0.4 ? 0 : pick(rnd, [60, 240, 480, 960, 2_000, 1, -1, -60, -240, -480, -1_500])
  const link: RefLink = { from: 0, to: 1, type: pick(rnd, ['FS', 'SS', 'FF', 'SF']), lag, elapsed: rnd() < 0.2 }
  // beside them work that ends last, so that they have float
  const rest = task(2, false)
  return {
    calendars,
    tasks: [
      task(0, !isPlanned && rnd() < 0.5),
      task(1, !isPlanned && rnd() < 0.7),
      { ...rest, duration: 9_000, remaining: 9_000 },
    ],
    links: [link],
    dataDate,
    lagCalendar: pick(rnd, ['predecessor', 'successor', 'project', '24_hour']),
    isOverride: rnd() < 0.25,
    floatAs: pick(rnd, ['start', 'finish', 'smallest']),
    usesExpectedFinish: false,
  }
}

interface Span {
  readonly start: number
  readonly finish: number
}

/** What is wrong with the pair, undefined = nothing. */
function faultOf(net: RefNetwork, rules: 'p6' | 'ms_project'): string | undefined {
  const { input, result } = computedOf(columnsOf(net, rules))
  const clock = new Clock(net.calendars, net.dataDate)
  const at = (offset: number): number => momentAt(input.clock!, offset)
  const early = (i: number): Span => ({ start: at(result.early.start[i]!), finish: at(result.early.finish[i]!) })
  const late = (i: number): Span => ({ start: at(result.lateStart[i]!), finish: at(result.lateFinish[i]!) })
  const link = net.links[0]!
  const [p, s] = net.tasks
  const isToFinish = link.type[1] === 'F'
  const isHeld = s!.actualStart === undefined || (!net.isOverride && !(rules === 'ms_project' && link.type === 'SS'))
  // of a lag from a start that has been only a part is left
  const isWhole = p!.actualStart === undefined || link.type[0] === 'F'
  if (!isHeld || !isWhole) return undefined
  const ofLag = { predecessor: 0, successor: 1, project: 0, '24_hour': ALWAYS }[net.lagCalendar]
  const calendar = link.elapsed ? ALWAYS : rules === 'p6' ? ofLag : 1
  const { lag } = link
  const bound = clock.add(calendar, link.type[0] === 'F' ? early(0).finish : early(0).start, lag)
  const found = early(1)
  const end = isToFinish ? found.finish : found.start
  if (end < bound) return `${rules}: ${link.type} is violated by ${bound - end} minutes`
  // a worked minute earlier would be before the link, or before all that else holds it
  const earlier = clock.add(1, found.start, -1)
  const endEarlier = isToFinish ? clock.add(1, earlier, s!.remaining) : earlier
  const floor =
    rules === 'p6' || s!.actualStart === undefined
      ? net.dataDate
      : clock.add(1, s!.actualStart, s!.duration - s!.remaining)
  if (earlier >= floor && clock.between(1, endEarlier, bound) <= 0 && endEarlier >= bound)
    return `${rules}: ${link.type} leaves an earlier date, ${earlier} instead of ${found.start}`
  // the late pass goes the same way back: no minute of work of the predecessor lies behind what the late dates of the successor leave it
  if (p!.actualStart !== undefined && link.type[0] === 'S') return undefined
  // by Microsoft Project's rules the rest of work in progress has no late start but goes on where it does
  const until = rules === 'ms_project' && s!.actualStart !== undefined ? early(1) : late(1)
  // by P6's rules nothing of a finish-to-start lag is left between two tasks that have started
  const isOver = rules === 'p6' && link.type === 'FS' && p!.actualStart !== undefined && s!.actualStart !== undefined
  const left = clock.add(calendar, isToFinish ? late(1).finish : until.start, isOver ? 0 : -lag)
  const latest = link.type[0] === 'F' ? late(0).finish : late(0).start
  const isEarly = link.type[0] === 'F' ? latest === early(0).finish : latest === early(0).start
  const over = clock.between(0, left, latest)
  if (over > 0 && !isEarly) return `${rules}: late ${link.type} is violated by ${over} minutes of work`
  return undefined
}

interface PairDifferences {
  readonly differing: number
  readonly examples: readonly string[]
}

/** How many of `count` random pairs differ from the reference (P6) or break a law of links (both rule sets). */
export function pairDifferences(seed: number, count: number): PairDifferences {
  const rnd = random(seed)
  const examples: string[] = []
  let differing = 0
  for (let n = 0; n < count; n++) {
    const net = randomPair(rnd)
    const fault = faultOf(net, 'p6') ?? faultOf(net, 'ms_project') ?? differenceOf(net)
    if (fault !== undefined && differing++ < 5) examples.push(`pair ${n}: ${fault} ${JSON.stringify(net)}`)
  }
  return { differing, examples }
}

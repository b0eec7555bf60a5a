/** The links of the problem: what is left of their lags, the calendars that those count in, and what the rules of the schedule forgive them. */
import { MINUTES_PER_DAY } from '../../../shared/contract/schedule/time-of-day.ts'
import { type ClockedInput, type ClockInput, calendarOf, isElapsed, lagCalendar, lagMinutes } from '../clock/input.ts'
import { P6Plan } from '../clock/p6/plan.ts'
import type { WorkCalendar } from '../clock/work-calendar.ts'
import type { Preparation } from '../cpm/prepare.ts'
import type { Network } from '../graph/network.ts'
import { NOT_STARTED } from '../kind/states.ts'
import { lagAhead } from '../passes/p6-lags.ts'
import { fromFinish } from '../passes/relation.ts'
import { type LevellingProblem, type Placed, startByLink } from './problem.ts'

/** Microsoft Project counts lags in the calendar of the successor, whatever the rules say. */
const lagTime = (input: ClockedInput, k: number, i: number): WorkCalendar =>
  input.clock.rules.rules === 'ms_project' && !isElapsed(input.network, k)
    ? calendarOf(input.clock, i)
    : lagCalendar(input, k, i)

/** Minutes of the lag of link k into i. From work in progress what is done counts; the end of an elapsed lag is a moment behind which everything stands without levelling. */
function lagLeft(input: ClockedInput, k: number, i: number): number {
  const { network, state, clock } = input
  const p = network.task[k]
  if (state[p] === NOT_STARTED || clock.rules.rules === 'ms_project') return lagMinutes(input, k)
  if (!fromFinish(network.type[k]) && isElapsed(network, k)) return 0
  return lagAhead(new P6Plan(input), k, p, i)
}

/** What is known of a problem before its links and needs are. */
export type Base = Omit<
  LevellingProblem,
  | 'linkStart'
  | 'predecessor'
  | 'linkType'
  | 'lag'
  | 'lagCalendar'
  | 'eased'
  | 'followStart'
  | 'followLink'
  | 'successor'
  | 'resources'
  | 'needStart'
  | 'needResource'
  | 'needParts'
  | 'needClass'
  | 'windows'
>

export function linksOf(
  { input }: Preparation,
  leaves: Network,
  activityOf: Int32Array,
  base: Base,
  clock: ClockInput | undefined,
) {
  const { network, lagDays } = input
  const { count, task, fixed, calendars, calendar } = base
  const linkStart = new Uint32Array(count + 1)
  // not all of them are taken
  const most = leaves.task.length
  const predecessor = new Uint32Array(most)
  const linkType = new Uint8Array(most)
  const lag = new Float64Array(most)
  const lagCalendar = new Uint16Array(most)
  let linkCount = 0
  const clocked = clock === undefined ? undefined : { ...input, clock }
  const add = (p: number, type: number, minutes: number, countedIn: number): void => {
    predecessor[linkCount] = p
    linkType[linkCount] = type
    lag[linkCount] = minutes
    lagCalendar[linkCount++] = countedIn
  }
  for (let a = 0; a < count; a++) {
    const i = task[a]
    if (fixed[a] === 0) {
      for (let k = network.start[i]; k < network.start[i + 1]; k++) {
        const p = activityOf[network.task[k]]
        if (p < 0 || fixed[p] === 1 || lagDays[k] === Number.NEGATIVE_INFINITY) continue
        if (clocked === undefined) add(p, network.type[k], Math.round(lagDays[k] * MINUTES_PER_DAY), 0)
        else add(p, network.type[k], lagLeft(clocked, k, i), clocked.clock.calendars.indexOf(lagTime(clocked, k, i)))
      }
      // those that stand for links of summaries, which hold by Microsoft Project's rules alone
      const own = network.start[i + 1] - network.start[i]
      for (let k = leaves.start[i] + own; clock !== undefined && k < leaves.start[i + 1]; k++) {
        const p = activityOf[leaves.task[k]]
        if (p < 0 || fixed[p] === 1) continue
        const isByClock = isElapsed(leaves, k)
        const perDay = isByClock ? MINUTES_PER_DAY : calendars[calendar[p]].minutesPerDay
        add(p, leaves.type[k], Math.round(leaves.lagDays[k] * perDay), isByClock ? clock.roundTheClock : calendar[a])
      }
    }
    linkStart[a + 1] = linkCount
  }
  const followStart = new Uint32Array(count + 1)
  for (let k = 0; k < linkCount; k++) followStart[predecessor[k] + 1]++
  for (let a = 0; a < count; a++) followStart[a + 1] += followStart[a]
  const next = followStart.slice()
  const followLink = new Uint32Array(linkCount)
  const successor = new Uint32Array(linkCount)
  for (let a = 0; a < count; a++)
    for (let k = linkStart[a]; k < linkStart[a + 1]; k++) {
      const at = next[predecessor[k]]++
      followLink[at] = k
      successor[at] = a
    }
  const links = {
    ...{ linkStart, followStart, followLink, successor },
    predecessor: predecessor.slice(0, linkCount),
    linkType: linkType.slice(0, linkCount),
    lag: lag.slice(0, linkCount),
    lagCalendar: lagCalendar.slice(0, linkCount),
    eased: new Float64Array(linkCount),
  }
  ease({ ...base, ...links } as unknown as LevellingProblem)
  return links
}

/** What a link asks beyond the dates without levelling is what the rules of the schedule forgive it: a lag that is partly done, work out of sequence. */
function ease(problem: LevellingProblem): void {
  const unmoved: Placed = { start: problem.baseStart, finish: problem.baseFinish }
  for (let a = 0; a < problem.count; a++)
    for (let k = problem.linkStart[a]; k < problem.linkStart[a + 1]; k++) {
      const excess = startByLink(problem, unmoved, k, a) - problem.baseStart[a]
      // a bound between two working periods is met at the start of the second
      if (excess > 0) problem.eased[k] = excess
    }
}

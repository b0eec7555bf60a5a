/**
 * Who held the finish, day by day (/docs/methods/as-planned-vs-as-built#whose-the-days-are): plan and work as a network (dated-network.ts), replayed by
 * the rule of the delay analysis. Every path that bears the finish on a day counts on that day, whether or not it did at the end.
 */
import { EPSILON_DAYS, snap } from '../../calendar/snap.ts'
import type { Timeline } from '../../calendar/timeline.ts'
import { walkOf } from '../../edits/pass-meter.ts'
import type { Network } from '../../graph/network.ts'
import { Account, type WindowBeside } from '../delay-analysis/account.ts'
import { noPacing } from '../delay-analysis/beside.ts'
import { noReports, type Reports } from '../delay-analysis/day-status.ts'
import { type EventCover, type HeldBy, NOBODY } from '../delay-analysis/event-cover.ts'
import { daysPerStep, replay } from '../delay-analysis/replay.ts'
import { followedFinish } from '../delay-analysis/status.ts'
import { suspensionsIn } from '../delay-analysis/suspensions.ts'
import { type DaySpan, WindowTally } from '../delay-analysis/tally.ts'
import type { AsBuilt } from './context.ts'
import { type DatedNetwork, datedNetwork } from './dated-network.ts'

/** The finish moves from so many days beyond the planned one to so many. */
interface HeldMove {
  readonly from: number
  readonly to: number
  /** Tasks that held it, by id; when it came forward those that gained. Empty = none was found. */
  readonly holders: readonly number[]
  /** Whose it is. */
  readonly by: HeldBy
}

export interface HeldMoves {
  readonly moves: readonly HeldMove[]
  readonly beside: WindowBeside
  /** Days of one step of the replay. */
  readonly stepDays: number
}

/** `followed` are the tasks whose finish is followed, none = that of the project; `sides` by code of the delay category. */
export function heldMoves(
  built: AsBuilt,
  network: Network,
  timeline: Timeline,
  { followed, grossDays, cover, sides, checkpoint }: HeldRules,
): HeldMoves {
  const dated = datedNetwork(built, network, timeline)
  const { columns } = built
  if (dated === undefined) return { moves: [], beside: { ownerDays: 0, contractorDays: 0 }, stepDays: 1 }
  const { plan, planEarly, built: half } = dated
  const walk = walkOf(columns)
  const stepDays = daysPerStep(half.dataDate - plan.dataDate, walk, walk)
  const finish = followedFinish(plan, planEarly, followed)
  const category = columns.delayCategory
  const setting = {
    ...{ columns, cover, window: 0, isMerged: true, nearCriticalDays: 0 },
    dayOf: ({ to }: { readonly to: number }) => timeline.finishDay(to),
    side: category.map(code => sides[code]),
    // both are kept by the wall, by what stands at the end (held.ts)
    account: new Account(finish),
    calendarDays: () => 0,
    pacing: noPacing(),
  }
  const tally = new WindowTally(setting, finish)
  const rules = { nearCriticalDays: 0, stepDays, checkpoint }
  const start = { prepared: { input: plan }, result: { early: planEarly }, followed, finish }
  const all = Int32Array.from({ length: columns.taskCount }, (_, i) => i)
  const reports = {
    ...noReports(columns.taskCount),
    suspensions: suspensionsIn(columns, timeline, all),
    // of work that was not planned the dates say themselves when it was done
    eventsOn: (i: number) => (plan.remainingDays[i] > 0 ? cover.spansOf(i) : []),
    known: knownOf(built, timeline, dated),
  }
  const ended = replay(start, half, reports, rules, step => tally.add(step))
  const { spans, beside } = tally.end(ended.finish, ended.path)
  return {
    moves: movesOf(spans, snap(finish - timeline.finishOffset(built.plan.finishDay)), grossDays),
    beside,
    stepDays,
  }
}

/** The plan says itself how far work in progress had come at its data date: no further than it was to. */
function knownOf({ plan }: AsBuilt, timeline: Timeline, { plan: input }: DatedNetwork): Reports['known'] {
  if (plan.reported === undefined) return undefined
  const { dataDay, inProgress } = plan.reported
  const at = timeline.startOffset(dataDay)
  const left = input.remainingDays.map((days, i) =>
    inProgress[i] === 1 ? Math.max(0, input.constraintOffset[i] + days - at) : Number.NaN,
  )
  return { at, left }
}

interface HeldRules {
  readonly followed: readonly number[]
  readonly grossDays: number
  readonly sides: Uint8Array
  readonly cover: EventCover
  readonly checkpoint: () => void
}

/** From the planned finish to the one that was built; what planned work without dates leaves open is nobody's. */
function movesOf(spans: readonly DaySpan[], atFirst: number, grossDays: number): HeldMove[] {
  const moves: HeldMove[] = []
  let level = 0
  const move = (to: number, { holders, by }: Pick<DaySpan, 'holders' | 'by'>): void => {
    if (Math.abs(to - level) > EPSILON_DAYS) moves.push({ from: level, to, holders, by })
    level = to
  }
  const nobody = { holders: [], by: NOBODY }
  move(atFirst, nobody)
  for (const span of spans) move(snap(level + span.days), span)
  move(grossDays, nobody)
  return moves
}

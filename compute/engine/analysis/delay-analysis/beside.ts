/**
 * What was lost beside the path in a window: by party, how far it would have brought the finish by itself, for the functional policy and as unequal delays;
 * and what may be pacing, over all windows.
 */
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { compareIds } from '../../ids/id-order.ts'
import { bitOf, type Parties, type WindowBeside } from './account.ts'
import { lossOf, slackOfLoss } from './holding.ts'
import { TIE_DAYS } from './idle.ts'
import { CONTRACTOR, NO_SIDE, OWNER } from './parties.ts'
import type { ReplayStep } from './replay.ts'
import type { Tally, TallySetting } from './tally.ts'

export interface ConcurrentPair {
  readonly ownerTask: number
  readonly contractorTask: number
  days: number
  /** Side of the two that held the finish, NO_SIDE = both did. */
  readonly controllingSide: number
  /** Days the path beside ended before the controlling one, on the last day of the pair. */
  slackDays: number
}

/** When each party first moved the finish later, and by which task; and when each task first lost time: by id, over all windows of a series. */
export interface PacingRecord {
  /** By side. */
  readonly critical: ({ readonly from: number; readonly id: string } | undefined)[]
  readonly lostFrom: Map<string, number>
}
export const noPacing = (): PacingRecord => ({ critical: [], lostFrom: new Map() })

export interface Pacing {
  readonly task: number
  /** Id of the task whose delay it may follow. */
  readonly behind: string
}

/** How far the delays of a party beside the path would have brought the finish, what of that is not within the threshold yet, and what is. */
interface Beside {
  level: number
  pending: number
  days: number
}

/** Far below the grid of printed days: what the digits of a sum leave is no movement. */
export const MOVED_DAYS_MIN = 1e-6

export function byId({ id }: Pick<ScheduleColumns, 'id'>, tasks: readonly number[]): number[] {
  if (tasks.length < 2) return [...tasks]
  return [...tasks].sort((a, b) => compareIds(id, a, b))
}

export class LossesBeside {
  readonly #setting: TallySetting
  readonly #unequal = new PairSums()
  /** By side, what its delays beside the path come to; and the same if all work without a category were its own. */
  readonly #beside: readonly Beside[]
  readonly #besideOpen: readonly Beside[]
  /** By side: days it held alone; and days that it lost beside those of the other, which would have delayed the finish by themselves. */
  readonly #alone = [0, 0, 0]
  readonly #apart = [0, 0, 0]

  constructor(setting: TallySetting, finish: number) {
    const besides = (): Beside[] => [NO_SIDE, OWNER, CONTRACTOR].map(() => ({ level: finish, pending: 0, days: 0 }))
    this.#setting = setting
    this.#beside = besides()
    this.#besideOpen = besides()
  }

  noteLoss(i: number, { from }: ReplayStep): void {
    const { columns, pacing, side } = this.#setting
    if (side[i] !== OWNER && side[i] !== CONTRACTOR) return
    const id = textAt(columns.id, i)
    if (!pacing.lostFrom.has(id)) pacing.lostFrom.set(id, from)
  }

  noteDelay(side: number, i: number, { from }: ReplayStep): void {
    const { columns, pacing } = this.#setting
    pacing.critical[side] ??= { from, id: textAt(columns.id, i) }
  }

  /** Delays of a party beside the path that another holds: how far they would have brought the finish by themselves. `until`: the finish after these days, which can be a part of the step. */
  add(step: ReplayStep, until: number, days: number, holders: readonly number[], held: Parties): void {
    const { slack, idle } = step
    for (const own of [OWNER, CONTRACTOR]) if (held === bitOf(own)) this.#alone[own] += days
    for (const own of [OWNER, CONTRACTOR]) {
      const openToo = bitOf(own) | bitOf(NO_SIDE)
      for (const [so, parties] of [
        [this.#besideOpen[own], openToo],
        [this.#beside[own], bitOf(own)],
      ] as const)
        if ((held & parties) !== 0) this.#reach(so, step, until, days, holders, parties)
      if ((held & openToo) === 0) this.#further(this.#besideOpen[own], step, openToo)
      const found = (held & bitOf(own)) === 0 ? this.#further(this.#beside[own], step, bitOf(own)) : undefined
      if (found === undefined) continue
      const { left, further, beside } = found
      const other = own === OWNER ? CONTRACTOR : OWNER
      if (held !== bitOf(other) || further <= MOVED_DAYS_MIN) continue
      this.#apart[own] += further
      const nearest = byId(
        this.#setting.columns,
        beside.filter(i => slackOfLoss(slack, idle, i) <= left + TIE_DAYS),
      )
      const [owners, contractors] = own === OWNER ? [nearest, holders] : [holders, nearest]
      this.#unequal.add(owners, contractors, further, () => ({ controllingSide: other, slackDays: left }))
    }
  }

  /** Days by which the losses of these parties beside the path would bring the finish further, of which tasks, and how far before it they end. */
  #further(so: Beside, step: ReplayStep, own: Parties) {
    const { idle, slack, finish } = step
    const { cover, nearCriticalDays } = this.#setting
    const day = this.#setting.dayOf(step)
    // what holds a part of the movement itself is beside none of it
    const holders = new Set(step.holders)
    const isBeside = (i: number): boolean => (cover.partiesOf(i, day) & own) !== 0 && !holders.has(i)
    const beside = idle.tasks.filter(i => idle.lostDays[i] > 0 && isBeside(i))
    const left = beside.reduce((least, i) => Math.min(least, slackOfLoss(slack, idle, i)), Number.POSITIVE_INFINITY)
    if (left === Number.POSITIVE_INFINITY) return undefined
    const further = Math.max(0, finish - left - so.level)
    so.level += further
    so.pending += further
    if (left <= nearCriticalDays + TIE_DAYS) {
      so.days += so.pending
      so.pending = 0
    }
    return { left, further, beside }
  }

  /** A path of these parties has come to the finish: what they lost before it did counts, and what they lost on this day until it did. */
  #reach(so: Beside, step: ReplayStep, until: number, days: number, holders: readonly number[], own: Parties): void {
    const { idle, slack } = step
    const day = this.#setting.dayOf(step)
    const theirs = holders.filter(i => (this.#setting.cover.partiesOf(i, day) & own) !== 0)
    const lost = theirs.reduce((most, i) => Math.max(most, lossOf(slack, idle, i)), 0)
    so.days += so.pending + Math.max(0, Math.min(lost, until - so.level) - days)
    so.pending = 0
    so.level = Math.max(so.level, until)
  }

  end(tally: Lost): {
    readonly unequal: readonly ConcurrentPair[]
    readonly pacing: readonly Pacing[]
    readonly beside: WindowBeside
  } {
    // no more of one party than the other held alone
    const share = (own: number, other: number): number => Math.min(1, this.#alone[other] / this.#apart[own]) || 0
    const shares = [0, share(CONTRACTOR, OWNER), share(OWNER, CONTRACTOR)]
    return {
      unequal: this.#unequal.list().map(pair => ({ ...pair, days: pair.days * shares[pair.controllingSide] })),
      pacing: this.#pacing(tally),
      beside: {
        ownerDays: this.#beside[OWNER].days,
        contractorDays: this.#beside[CONTRACTOR].days,
        ownerOpenDays: this.#besideOpen[OWNER].days,
        contractorOpenDays: this.#besideOpen[CONTRACTOR].days,
      },
    }
  }

  /**
   * Losses of a party beside the path that began after the other had delayed the finish, in whichever window, and that the float there was then took up.
   */
  #pacing({ delayDays, consumedDays, hadPath }: Lost): Pacing[] {
    const { side, columns, pacing } = this.#setting
    const list: Pacing[] = []
    for (let i = 0; i < side.length; i++) {
      if (consumedDays[i] <= EPSILON_DAYS || hadPath[i] === 0 || delayDays[i] > 0) continue
      if (side[i] !== OWNER && side[i] !== CONTRACTOR) continue
      const cause = pacing.critical[side[i] === OWNER ? CONTRACTOR : OWNER]
      if (cause === undefined || !(pacing.lostFrom.get(textAt(columns.id, i))! > cause.from)) continue
      list.push({ task: i, behind: cause.id })
    }
    return list
  }
}

type Lost = Pick<Tally, 'delayDays' | 'consumedDays' | 'hadPath'>

/** Tasks of each party that are told in pairs, of those that delay at one time. */
const PAIRED_MAX = 16

export class PairSums {
  readonly #pairs = new Map<string, ConcurrentPair>()

  /** Days that each of the owner's tasks and each of the contractor's share alike; both by id. */
  add(
    owners: readonly number[],
    contractors: readonly number[],
    days: number,
    of: (ownerTask: number, contractorTask: number) => Pick<ConcurrentPair, 'controllingSide' | 'slackDays'>,
  ): void {
    const each = days / (owners.length * contractors.length)
    for (const ownerTask of owners.slice(0, PAIRED_MAX))
      for (const contractorTask of contractors.slice(0, PAIRED_MAX))
        this.#add({ ownerTask, contractorTask, days: each, ...of(ownerTask, contractorTask) })
  }

  #add(pair: ConcurrentPair): void {
    const key = `${pair.ownerTask} ${pair.contractorTask} ${pair.controllingSide}`
    const known = this.#pairs.get(key)
    if (known === undefined) {
      this.#pairs.set(key, pair)
      return
    }
    known.days += pair.days
    known.slackDays = pair.slackDays
  }

  list(): ConcurrentPair[] {
    return [...this.#pairs.values()]
  }
}

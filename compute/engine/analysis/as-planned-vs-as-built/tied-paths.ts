/**
 * All paths back from the tasks that finished last whose links left the smallest gap alike: those that dates cannot tell from the one that is shown,
 * and who worked on them on days off. O(links of the paths).
 */
import { DAY_ABSENT } from '../../../../shared/contract/schedule/columns.ts'
import { everyDay } from '../../calendar/calendar.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import type { Network } from '../../graph/network.ts'
import { fromFinish, toStart } from '../../passes/relation.ts'
import type { AsBuilt } from './context.ts'
import { gapOf, spanOf } from './path.ts'

/** A task as the paths leave it: by its finish, or by its start. */
export interface State {
  readonly task: number
  readonly byStart: boolean
  /** Links that come in: the states before, and the lag of each. */
  readonly before: readonly { readonly state: State; readonly lag: number }[]
}

/** The tied states, each behind those before it. */
export function tiedStates(built: AsBuilt, network: Network, timeline: Timeline, ends: readonly number[]): State[] {
  const { finish } = built
  const found = new Map<number, State>()
  const ordered: State[] = []
  const keyOf = (task: number, byStart: boolean): number => 2 * task + Number(byStart)
  const tiedLinks = (s: number, byStart: boolean): number[] => {
    let least = Number.POSITIVE_INFINITY
    let tied: number[] = []
    for (let k = network.start[s]; k < network.start[s + 1]; k++) {
      if (finish[network.task[k]] === DAY_ABSENT || (byStart && !toStart(network.type[k]))) continue
      const gap = gapOf(built, network, timeline, k, s)
      if (Number.isNaN(gap) || gap > least + EPSILON_DAYS) continue
      if (gap < least - EPSILON_DAYS) tied = []
      least = Math.min(least, gap)
      tied.push(k)
    }
    return tied
  }
  // a stack of its own: chains are as long as the schedule
  const stack: { readonly key: number; readonly links: readonly number[]; at: number }[] = []
  const push = (task: number, byStart: boolean): void => {
    const key = keyOf(task, byStart)
    if (!found.has(key)) stack.push({ key, links: tiedLinks(task, byStart), at: 0 })
  }
  for (const end of ends) {
    push(end, false)
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const k = top.links[top.at]
      if (k !== undefined) {
        top.at++
        push(network.task[k], !fromFinish(network.type[k]))
        continue
      }
      stack.pop()
      const task = top.key >>> 1
      const state: State = {
        task,
        byStart: (top.key & 1) === 1,
        before: top.links.map(link => ({
          state: found.get(keyOf(network.task[link], !fromFinish(network.type[link])))!,
          lag: network.lagDays[link],
        })),
      }
      found.set(top.key, state)
      ordered.push(state)
    }
  }
  return ordered
}

/** A part of the days off at the end, and who worked in it. */
export interface HeldOff {
  readonly to: number
  readonly holders: readonly number[]
}

/**
 * Where each of the states lets go, which stand behind those before them: work that was done out of sequence is a point behind what was ahead of it, less a
 * lead of the link.
 */
function exitsOf(built: AsBuilt, network: Network, timeline: Timeline, states: readonly State[]) {
  const exits = new Map<State, number>()
  for (const state of states) {
    const { start, finish } = spanOf(built, network, timeline, state.task)
    let exit = state.byStart ? start : finish
    for (const { state: before, lag } of state.before) exit = Math.max(exit, exits.get(before)! + Math.min(0, lag))
    exits.set(state, exit)
  }
  return exits
}

/** Who worked on the days off from one finish to another, part by part: the states in hand then, or those that end last. */
export function heldOnDaysOff(
  built: AsBuilt,
  network: Network,
  states: readonly State[],
  from: number,
  to: number,
): HeldOff[] {
  const days = new Timeline(everyDay(), 0)
  const exits = exitsOf(built, network, days, states)
  const inHand = states.flatMap(state => {
    const exit = exits.get(state)!
    if (!(exit > from)) return []
    const enter = state.before.reduce((latest, each) => Math.max(latest, exits.get(each.state)!), from)
    return enter < Math.min(exit, to) ? [{ task: state.task, enter, exit: Math.min(exit, to) }] : []
  })
  const ends = [...new Set([...inHand.flatMap(({ enter, exit }) => [enter, exit]), to])].filter(end => end > from)
  let at = from
  return ends
    .sort((a, b) => a - b)
    .map(end => {
      const working = inHand.filter(({ enter, exit }) => enter <= at && exit >= end).map(({ task }) => task)
      at = end
      return { to: end, holders: working.length > 0 ? [...new Set(working)] : states.slice(-1).map(({ task }) => task) }
    })
}

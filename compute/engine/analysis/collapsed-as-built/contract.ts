/** Days that go with events against the dates of the contract: the finish without them, and what each brings back, the first that began first. */
import type { EventParty } from '../../../../shared/contract/schedule/delay-events.ts'
import type { SeriesItem } from '../../compare/series.ts'
import type { Finish } from '../../edits/finish-moves.ts'
import { dateOrNull } from '../../result/options.ts'
import {
  type ContractSeries,
  dayOfFinish,
  type EventGroup,
  finishIn,
  modelledSeries,
} from '../delay-analysis/contract-accounts.ts'
import type { Simulation } from './simulation.ts'

/** The plan that the as-built schedules came from. */
export interface HeldPlan {
  readonly item: SeriesItem
  readonly finishes: readonly Finish[]
}

/**
 * The as-built schedules as one series that begins with the first of them without its events, and before it the plan, where that ends earlier: days between the
 * two are of no event, so nobody's. at: of the contract date.
 */
export function collapsedSeries(
  simulations: readonly Simulation[],
  plan: HeldPlan | undefined,
  at: number,
): ContractSeries {
  const [{ item, held }] = simulations
  const without = finishIn(`${item.place}.without_events`, dateOrNull(item.statusDay), held.withoutAll[at]!)
  const planned =
    plan === undefined ? undefined : finishIn(plan.item.place, dateOrNull(plan.item.statusDay), plan.finishes[at]!)
  const planDay = planned?.day ?? Number.NaN
  const before = planned !== undefined && planDay < without.day ? [planned] : []
  return modelledSeries(
    [
      ...before,
      without,
      ...simulations.map(({ item, held }) => finishIn(item.place, dateOrNull(item.statusDay), held.asBuilt[at]!)),
    ],
    [...before.map(() => []), ...simulations.map(simulation => [groupOf(simulation, at)])],
    'concurrent',
    planDay,
  )
}

function groupOf({ steps, held }: Simulation, at: number): EventGroup {
  const from = dayOfFinish(held.withoutEarlier[at]!)
  const end = dayOfFinish(held.withoutAll[at]!)
  const moves = steps.map(({ parts, position, heldDays }) => ({
    party: parts.event.party as EventParty,
    turn: position,
    days: heldDays[at]!,
  }))
  return {
    moves: moves.reverse(),
    reaches: held.reaches.map(({ party, alone, others, leastDays }) => ({
      party,
      aloneDays: from - dayOfFinish(alone[at]!),
      lastDays: dayOfFinish(others[at]!) - end,
      leastDays: leastDays[at]!,
    })),
  }
}

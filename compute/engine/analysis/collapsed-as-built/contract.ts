/** Days that go with events against the dates of the contract: the finish without them, and what each brings back, the first that began first. */
import type { SeriesItem } from '../../compare/series.ts'
import type { Finish } from '../../edits/finish-moves.ts'
import { dateOrNull } from '../../result/options.ts'
import { type ContractSeries, finishIn, modelledSeries } from '../delay-analysis/contract-accounts.ts'
import type { Simulation } from './simulation.ts'

/** The plan that the as-built schedules came from. */
export interface HeldPlan {
  readonly item: SeriesItem
  readonly finishes: readonly Finish[]
}

/**
 * The as-built schedules as one series. It begins with the plan, as with every method; where the work without its events ends later, days between the two are of
 * no event, so nobody's, and where it ends earlier, work has made up days that the events then took: they take back what stands last. Without a plan it
 * begins with the first schedule without its events. at: of the contract date.
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
  const before =
    planned === undefined || Number.isNaN(planDay) ? [without] : planDay < without.day ? [planned, without] : [planned]
  return modelledSeries(
    [
      ...before,
      ...simulations.map(({ item, held }) => finishIn(item.place, dateOrNull(item.statusDay), held.asBuilt[at]!)),
    ],
    [...before.slice(1).map(() => []), ...simulations.map(({ held }) => [held.groups[at]!])],
    'concurrent',
    planDay,
  )
}

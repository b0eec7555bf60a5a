/** The blocks of the answer. */

import { AS_BUILT_STATES } from '../../../../shared/contract/analysis/as-planned-vs-as-built/data.ts'
import { textAt } from '../../../../shared/contract/schedule/text.ts'
import { showCalendar } from '../../calendar/choice.ts'
import { showLastTask } from '../../compare/last-task.ts'
import { AS_BUILT_METHOD } from '../../compare/methods.ts'
import { worstFirst } from '../../ids/id-order.ts'
import { zeros } from '../../ids/short-arrays.ts'
import { showPopulation } from '../../population/populations.ts'
import { COMPLETE } from '../../population/progress.ts'
import { dateOrNull } from '../../result/options.ts'
import { References } from '../../result/result.ts'
import { showContractDates } from '../delay-analysis/contract-dates.ts'
import { showEventDays } from '../delay-analysis/event-days.ts'
import { SIDE_LABELS, sidesOf } from '../delay-analysis/parties.ts'
import { roundDays, roundedParts, showAccount, showByCategory, showByCategoryCalendar } from '../delay-analysis/show.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import { type Controlling, members, type PlanComparison, type Skip } from './compare-plan.ts'
import type { AsBuilt } from './context.ts'
import { endText } from './findings.ts'
import { showPath, showPeriods, varianceTable } from './show.ts'

const DISCLAIMER =
  'Observational comparison of dates (AACE 29R-03 MIP 3.1 and 3.2). The controlling path is indicative, the figures are indicators, not verdicts on liability.'

const SKIP_MESSAGES: Readonly<Record<Skip, string>> = {
  noPairs: 'Skipped: no task of the plan is one of the current schedule.',
  noPlan: 'Skipped: the plan or the current schedule has no finish date.',
  noActuals: 'Skipped: no task has an actual date.',
  noLinks: 'Skipped: no task is linked with another.',
}

/** Some work that takes part has not ended, so the finish that was built is a forecast. */
export const isFinishProjected = (built: AsBuilt): boolean =>
  members(built, i => built.state[i] !== COMPLETE).length > 0

export function showComparison(comparison: PlanComparison) {
  const { current, choice, plan, built, builtDay, gross, skip, controlling, periods } = comparison
  const totals = controlling?.held.totals ?? noTotals()
  const recoveryDays = roundDays(totals.recoveryDays)
  const recoveryCalendarDays = roundDays(totals.recoveryCalendarDays)
  // with what was recovered they sum to the gross delay, to the digit
  const isHeld = controlling !== undefined
  const heldDays = isHeld ? roundDays(roundDays(gross!.days) - recoveryDays) : 0
  const heldCalendarDays = isHeld ? roundDays(builtDay - plan.finishDay - recoveryCalendarDays) : 0
  return {
    plan_source: plan.source,
    match: showMatch(comparison),
    population: showPopulation(comparison.population),
    calendar: showCalendar(choice),
    status_date: dateOrNull(current.statusDay),
    planned_finish_date: dateOrNull(plan.finishDay),
    as_built_finish_date: dateOrNull(builtDay),
    without_forecast: new References(comparison.unforeseen, current.columns.id),
    is_finish_projected: isFinishProjected(built),
    gross_delay_days: gross?.days ?? null,
    followed_finish:
      gross === undefined
        ? null
        : showLastTask(comparison.last, comparison.endings, endText(comparison), {
            followed: gross.days,
            whole: comparison.whole?.days ?? Number.NaN,
            other: comparison.other?.days ?? Number.NaN,
          }),
    gross_delay_calendar_days: gross === undefined ? null : builtDay - plan.finishDay,
    status_counts: Object.fromEntries(
      AS_BUILT_STATES.map((name, state) => [name, members(built, i => built.state[i] === state).length]),
    ),
    task_variances: comparison.withTaskVariances ? varianceTable(built, onPathOf(comparison)) : undefined,
    controlling_path: controlling === undefined ? null : showControlling(comparison, controlling),
    controlling_path_message: skip === undefined ? null : SKIP_MESSAGES[skip],
    replay_step_days: controlling?.stepDays ?? null,
    by_category: showByCategory(totals, heldDays),
    by_category_calendar_days: showByCategoryCalendar(totals, heldCalendarDays),
    recovery_days: recoveryDays,
    recovery_calendar_days: recoveryCalendarDays,
    no_task_days: roundDays(controlling?.held.noTaskDays ?? 0),
    no_task_calendar_days: roundDays(controlling?.held.noTaskCalendarDays ?? 0),
    held_days: controlling === undefined ? [] : showHolders(comparison, controlling, heldDays, heldCalendarDays),
    entitlement: controlling?.hasCategories ? showEntitled(comparison, controlling) : null,
    event_days: controlling?.hasCategories && comparison.events.length > 0 ? showEvents(comparison, controlling) : null,
    contract_dates: showContractDates(comparison.completions, comparison.contractual),
    periods: {
      basis: periods.basis,
      message: periods.basis === null ? SKIP_MESSAGES[skip!] : null,
      rows: showPeriods(periods.rows, current.statusDay),
    },
    attribution_method: AS_BUILT_METHOD.text,
    disclaimer: DISCLAIMER,
  }
}

const showMatch = ({ strategy, population, unplanned, undated, deleted, current, baseline }: PlanComparison) => ({
  strategy,
  matched_count: population.count - unplanned.length,
  unmatched_dates_count: undated.length,
  unplanned: new References(unplanned, current.columns.id),
  deleted: new References(deleted, (baseline ?? current.columns).id),
})

const showControlling = ({ built, network, rules }: PlanComparison, { path, increments, beside }: Controlling) => ({
  ...showPath(built, network, path, increments, sidesOf(rules)),
  tied_task_ids: new References(beside, built.columns.id),
})

const showEntitled = ({ rules, concurrency }: PlanComparison, { held }: Controlling) =>
  showAccount(held.account, held.beside, concurrency, rules, held.calendarDays)

const showEvents = ({ events }: PlanComparison, { held }: Controlling) =>
  showEventDays(events, held.eventDays, held.account, held.beside, held.calendarDays)

/** Tasks listed by the days that they held. */
const HOLDERS_LISTED_MAX = 100

/** Most days first, then by id; those beside the shown path, too. `whole` days are what all of them held, less what nobody did. */
function showHolders(comparison: PlanComparison, { held, path }: Controlling, whole: number, wholeCalendar: number) {
  const { columns } = comparison.current
  const sides = sidesOf(comparison.rules)
  const onPath = new Set(path.tasks)
  const tasks = worstFirst(columns.id, held.tasks, i => held.days[i], held.tasks.length)
  const { noTaskDays, noTaskCalendarDays } = held
  const parts = (days: Float64Array, all: number): number[] =>
    roundedParts(
      tasks.map(i => days[i]),
      roundDays(all),
    )
  const days = parts(held.days, whole - noTaskDays)
  const calendarDays = parts(held.wallDays, wholeCalendar - noTaskCalendarDays)
  return tasks.slice(0, HOLDERS_LISTED_MAX).map((i, n) => ({
    id: textAt(columns.id, i),
    held_days: days[n],
    held_calendar_days: calendarDays[n],
    party: SIDE_LABELS[sides[columns.delayCategory[i]]],
    is_on_shown_path: onPath.has(i),
  }))
}

/** 1 = on the controlling path. */
function onPathOf({ current, controlling }: PlanComparison): Uint8Array {
  const onPath = zeros(Uint8Array, current.columns.taskCount)
  for (const i of controlling?.path.tasks ?? []) onPath[i] = 1
  return onPath
}

/** Plan and work side by side: the finishes, the path that controlled the work, what each step of it added, and how it came about over time. */

import type { AsPlannedVsAsBuiltRequest } from '../../../../shared/contract/analysis/as-planned-vs-as-built/request.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import type { SentEvent } from '../../../../shared/contract/schedule/delay-events.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import type { Calendar } from '../../calendar/calendar.ts'
import { type CalendarChoice, chooseCalendar } from '../../calendar/choice.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { type Ending, type LastTask, lastTaskOf } from '../../compare/last-task.ts'
import type { MatchStrategy } from '../../compare/match-tasks.ts'
import type { Side } from '../../compare/no-pairs.ts'
import type { SeriesItem } from '../../compare/series.ts'
import { type StatusDates, statusDates } from '../../compare/status-dates.ts'
import { buildNetwork, type Network } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { compareIds } from '../../ids/id-order.ts'
import { matchIds, NO_MATCH } from '../../ids/match-ids.ts'
import { isInPasses, kindsWhere } from '../../kind/participation.ts'
import { withLeafLinks } from '../../population/leaf-network.ts'
import { type Population, populationOf } from '../../population/populations.ts'
import { taskStates } from '../../population/task-states.ts'
import { optionsOf } from '../../result/options.ts'
import type { AnalysisInput } from '../../result/result.ts'
import { dayBasis, type FinishMovement, finishMovement } from '../../wording/days.ts'
import { datesOfPlan } from '../baseline-compare/baseline-dates.ts'
import type { ConcurrencyPolicy } from '../delay-analysis/account.ts'
import {
  type Completion,
  type ContractDate,
  type ContractRules,
  completionOf,
  contractRules,
  wholeDate,
} from '../delay-analysis/contract-dates.ts'
import { EventCover } from '../delay-analysis/event-cover.ts'
import { type EntitlementRule, entitlementRules, sidesOf } from '../delay-analysis/parties.ts'
import { type AsBuilt, asBuiltOf, latestBuilt, type Plan, planOf } from './context.ts'
import { type Held, heldFinishes, heldOf, planSeries, wallOf } from './held.ts'
import { heldMoves } from './holders.ts'
import { type Increments, incrementsOf } from './increments.ts'
import { type AsBuiltPath, controllingPath, lastFinishing } from './path.ts'
import { type Period, periodsOfPath, periodsOfSnapshots } from './periods.ts'
import { isInPlan } from './show.ts'
import { heldOnDaysOff, tiedStates } from './tied-paths.ts'

const IN_PASSES = kindsWhere(row => row.passes)

/** Why there is no controlling path. */
export type Skip = 'noPairs' | 'noPlan' | 'noActuals' | 'noLinks'

export interface PlanComparison {
  readonly current: SeriesItem
  readonly choice: CalendarChoice
  readonly strategy: MatchStrategy
  readonly withTaskVariances: boolean
  readonly plan: Plan
  /** Tasks of the schedule that the plan comes from, undefined = from fields of the current schedule. */
  readonly baseline: ScheduleColumns | undefined
  readonly built: AsBuilt
  /** Finish that was built, of the task that is followed or the latest of all; day number or DAY_ABSENT. */
  readonly builtDay: number
  /** Plan and current schedule by where they end. */
  readonly endings: readonly [Ending, Ending]
  readonly last: LastTask
  /** Movements of finishes that are not followed: from the last task of each schedule to that of the other, and of the other choice. */
  readonly whole: FinishMovement | undefined
  readonly other: FinishMovement | undefined
  readonly network: Network
  /** Both schedules, where no task of the plan is one of the current schedule. */
  readonly apart: readonly [Side, Side] | undefined
  readonly skip: Skip | undefined
  /** undefined = a finish is missing, or the schedules have no task in common. */
  readonly gross: FinishMovement | undefined
  readonly rules: readonly EntitlementRule[]
  readonly concurrency: ConcurrencyPolicy
  readonly events: readonly SentEvent[]
  /** What the path was made of; undefined = there is none, and `skip` says why. */
  readonly controlling: Controlling | undefined
  /** What stands against the contract dates; none without a common task. */
  readonly completions: readonly Completion[]
  readonly contractual: ContractRules
  readonly periods: Periods
  readonly population: Population
  /** Tasks that take part and are not in the plan. */
  readonly unplanned: Uint32Array
  /** Tasks whose planned dates have other working days in the calendar of the plan than in that of the comparison, with how many more. */
  readonly recounted: Recounted
  /** Tasks in the plan that lack one of the two finishes. */
  readonly undated: Uint32Array
  /** Open tasks without a finish on or after the status date, and whether they stand where the critical path method puts them. */
  readonly unforeseen: Uint32Array
  readonly arePlaced: boolean
  /** Tasks of the baseline that take part there and are gone, by their place in it. */
  readonly deleted: Uint32Array
}

export interface Controlling {
  readonly path: AsBuiltPath
  readonly increments: Increments
  /** Who held the finish, day by day: by category, by task, and the account of it. */
  readonly held: Held
  /** Tasks of tied paths that the path shown does not have, by id. */
  readonly beside: Uint32Array
  /** All tasks of tied paths, by id; empty where no path ties with the one shown. */
  readonly tied: Uint32Array
  readonly hasCategories: boolean
  /** Days of one step of the replay. */
  readonly stepDays: number
}

interface Recounted {
  readonly tasks: Uint32Array
  readonly moreDays: (task: number) => number
}

/** A contract date of a section, and the row of its task in the current schedule. */
export interface SectionRow {
  readonly date: ContractDate
  readonly row: number
}

interface Periods {
  readonly basis: 'snapshots' | 'month_ends' | null
  readonly rows: readonly Period[]
}

export function comparePlan(
  input: AnalysisInput,
  items: readonly SeriesItem[],
  events: readonly SentEvent[],
  sections: readonly SectionRow[],
  checkpoint: () => void,
): PlanComparison {
  const options = optionsOf<typeof AsPlannedVsAsBuiltRequest>(input)
  const current = items.at(-1)!
  const { columns } = current
  const strategy = options.match_strategy ?? 'id'
  const baseline = input.schedules.get('baseline_schedule.tasks')
  const choice = chooseCalendar(columns, input.params.calendar)
  const datesOf = keptDates(choice.calendar)
  const dates = datesOf(current)
  const plannedItem = items.find(({ isBaseline }) => isBaseline)
  const placed = plannedItem && datesOf(plannedItem)
  const wholePlan = planOf(columns, baseline, placed, plannedItem?.statusDay ?? DAY_ABSENT, strategy, checkpoint)
  const { endings, last } = endsOf(asBuiltOf(wholePlan, dates), baseline, placed)
  const [plannedRow, followed] = last.rows
  const dayOf = (finish: number): number => (Number.isNaN(finish) ? DAY_ABSENT : finish)
  const plan = followed === NO_MATCH ? wholePlan : { ...wholePlan, finishDay: endings[0].finishOf(plannedRow) }
  const built = asBuiltOf(plan, dates)
  checkpoint()
  const order = topologicalOrder(columns.taskCount, columns.links)!
  const network = withLeafLinks(columns, buildNetwork(columns, order), built.start)
  const timeline = new Timeline(choice.calendar, commonAnchorDay([current]))
  const builtDay = latestBuilt(columns, dates, followed)
  const apart = sidesApart(built, baseline)
  const isDated = plan.finishDay !== DAY_ABSENT && builtDay !== DAY_ABSENT
  const skip = apart === undefined ? skipOf(built, network.linkCount, isDated) : 'noPairs'
  const movement = (fromDay: number, toDay: number): FinishMovement | undefined =>
    apart !== undefined || fromDay === DAY_ABSENT || toDay === DAY_ABSENT
      ? undefined
      : finishMovement(choice.calendar, dayBasis(choice.mode), fromDay, toDay)
  const gross = movement(plan.finishDay, builtDay)
  const { otherRows } = last
  const rules = entitlementRules({
    design: options.design_responsibility ?? 'owner',
    procurement: options.procurement_responsibility ?? 'contractor',
  })
  /** The finish of one task, or of all, by plan and work. */
  const controllingTo = (of: AsBuilt, to: number, ends: readonly number[], day: number, days: number) =>
    controllingOf(of, network, timeline, {
      grossDays: days,
      followed: to,
      ends,
      rules,
      builtDay: day,
      events,
      checkpoint,
    })
  const ends = last.tiedRows.map(rows => rows[1])
  const controlling = skip === undefined ? controllingTo(built, followed, ends, builtDay, gross!.days) : undefined
  checkpoint()
  const contractual = contractRules(options)
  const finishAt = heldFinishes(choice.calendar)
  const planDay = plannedItem?.statusDay ?? DAY_ABSENT
  const completed = (date: ContractDate, plannedDay: number, day: number, held: Held | undefined): Completion =>
    completionOf(
      date,
      planSeries(
        [finishAt(plan.source, planDay, plannedDay), finishAt('current_schedule', current.statusDay, day)],
        held,
      ),
      contractual,
    )
  const completions =
    apart !== undefined
      ? []
      : [
          ...wholeDate(options).map(date => completed(date, plan.finishDay, builtDay, controlling?.held)),
          ...sections.map(({ date, row }) => {
            const own = { ...built, plan: { ...plan, finishDay: plan.columns.baselineFinish[row] } }
            const day = built.finish[row]
            const moved = movement(own.plan.finishDay, day)
            const isHeld = skip === undefined && moved !== undefined
            return completed(
              date,
              own.plan.finishDay,
              day,
              isHeld ? controllingTo(own, row, [row], day, moved.days).held : undefined,
            )
          }),
        ]
  const noDates = (i: number): boolean =>
    plan.columns.baselineFinish[i] === DAY_ABSENT || built.finish[i] === DAY_ABSENT
  return {
    ...{ current, choice, strategy, plan, baseline, built, builtDay, network, apart, skip, gross, controlling },
    ...{ endings, last },
    whole: movement(wholePlan.finishDay, latestBuilt(columns, dates, NO_MATCH)),
    other: otherRows && movement(dayOf(endings[0].finishOf(otherRows[0])), dayOf(endings[1].finishOf(otherRows[1]))),
    withTaskVariances: options.include_task_variances !== false,
    rules,
    events,
    completions,
    contractual,
    concurrency: options.concurrency ?? 'literal',
    periods: periodsOf(
      built,
      apart === undefined ? items.filter(({ isBaseline }) => !isBaseline) : [],
      timeline,
      controlling,
      followed,
      datesOf,
    ),
    unforeseen: dates.unforeseen,
    arePlaced: dates.isPlaced,
    population: populationOf(taskStates(columns), IN_PASSES, () => true),
    unplanned: members(built, i => !isInPlan(built, i)),
    recounted: recountedOf(built, plannedItem && chooseCalendar(plannedItem.columns, input.params.calendar), choice),
    undated: members(built, i => isInPlan(built, i) && noDates(i)),
    deleted: deletedTasks(built, baseline),
  }
}

/** What the plan took a task to need, in its own calendar, and what the same dates are in the calendar that all is counted in. */
function recountedOf(
  built: AsBuilt,
  planned: CalendarChoice | undefined,
  { mode, calendar }: CalendarChoice,
): Recounted {
  const { baselineStart, baselineFinish } = built.plan.columns
  const moreDays = (i: number): number =>
    // two modes are two counts, and no edit of a calendar
    planned?.mode !== mode || baselineStart[i] === DAY_ABSENT || baselineFinish[i] === DAY_ABSENT
      ? 0
      : planned.calendar.daysBetween(baselineStart[i], baselineFinish[i]) -
        calendar.daysBetween(baselineStart[i], baselineFinish[i])
  return { tasks: members(built, i => isInPlan(built, i) && moreDays(i) !== 0), moreDays }
}

/** The dates of each status, made once. */
function keptDates(calendar: Calendar): (item: SeriesItem) => StatusDates {
  const known = new Map<SeriesItem, StatusDates>()
  return item => {
    const dates = known.get(item) ?? statusDates(item, calendar)
    known.set(item, dates)
    return dates
  }
}

/** Tasks that take part and pass the test. */
export const members = ({ takesPart }: AsBuilt, test: (i: number) => boolean): Uint32Array =>
  Uint32Array.from(takesPart.keys()).filter(i => takesPart[i] === 1 && test(i))

/** Where plan and current schedule end, and which finish is followed. A plan in fields of the current schedule has its tasks. */
function endsOf(built: AsBuilt, baseline: ScheduleColumns | undefined, placed: StatusDates | undefined) {
  const { plan, columns } = built
  const ending = (place: string, of: ScheduleColumns, days: Int32Array, partners: Int32Array | undefined): Ending => ({
    place,
    columns: of,
    finishOf: i => (days[i] === DAY_ABSENT ? Number.NaN : days[i]),
    partners,
  })
  const planned =
    baseline === undefined
      ? ending('current_schedule', columns, columns.baselineFinish, undefined)
      : ending('baseline_schedule', baseline, datesOfPlan(baseline, placed).finish, undefined)
  const partners = plan.match?.baselineOf ?? columns.baselineFinish.map((day, i) => (day === DAY_ABSENT ? NO_MATCH : i))
  const endings: readonly [Ending, Ending] = [planned, ending('current_schedule', columns, built.finish, partners)]
  return { endings, last: lastTaskOf(endings) }
}

function controllingOf(
  built: AsBuilt,
  network: Network,
  timeline: Timeline,
  { grossDays, followed, ends: given, rules, builtDay, events, checkpoint }: HeldSetting,
): Controlling {
  const { delayCategory } = built.columns
  const path = controllingPath(built, network, timeline, followed)
  const increments = incrementsOf(built, network, path, timeline, grossDays)
  const ends = given.length === 0 ? lastFinishing(built) : given
  const states = tiedStates(built, network, timeline, ends)
  const sides = sidesOf(rules)
  const { columns } = built
  const side = columns.delayCategory.map(code => sides[code])
  const cover = new EventCover(events, { columns, category: columns.delayCategory, side, timeline })
  const moves = heldMoves(built, network, timeline, { followed: given, grossDays, sides, cover, checkpoint })
  const held = heldOf(built, moves, {
    wall: wallOf(timeline, built.plan.finishDay, builtDay),
    cover,
    eventCount: events.length,
    onDaysOff: (from, to) => heldOnDaysOff(built, network, states, from, to),
  })
  const { id } = built.columns
  const tied = Uint32Array.from(new Set(states.map(({ task }) => task))).sort((i, j) => compareIds(id, i, j))
  const onPath = new Set(path.tasks)
  const isTied = ends.length > 1 || states.some(({ before }) => new Set(before.map(({ state }) => state)).size > 1)
  return {
    path,
    increments,
    held,
    beside: tied.filter(i => !onPath.has(i)),
    tied: isTied ? tied : tied.subarray(0, 0),
    hasCategories: events.length > 0 || delayCategory.some((code, i) => code !== 0 && built.takesPart[i] === 1),
    stepDays: moves.stepDays,
  }
}

interface HeldSetting {
  readonly grossDays: number
  /** Task whose path is shown, NO_MATCH = that of the last of all. */
  readonly followed: number
  /** Tasks whose finish is followed, none = those that finish last. */
  readonly ends: readonly number[]
  readonly rules: readonly EntitlementRule[]
  readonly builtDay: number
  readonly events: readonly SentEvent[]
  readonly checkpoint: () => void
}

/** From status to status where there are several, else from month to month along the path. */
function periodsOf(
  built: AsBuilt,
  statuses: readonly SeriesItem[],
  timeline: Timeline,
  controlling: Controlling | undefined,
  followed: number,
  datesOf: (item: SeriesItem) => StatusDates,
): Periods {
  const { finishDay } = built.plan
  const builtIn = (item: SeriesItem): number => {
    const { columns } = item
    const row = followed === NO_MATCH ? NO_MATCH : matchIds(columns, built.columns)[followed]
    if (followed !== NO_MATCH && row === NO_MATCH) return DAY_ABSENT
    return latestBuilt(columns, datesOf(item), row)
  }
  if (statuses.length > 1 && finishDay !== DAY_ABSENT)
    return { basis: 'snapshots', rows: periodsOfSnapshots(statuses, finishDay, timeline, builtIn) }
  if (controlling === undefined) return { basis: null, rows: [] }
  return { basis: 'month_ends', rows: periodsOfPath(built, controlling.path, controlling.increments) }
}

/** Both schedules, where no task of the plan is one of the current schedule. */
function sidesApart({ plan: { match }, columns, takesPart }: AsBuilt, baseline: ScheduleColumns | undefined) {
  if (match === undefined || baseline === undefined) return undefined
  if (match.baselineOf.some((j, i) => j !== NO_MATCH && takesPart[i] === 1)) return undefined
  const sides: [Side, Side] = [
    { called: 'the baseline schedule', taskCount: baseline.taskCount },
    { called: 'the current schedule', taskCount: columns.taskCount },
  ]
  return sides
}

/** Why there is no controlling path, undefined = there is one. */
function skipOf({ columns, takesPart }: AsBuilt, linkCount: number, isCompared: boolean): Skip | undefined {
  if (!isCompared) return 'noPlan'
  const { actualStart, actualFinish } = columns
  const isActual = (mark: number, i: number): boolean =>
    mark === 1 && (actualStart[i] !== DAY_ABSENT || actualFinish[i] !== DAY_ABSENT)
  if (!takesPart.some(isActual)) return 'noActuals'
  return linkCount === 0 ? 'noLinks' : undefined
}

function deletedTasks({ plan }: AsBuilt, baseline: ScheduleColumns | undefined): Uint32Array {
  if (plan.match === undefined || baseline === undefined) return new Uint32Array(0)
  return plan.match.deleted.filter(j => isInPasses(baseline.taskType[j]))
}

/**
 * POST /api/v1/forensics/as-planned-vs-as-built: what was planned against what was built (AACE 29R-03 MIP 3.1 and 3.2).
 * The reckoning is compute/engine/analysis/as-planned-vs-as-built; this file reads the request and says what came out.
 */

import { AS_BUILT_STATES, AsBuiltData } from '../../../../shared/analysis/as-planned-vs-as-built/data.ts'
import type { AsPlannedVsAsBuiltRequest } from '../../../../shared/analysis/as-planned-vs-as-built/request.ts'
import { DAY_ABSENT, type ScheduleColumns, type TextColumn } from '../../../../shared/schedule/columns.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { rowsTold } from '../../check/finding-rows.ts'
import { hitsOf, NO_HITS } from '../../check/findings.ts'
import { findingsIn, withTold } from '../../check/told.ts'
import { joinFindings, seriesFindings } from '../../compare/input-findings.ts'
import { AS_BUILT_METHOD } from '../../compare/methods.ts'
import { noPairsHit, noPairsText, type Side } from '../../compare/no-pairs.ts'
import { seriesOf } from '../../compare/series.ts'
import { cycleRefusal } from '../../graph/cycle-refusal.ts'
import { buildNetwork } from '../../graph/network.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { compareIds } from '../../ids/id-order.ts'
import { NO_MATCH } from '../../ids/match-ids.ts'
import { isInPasses, kindsWhere } from '../../kind/participation.ts'
import { populationOf, showPopulation } from '../../population/populations.ts'
import { COMPLETE } from '../../population/progress.ts'
import { taskFacts } from '../../population/task-facts.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, optionsOf } from '../../result/options.ts'
import { type Analyser, References } from '../../result/result.ts'
import { dayBasis, daysOver, inDays, laterOrEarlier, signedDays, spanText } from '../../wording/days.ts'
import { type FinishMovement, finishMovement } from '../../wording/finish-movement.ts'
import { plural } from '../../wording/plural.ts'
import { taskText } from '../../wording/tasks.ts'
import { entitlementRules, sidesOf } from '../delay-analysis/parties.ts'
import { showByCategory, showEntitlement } from '../delay-analysis/show.ts'
import { noTotals } from '../delay-analysis/totals.ts'
import { type AsBuilt, asBuiltOf, latestBuilt, planOf } from './facts.ts'
import { AS_BUILT_FINDING_ROWS } from './finding-rows.ts'
import { type Increments, incrementsOf } from './increments.ts'
import { controllingPath } from './path.ts'
import { periodsOfPath, periodsOfSnapshots } from './periods.ts'
import { isInPlan, isNegative, showPath, showPeriods, varianceTable } from './show.ts'

const DISCLAIMER =
  'Observational comparison of dates (AACE 29R-03 MIP 3.1 and 3.2). The controlling path is indicative, the figures are indicators, not verdicts on liability.'

const IN_PASSES = kindsWhere(row => row.passes)

export const asBuiltAnalyser: Analyser = (input, { checkpoint = () => {} }) => {
  const fieldset = fieldsetOf(input, AsBuiltData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  for (const columns of input.schedules.values()) {
    if (topologicalOrder(columns.taskCount, columns.links) === undefined) return cycleRefusal(columns)
  }
  checkpoint()
  const options = optionsOf<typeof AsPlannedVsAsBuiltRequest>(input)
  const current = series.items.at(-1)!
  const { columns } = current
  const strategy = options.match_strategy ?? 'id'
  const plan = planOf(columns, input.schedules.get('baseline_schedule.tasks'), strategy, checkpoint)
  const built = asBuiltOf(plan)
  const choice = chooseCalendar(columns, input.params.calendar)
  checkpoint()

  const network = buildNetwork(columns, topologicalOrder(columns.taskCount, columns.links)!)
  const timeline = new Timeline(choice.calendar, commonAnchorDay([current]))
  const builtDay = latestBuilt(columns)
  const apart = sidesApart(built, input.schedules.get('baseline_schedule.tasks'))
  const isDated = plan.finishDay !== DAY_ABSENT && builtDay !== DAY_ABSENT
  const isCompared = apart === undefined && isDated
  const skip = apart === undefined ? skipOf(built, network.linkCount, isDated) : 'noPairs'
  const gross = isCompared
    ? finishMovement(choice.calendar, dayBasis(choice.mode), plan.finishDay, builtDay)
    : undefined
  const rules = entitlementRules({
    design: options.design_responsibility ?? 'owner',
    procurement: options.procurement_responsibility ?? 'contractor',
  })
  const path = skip === undefined ? controllingPath(built, network, timeline) : undefined
  const increments = path === undefined ? undefined : incrementsOf(built, network, path, timeline, gross!.days)
  checkpoint()
  const totals = noTotals()
  path?.tasks.forEach((i, n) => {
    totals.byCategory[columns.delayCategory[i]] += increments!.shares.shareDays[n]
  })
  const hasCategories = path?.tasks.some(i => columns.delayCategory[i] !== 0) === true
  const onPath = new Uint8Array(columns.taskCount)
  for (const i of path?.tasks ?? []) onPath[i] = 1

  const statuses = series.items.filter(({ isBaseline }) => !isBaseline)
  const withSnapshots = apart === undefined && statuses.length > 1 && plan.finishDay !== DAY_ABSENT
  const basis = withSnapshots ? 'snapshots' : path === undefined ? null : 'month_ends'
  const periods = withSnapshots
    ? periodsOfSnapshots(statuses, plan.finishDay, timeline)
    : path === undefined
      ? []
      : periodsOfPath(built, path, increments!)

  const members = (test: (i: number) => boolean): Uint32Array =>
    Uint32Array.from(built.takesPart.keys()).filter(i => built.takesPart[i] === 1 && test(i))
  const unplanned = members(i => !isInPlan(built, i))
  const deleted = deletedTasks(built, input.schedules.get('baseline_schedule.tasks'))
  const noDates = (i: number): boolean =>
    plan.columns.baselineFinish[i] === DAY_ABSENT || built.finish[i] === DAY_ABSENT
  const undated = members(i => isInPlan(built, i) && noDates(i))
  const population = populationOf(taskFacts(columns), IN_PASSES, () => true)
  const taskCount = population.count
  const grossDays = gross?.days ?? null
  const own = rowsTold(
    AS_BUILT_FINDING_ROWS,
    {
      noPairs: noPairsHit(apart === undefined ? [] : [apart]),
      late: {
        count: (grossDays ?? 0) > 0 ? taskCount : 0,
        ...(gross === undefined ? {} : { detail: lateDetail(gross, path, increments, columns) }),
      },
      noPlan: { count: plan.finishDay === DAY_ABSENT ? taskCount : 0 },
      outOfSequence: outOfSequenceSteps(path, columns.id),
      noLinks: { count: skip === 'noLinks' ? taskCount : 0 },
      noActuals: { count: skip === 'noActuals' ? taskCount : 0 },
      undated: hitsOf(undated),
      unplanned: apart !== undefined || plan.finishDay === DAY_ABSENT ? NO_HITS : hitsOf(unplanned),
      deleted: { count: apart === undefined ? deleted.length : 0 },
      notCompared: hitsOf(plan.match?.notCompared ?? new Uint32Array()),
      noCategory: { count: path === undefined || hasCategories ? 0 : path.tasks.length },
    },
    columns,
  )
  const told = [...own, ...joinFindings(seriesFindings(series.items))]
  const data = {
    plan_source: plan.source,
    match: {
      strategy,
      matched_count: taskCount - unplanned.length,
      unmatched_dates_count: undated.length,
      unplanned: new References(unplanned, columns.id),
      deleted: new References(deleted, (input.schedules.get('baseline_schedule.tasks') ?? columns).id),
    },
    population: showPopulation(population),
    calendar: showCalendar(choice),
    status_date: dateOrNull(current.statusDay),
    planned_finish_date: dateOrNull(plan.finishDay),
    as_built_finish_date: dateOrNull(builtDay),
    is_finish_projected: members(i => built.state[i] !== COMPLETE).length > 0,
    gross_delay_days: grossDays,
    gross_delay_calendar_days: isCompared ? builtDay - plan.finishDay : null,
    status_counts: Object.fromEntries(
      AS_BUILT_STATES.map((name, state) => [name, members(i => built.state[i] === state).length]),
    ),
    task_variances: options.include_task_variances === false ? undefined : varianceTable(built, onPath),
    controlling_path: path === undefined ? null : showPath(built, network, path, increments!, sidesOf(rules)),
    controlling_path_message: skip === undefined ? null : SKIP_MESSAGES[skip],
    by_category: showByCategory(totals),
    entitlement: hasCategories ? { ...showEntitlement([totals], rules, grossDays!), concurrent_days: null } : null,
    periods: {
      basis,
      message: basis === null ? SKIP_MESSAGES[skip!] : null,
      rows: showPeriods(periods, current.statusDay),
    },
    attribution_method: AS_BUILT_METHOD.text,
    disclaimer: DISCLAIMER,
  }
  return {
    summary: summarise(apart, gross, data.is_finish_projected, path?.tasks.length),
    findings: findingsIn(told),
    recommendations: withTold([], told, null),
    skipped: skip !== undefined,
    data: keepFields(data, fieldset),
  }
}

type Skip = 'noPairs' | 'noPlan' | 'noActuals' | 'noLinks'

const SKIP_MESSAGES: Readonly<Record<Skip, string>> = {
  noPairs: 'Skipped: no task of the plan is one of the current schedule.',
  noPlan: 'Skipped: the plan or the current schedule has no finish date.',
  noActuals: 'Skipped: no task has an actual date.',
  noLinks: 'Skipped: no task is linked with another.',
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

/** By id, so that no order of the input decides whom the advice names. */
function outOfSequenceSteps(path: ReturnType<typeof controllingPath> | undefined, ids: TextColumn) {
  if (path === undefined) return NO_HITS
  const late = path.tasks.filter((_, n) => isNegative(path.gapDays[n]) === 1).sort((i, j) => compareIds(ids, i, j))
  const gaps = new Map(Array.from(path.tasks, (task, n) => [task, path.gapDays[n]]))
  return { ...hitsOf(late), sizeOf: (task: number) => -(gaps.get(task) ?? 0) }
}

/** Movement, dates, and the steps that delayed the finish most. */
function lateDetail(
  gross: FinishMovement,
  path: ReturnType<typeof controllingPath> | undefined,
  increments: Increments | undefined,
  columns: ScheduleColumns,
): string {
  const inCalendarDays = gross.basis === 'calendar' ? '' : ` (${inDays(gross.toDay - gross.fromDay, 'calendar')})`
  const moved = `${daysOver(gross.days, gross.basis, gross.fromDay, gross.toDay)}${inCalendarDays}.`
  if (path === undefined || increments === undefined) return moved
  const { shareDays } = increments.shares
  const most = [...path.tasks.keys()]
    .filter(n => shareDays[n] > EPSILON_DAYS)
    .sort((a, b) => shareDays[b] - shareDays[a] || a - b)
    .slice(0, STEPS_NAMED_MAX)
    .map(n => `${taskText(columns, path.tasks[n])} ${signedDays(shareDays[n], gross.basis)}`)
  return most.length === 0 ? moved : `${moved} Most by ${most.join(', ')}.`
}

const STEPS_NAMED_MAX = 3

function summarise(
  apart: readonly [Side, Side] | undefined,
  gross: FinishMovement | undefined,
  isProjected: boolean,
  pathLength: number | undefined,
): string {
  if (apart !== undefined) return `The delay is not known. ${noPairsText(...apart)}`
  if (gross === undefined) return 'The delay is not known: the plan or the current schedule has no finish date.'
  const { days, basis, fromDay, toDay } = gross
  const verb = isProjected ? 'is to finish' : 'finished'
  const when =
    days === 0
      ? `as planned, ${spanText(fromDay, toDay)}`
      : `${laterOrEarlier(days, basis)} than planned, ${spanText(fromDay, toDay)}`
  const how = pathLength === undefined ? '' : `; the controlling path has ${plural(pathLength, 'task')}`
  return `By its dates the project ${verb} ${when}${how}. Indicators, not verdicts.`
}

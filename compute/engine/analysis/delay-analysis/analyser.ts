/**
 * POST /api/v1/forensics/delay-analysis: observational windows (AACE 29R-03 MIP 3.3 and 3.4). The reckoning is
 * compute/engine/analysis/delay-analysis; this file reads the request and says what came out.
 */

import { DelayAnalysisData } from '../../../../shared/analysis/delay-analysis/data.ts'
import type { DelayAnalysisRequest } from '../../../../shared/analysis/delay-analysis/request.ts'
import type { Refusal, ValidationFault } from '../../../../shared/errors.ts'
import { DAY_ABSENT } from '../../../../shared/schedule/columns.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import { type CalendarChoice, chooseCalendar, showCalendar, spanCalendar } from '../../calendar/choice.ts'
import { EPSILON_DAYS } from '../../calendar/snap.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { rowsTold } from '../../check/finding-rows.ts'
import { findingsIn, type Told, withTold } from '../../check/told.ts'
import { joinFindings } from '../../compare/input-findings.ts'
import { DELAY_METHOD } from '../../compare/methods.ts'
import { noPairsHit, noPairsText, type Side } from '../../compare/no-pairs.ts'
import { type SeriesItem, seriesOf } from '../../compare/series.ts'
import { cycleRefusal } from '../../graph/cycle-refusal.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isInPasses } from '../../kind/participation.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser } from '../../result/result.ts'
import {
  type DayBasis,
  dateText,
  inDays,
  laterOrEarlier,
  offsetBasis,
  signedDays,
  spanText,
} from '../../wording/days.ts'
import { finishMovement } from '../../wording/finish-movement.ts'
import { capital, scheduleName, theSchedule } from '../../wording/places.ts'
import { plural } from '../../wording/plural.ts'
import { taskText } from '../../wording/tasks.ts'
import { concurrentText, unequalText } from './concurrency-words.ts'
import { dateDelays, hasLogic } from './date-mode.ts'
import { DELAY_FINDING_ROWS } from './finding-rows.ts'
import { type NetworkItem, networkDelays } from './network-mode.ts'
import type { DelayOutcome } from './outcome.ts'
import { entitlementRules, sidesOf } from './parties.ts'
import { roundDays, showByCategory, showEntitlement, showRevisions } from './show.ts'
import { PROJECT } from './status.ts'
import { concurrentDays, type DelayTotals, revisionDays, sumTotals } from './totals.ts'
import { WORDS } from './words.ts'

const SCHEDULES_MIN = 2
const DISCLAIMER = WORDS.disclaimer.message

export const delayAnalyser: Analyser = (input, { checkpoint = () => {} }) => {
  const fieldset = fieldsetOf(input, DelayAnalysisData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  const { items, replaced } = series
  for (const place of replaced) {
    const columns = input.schedules.get(`${place}.tasks`)!
    if (topologicalOrder(columns.taskCount, columns.links) === undefined) return cycleRefusal(columns)
  }
  if (items.length < SCHEDULES_MIN) return tooFew(items.length)
  const options = optionsOf<typeof DelayAnalysisRequest>(input)
  const inNetwork = items.every(hasLogic)
  const placed = placeItems(items, options.project_finish_id ?? undefined, inNetwork)
  if ('code' in placed) return placed
  checkpoint()
  const choice = chooseCalendar(items.at(-1)!.columns, input.params.calendar)
  const shared = { calendar: spanCalendar(choice), anchorDay: commonAnchorDay(items), choice }
  const rules = entitlementRules({
    design: options.design_responsibility ?? 'owner',
    procurement: options.procurement_responsibility ?? 'contractor',
  })
  const nearCriticalDays = options.near_critical_threshold ?? 0
  const method = inNetwork ? (options.method ?? 'half_step') : 'windows'
  const outcome = inNetwork
    ? networkDelays(placed, shared, { method, sides: sidesOf(rules), nearCriticalDays }, checkpoint)
    : dateDelays(placed, shared)
  const totals = sumTotals(outcome.totals)
  const hasCategories = items.some(({ columns }) => columns.delayCategory.some(code => code !== 0))
  const withEntitlement = inNetwork && hasCategories && outcome.apart.length === 0
  const withRevisions = method === 'half_step'
  const basis = offsetBasis(choice.mode)
  const told = [
    ...ownFindings(outcome, totals, items, replaced.length, hasCategories, nearCriticalDays, choice),
    ...joinFindings(outcome.found),
  ]
  const data = {
    method,
    implementation_protocol: withRevisions ? '3.4' : '3.3',
    mode: outcome.mode,
    project_finish_id: options.project_finish_id ?? null,
    near_critical_threshold: nearCriticalDays,
    anchor_date: dateOrNull(new Timeline(shared.calendar, shared.anchorDay).anchorDay),
    calendar: showCalendar(choice),
    statuses: outcome.statuses,
    total_delay_days: Number.isNaN(outcome.totalDelayDays) ? null : roundDays(outcome.totalDelayDays),
    windows: outcome.windows,
    by_category: showByCategory(totals),
    unequal_concurrent_days: roundDays(totals.unequalDays),
    recovery_days: roundDays(totals.recoveryDays),
    consumed_float_days: roundDays(totals.consumedFloatDays),
    revision_delay_days: withRevisions ? roundDays(revisionDays(totals)) : null,
    revision: withRevisions ? showRevisions(totals) : null,
    unexplained_days: roundDays(outcome.unexplainedDays),
    entitlement: withEntitlement ? showEntitlement(outcome.totals, rules, outcome.totalDelayDays) : null,
    attribution_method: DELAY_METHOD.text,
    disclaimer: DISCLAIMER,
  }
  return {
    summary: summarise(outcome, totals, data.total_delay_days, nearCriticalDays, basis),
    findings: findingsIn(told),
    recommendations: withTold([], told, null),
    skipped: !withEntitlement,
    data: keepFields(data, fieldset),
  }
}

const tooFew = (count: number): Refusal =>
  refuseInvalid([
    {
      loc: ['body'],
      msg: WORDS.tooFew.msg(SCHEDULES_MIN, count),
      type: 'missing',
    },
  ])

/** Orders of the networks, and the task that is followed in each; or the refusal of what has none. */
function placeItems(items: readonly SeriesItem[], finishId: string | undefined, inNetwork: boolean) {
  const placed: NetworkItem[] = []
  const faults: ValidationFault[] = []
  for (const item of items) {
    const { columns, place } = item
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) return cycleRefusal(columns)
    const followed = finishId === undefined ? PROJECT : tasksOfIds(columns, [finishId])[0]
    if (finishId !== undefined) {
      const isKnown = followed !== NO_MATCH && (!inNetwork || isInPasses(columns.taskType[followed]))
      const msg = WORDS.placeItems.msg(finishId, place)
      if (!isKnown) faults.push({ loc: ['body', 'options', 'project_finish_id'], msg, type: 'unknown' })
    }
    placed.push({ item, order, followed })
  }
  return faults.length > 0 ? refuseInvalid(faults) : placed
}

function ownFindings(
  {
    mode,
    apart: pairsApart,
    concurrent,
    unequal,
    counts,
    totalDelayDays,
    windows,
    unattributed: unattributedDays,
    finishes,
  }: DelayOutcome,
  totals: DelayTotals,
  items: readonly SeriesItem[],
  replacedCount: number,
  hasCategories: boolean,
  nearCriticalDays: number,
  choice: CalendarChoice,
): Told[] {
  const { columns } = items.at(-1)!
  const basis = offsetBasis(choice.mode)
  const unattributed = [...unattributedDays].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  const known = tasksOfIds(
    columns,
    unattributed.map(([id]) => id),
  )
  const apart = finishesApart(finishes, choice)
  const taskCount = items.reduce((sum, { columns }) => sum + columns.taskCount, 0)
  return rowsTold(
    DELAY_FINDING_ROWS,
    {
      noPairs: noPairsHit(pairsApart.map(sidesApart)),
      moved: {
        count: totalDelayDays > 0 ? windows.length : 0,
        detail: `${inDays(totalDelayDays, basis)}, ${finishSpan(finishes)}: ${howText(mode, totals, basis)}.`,
      },
      finishesApart: {
        count: apart.length,
        detail: apart
          .map(each =>
            WORDS.findings.finishesApart(
              capital(scheduleName(each.place)),
              dateText(each.day),
              dateText(each.byDates),
              signedDays(-each.days, basis),
            ),
          )
          .join(' '),
        evidence: apart.map(({ place, day, byDates, days }) => ({
          schedule: place,
          finish_date: dateOrNull(day),
          reported_finish_date: dateOrNull(byDates),
          computed_later_days: -days,
        })),
      },
      dateMode: { count: counts.unlinked },
      undated: { count: counts.undated },
      concurrent: {
        count: counts.concurrentWindows,
        detail: WORDS.ownFindings.concurrentDetail(
          inDays(concurrentDays(totals), basis),
          inDays(sumOf(totals.byCategory), basis),
          concurrentText(concurrent, basis),
        ),
      },
      unequal: {
        count: counts.unequalWindows,
        detail: `${inDays(totals.unequalDays, basis)} of ${inDays(sumOf(totals.byCategory), basis)} of delay. ${unequalText(unequal, nearCriticalDays, basis)}.`,
      },
      unattributed: {
        count: hasCategories ? unattributed.length : 0,
        tasks: [...known].filter(i => i !== NO_MATCH),
        isRanked: true,
        detail: WORDS.findings.unattributed(
          inDays(totals.byCategory[0], basis),
          inDays(sumOf(totals.byCategory), basis),
          unattributed
            .slice(0, 3)
            .map(
              ([id, days], n) =>
                `${known[n] === NO_MATCH ? id : taskText(columns, known[n])} ${signedDays(days, basis)}`,
            )
            .join(', '),
        ),
      },
      noCategory: {
        count: hasCategories ? 0 : taskCount,
        tasks: [...known].filter(i => i !== NO_MATCH),
        isRanked: true,
      },
      scopeWithLogic: { count: counts.scopeWithLogic },
      replaced: { count: replacedCount },
      pacing: { count: counts.pacing },
    },
    columns,
  )
}

/** Neighbours in words, with their tasks. */
const sidesApart = ([earlier, later]: DelayOutcome['apart'][number]) =>
  [earlier, later].map(({ place, columns: { taskCount } }) => ({ called: theSchedule(place), taskCount })) as [
    Side,
    Side,
  ]

const sumOf = (values: Float64Array): number => values.reduce((sum, each) => sum + each, 0)

const finishSpan = (finishes: DelayOutcome['finishes']): string => spanText(finishes[0]?.day, finishes.at(-1)?.day)

/** What the movement is made of; what is 0 is left out. */
function howText(mode: DelayOutcome['mode'], totals: DelayTotals, basis: DayBasis): string {
  if (mode === 'dates') return 'by dates alone'
  const revisions = revisionDays(totals)
  const parts = [
    [sumOf(totals.byCategory), 'by slips beyond the float'],
    [totals.recoveryDays, 'recovered by progress'],
    [revisions, 'by revisions of the plan'],
  ] as const
  const told = parts.filter(([days]) => Math.abs(days) > EPSILON_DAYS)
  return told.length === 0
    ? 'nothing moved it'
    : told.map(([days, how]) => `${signedDays(days, basis)} ${how}`).join(', ')
}

/** Schedules whose computed finish is not the one their own dates describe: the first and the last, which make the movement. */
function finishesApart(finishes: DelayOutcome['finishes'], choice: CalendarChoice) {
  return [finishes[0], finishes.at(-1)!].flatMap(each => {
    if (each.day === DAY_ABSENT || each.byDates === DAY_ABSENT || each.day === each.byDates) return []
    const { days } = finishMovement(spanCalendar(choice), offsetBasis(choice.mode), each.day, each.byDates)
    return days === 0 ? [] : [{ ...each, days }]
  })
}

function summarise(
  { mode, windows, finishes, apart, concurrent, unequal }: DelayOutcome,
  totals: DelayTotals,
  totalDays: number | null,
  nearCriticalDays: number,
  basis: DayBasis,
): string {
  if (apart.length > 0) return `The delay is not known. ${noPairsText(...sidesApart(apart[0]))}`
  if (totalDays === null) return WORDS.summarise.message
  const moved =
    totalDays === 0
      ? `The finish did not move, ${finishSpan(finishes)},`
      : `The finish moved ${laterOrEarlier(totalDays, basis)}, ${finishSpan(finishes)},`
  const together = concurrentText(concurrent, basis)
  const unequalDelays = unequalText(unequal, nearCriticalDays, basis)
  return [
    `${moved} over ${plural(windows.length, 'window')}: ${howText(mode, totals, basis)}.`,
    ...(together === undefined ? [] : [`Concurrent, ${inDays(concurrentDays(totals), basis)}: ${together}.`]),
    ...(unequalDelays === undefined
      ? []
      : [`At one time, but unequal, ${inDays(totals.unequalDays, basis)}: ${unequalDelays}.`]),
    'Indicators, not verdicts.',
  ].join(' ')
}

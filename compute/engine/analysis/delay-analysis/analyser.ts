/**
 * POST /api/v1/forensics/delay-analysis: observational windows (AACE 29R-03 MIP 3.3 and 3.4). The reckoning is
 * compute/engine/analysis/delay-analysis; this file reads the request and says what came out.
 */

import { DelayAnalysisData } from '../../../../shared/contract/analysis/delay-analysis/data.ts'
import type { DelayAnalysisRequest } from '../../../../shared/contract/analysis/delay-analysis/request.ts'
import type { Refusal, ValidationFault } from '../../../../shared/contract/errors.ts'
import { commonAnchorDay } from '../../calendar/anchor.ts'
import { chooseCalendar, showCalendar, spanCalendar } from '../../calendar/choice.ts'
import { Timeline } from '../../calendar/timeline.ts'
import { findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { seek } from '../../check/finding-rows.ts'
import { joinFindings } from '../../compare/input-findings.ts'
import { saidFirst, showLastTask } from '../../compare/last-task.ts'
import { DELAY_METHOD } from '../../compare/methods.ts'
import {
  isPlan,
  isRecreated,
  type SeriesItem,
  seriesOf,
  withKeptCategories,
  withStableIds,
} from '../../compare/series.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { NO_MATCH, tasksOfIds } from '../../ids/match-ids.ts'
import { isInPasses } from '../../kind/participation.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, dayOf, type OptionsOf, optionsOf, refuseInvalid } from '../../result/options.ts'
import type { Analyser, AnalysisResult } from '../../result/result.ts'
import { offsetBasis } from '../../wording/days.ts'
import { observedSeries } from './contract-accounts.ts'
import {
  type ContractDate,
  completionOf,
  contractRules,
  contractTexts,
  notInNetwork,
  sectionDates,
  showContractDates,
  wholeDate,
} from './contract-dates.ts'
import { dateDelays, hasLogic } from './date-mode.ts'
import { showEventDays } from './event-days.ts'
import { eventFindings } from './event-findings.ts'
import { eventsOf, eventsUnder } from './events.ts'
import { followedText, followLastTask, followWork, withParts } from './followed.ts'
import { type NetworkItem, networkDelays } from './network-mode.ts'
import type { DelayOutcome } from './outcome.ts'
import { END_CHANGED, ownFindings } from './own-findings.ts'
import { PairSteps } from './pairing.ts'
import { entitlementRules, sidesOf } from './parties.ts'
import { recreatedMax, recreatedSeries, sentTasks } from './recreated.ts'
import { renamedIn } from './revision-summary.ts'
import {
  roundDays,
  showAccount,
  showByCategory,
  showByCategoryCalendar,
  showRevisions,
  showRevisionsCalendar,
} from './show.ts'
import { calendarDaysBetween } from './status.ts'
import { summarise } from './summarise.ts'
import { revisionDays, sumTotals } from './totals.ts'

const SCHEDULES_MIN = 2
const DISCLAIMER =
  'Observational analysis of the schedules as submitted, per window (AACE 29R-03 MIP 3.3 and 3.4). The figures are indicators, not verdicts on liability; modelled methods are analyses of their own: time impact (MIP 3.6 and 3.7) and collapsed as-built (MIP 3.8 and 3.9).'

export const delayAnalyser: Analyser = (input, { checkpoint = () => {} }) => {
  const fieldset = fieldsetOf(input, DelayAnalysisData)
  if (!isFieldset(fieldset)) return fieldset
  const series = seriesOf(input)
  if ('code' in series) return series
  const { ofOneDate } = series
  if (series.items.length < SCHEDULES_MIN) return tooFew(series.items.length)
  const sentEvents = eventsOf(input, series.items)
  if ('code' in sentEvents) return sentEvents
  const stable = withStableIds(series.items)
  const kept = withKeptCategories(stable.items)
  const stableEvents = eventsUnder(sentEvents, stable.idOf)
  const options = optionsOf<typeof DelayAnalysisRequest>(input)
  const choice = chooseCalendar(series.items.at(-1)!.columns, input.params.calendar)
  const pairSteps = new PairSteps(sentTasks(kept))
  const plan = kept[0]?.columns
  const shared = { calendar: spanCalendar(choice), anchorDay: commonAnchorDay(kept), choice, pairSteps, plan }
  const calendarDays = calendarDaysBetween(shared.calendar, shared.anchorDay)
  const rules = entitlementRules({
    design: options.design_responsibility ?? 'owner',
    procurement: options.procurement_responsibility ?? 'contractor',
  })
  const timeline = new Timeline(shared.calendar, shared.anchorDay)
  const sentRules = { events: stableEvents, sides: sidesOf(rules), timeline, shared }
  const recreated =
    options.method === 'recreated' ? recreatedSeries(kept, options.data_dates?.map(dayOf), sentRules) : undefined
  if (recreated !== undefined && 'code' in recreated) return recreated
  const items = recreated?.items ?? kept
  const inNetwork = items.every(hasLogic)
  const sentItems = placeItems(items, options.project_finish_id ?? undefined, inNetwork, stable.idOf)
  if ('code' in sentItems) return sentItems
  checkpoint()
  const { items: given, events } = inNetwork
    ? withParts(sentItems, sentRules)
    : { items: sentItems, events: stableEvents }
  const alikeRules = { ...sentRules, events }
  const sections = placeSections(given, options, inNetwork, stable.idOf)
  if ('code' in sections) return sections
  const isNamed = typeof options.project_finish_id === 'string'
  const followed = isNamed ? undefined : followLastTask(given, alikeRules, inNetwork)
  const placed = followed?.items ?? (inNetwork ? followWork(given, alikeRules) : given)
  checkpoint()
  const nearCriticalDays = options.near_critical_threshold ?? 0
  const concurrency = options.concurrency ?? 'literal'
  const method = inNetwork ? (options.method ?? 'half_step') : 'windows'
  const sectionItems = sections.map(({ placed: own }) =>
    inNetwork ? followWork(withPrepared(own, placed), alikeRules) : own,
  )
  const unknown = [
    ...unknownIn(placed, options.project_finish_id ?? undefined, ['project_finish_id']),
    ...sectionItems.flatMap((own, n) => unknownIn(own, sections[n].date.taskId, ['sectional_dates', n, 'task_id'])),
  ]
  if (unknown.length > 0) return refuseInvalid(unknown)
  const { whole: told, ofSections } = inNetwork
    ? networkDelays(
        placed,
        sectionItems,
        shared,
        {
          ...{ method, sides: alikeRules.sides, nearCriticalDays, order: options.order ?? 'mean' },
          ...{ calendarDays, checkpoint, events, timeline },
        },
        checkpoint,
      )
    : { whole: dateDelays(placed, shared), ofSections: sectionItems.map(own => dateDelays(own, shared)) }
  const outcome = { ...told, renumbered: [...told.renumbered, renamedIn(stable.moved)] }
  const contractual = contractRules(options)
  const completed = (date: ContractDate, of: DelayOutcome) =>
    completionOf(date, observedSeries(of, shared.calendar, shared.anchorDay, isPlan(items[0])), contractual)
  const completions =
    outcome.apart.length > 0
      ? []
      : [
          ...wholeDate(options, options.project_finish_id ?? undefined).map(date => completed(date, outcome)),
          ...sections.map(({ date }, n) => completed(date, ofSections[n])),
        ]
  const totals = sumTotals(outcome.totals)
  const hasCategories = events.length > 0 || items.some(({ columns }) => columns.delayCategory.some(code => code !== 0))
  const withEntitlement = inNetwork && hasCategories && outcome.apart.length === 0
  const withRevisions = method !== 'windows'
  const basis = offsetBasis(choice.mode)
  // without a common task the gate says that nothing is compared
  const endText = followed === undefined || outcome.apart.length > 0 ? '' : followedText(followed, basis)
  const advised = [
    ...seek([END_CHANGED], [endText], items.at(-1)!.columns),
    ...ownFindings({
      outcome,
      totals,
      items,
      ofOneDate,
      hasCategories,
      nearCriticalDays,
      choice,
      events,
      moved: stable.moved,
    }),
    ...eventFindings(input, events, items),
    ...joinFindings(outcome.found),
  ]
  const explained =
    outcome.totalDelayDays - outcome.unexplainedDays - (withRevisions ? roundDays(revisionDays(totals)) : 0)
  const data = {
    method,
    implementation_protocol: recreated !== undefined ? '3.5' : withRevisions ? '3.4' : '3.3',
    mode: outcome.mode,
    project_finish_id: options.project_finish_id ?? null,
    followed_finish:
      endText === '' ? null : showLastTask(followed!.last, followed!.endings, endText, followed!.movedDays),
    near_critical_threshold: nearCriticalDays,
    order: options.order ?? 'mean',
    concurrency,
    replay_step_days: outcome.stepDays,
    anchor_date: dateOrNull(new Timeline(shared.calendar, shared.anchorDay).anchorDay),
    calendar: showCalendar(choice),
    statuses: outcome.statuses,
    total_delay_days: Number.isNaN(outcome.totalDelayDays) ? null : roundDays(outcome.totalDelayDays),
    total_delay_calendar_days: Number.isNaN(outcome.totalCalendarDays) ? null : roundDays(outcome.totalCalendarDays),
    total_delay_working_days: totalWorkingDays(outcome),
    windows: outcome.windows,
    by_category: showByCategory(totals, explained - roundDays(totals.recoveryDays)),
    by_category_calendar_days: showByCategoryCalendar(totals),
    concurrent_days: roundDays(totals.concurrentDays),
    revision_concurrent_days: roundDays(totals.revisionConcurrentDays),
    shared_days: roundDays(totals.sharedDays),
    no_task_days: roundDays(totals.noTaskDays),
    unequal_concurrent_days: roundDays(totals.unequalDays),
    recovery_days: roundDays(totals.recoveryDays),
    consumed_float_days: roundDays(totals.consumedFloatDays),
    revision_delay_days: withRevisions ? roundDays(revisionDays(totals)) : null,
    revision: withRevisions ? showRevisions(totals) : null,
    revision_calendar_days: withRevisions ? showRevisionsCalendar(totals) : null,
    unexplained_days: roundDays(outcome.unexplainedDays),
    entitlement:
      withEntitlement && outcome.account !== undefined
        ? showAccount(outcome.account, outcome.beside, concurrency, rules, calendarDays, outcome.takenBackDays)
        : null,
    event_days:
      withEntitlement && outcome.account !== undefined && outcome.eventDays !== undefined && events.length > 0
        ? showEventDays(events, outcome.eventDays, outcome.account, outcome.beside, calendarDays)
        : null,
    contract_dates: showContractDates(completions, contractual),
    recreated: recreated?.shown ?? null,
    attribution_method: DELAY_METHOD.text,
    disclaimer: DISCLAIMER,
  }
  const result: AnalysisResult = {
    summary: summarise(outcome, totals, data.total_delay_days, nearCriticalDays, basis, {
      days: Number(data.entitlement?.unattributed_days ?? 0),
      calendarDays: Number(data.entitlement?.unattributed_calendar_days ?? 0),
      policy: concurrency,
      contract: contractTexts(completions, contractual),
    }),
    findings: findingsIn(advised),
    recommendations: withAdvice([], advised, null),
    skipped: !withEntitlement,
    data: keepFields(data, fieldset),
  }
  return saidFirst(result, END_CHANGED.code, endText)
}

const tooFew = (count: number): Refusal =>
  refuseInvalid([
    {
      loc: ['body'],
      msg: `needs schedules of at least ${SCHEDULES_MIN} dates: a baseline_schedule or an earlier snapshot beside the current one, has ${count}`,
      type: 'missing',
    },
  ])

type Options = OptionsOf<typeof DelayAnalysisRequest>
/** The id in the schedules as they are compared. */
type IdOf = (id: string) => string

/** Those of all windows; null: one has none. */
function totalWorkingDays({ windows }: DelayOutcome): number | null {
  const days = windows.map(window => (window as { readonly delay_working_days: number | null }).delay_working_days)
  return days.includes(null) ? null : roundDays(days.reduce<number>((sum, each) => sum + each!, 0))
}

/** The contract dates of sections, and the task of each in every schedule. */
function placeSections(whole: readonly NetworkItem[], options: Options, inNetwork: boolean, idOf: IdOf) {
  const items = whole.map(({ item }) => item)
  const sections: { readonly date: ContractDate; readonly placed: readonly NetworkItem[] }[] = []
  const dates = sectionDates(options)
  const windows = dates.length * (items.length - 1)
  const windowsMax = sectionWindowsMax(items)
  if (inNetwork && windows > windowsMax) {
    const msg = `Each date is analysed in all windows: ${windows} together, of at most ${windowsMax} for schedules of this size. Send some of the dates in a request of their own, or fewer updates.`
    return refuseInvalid([{ loc: ['body', 'options', 'sectional_dates'], msg, type: 'length' }])
  }
  for (const [n, date] of dates.entries()) {
    const placed = placeItems(items, date.taskId, inNetwork, idOf, ['sectional_dates', n, 'task_id'], whole)
    if ('code' in placed) return placed
    sections.push({ date, placed })
  }
  return sections
}

/** What the network of a schedule is, whatever finish is followed in it. */
const withPrepared = (items: readonly NetworkItem[], known: readonly NetworkItem[]): readonly NetworkItem[] =>
  items.map((each, n) => ({ ...each, prepared: known[n].prepared }))

/** Ten dates of updates over five years; and what schedules of many tasks cost to send, they may cost to analyse. */
const SECTION_WINDOWS = 600
const TASKS_PER_WINDOW = 100

function sectionWindowsMax(items: readonly SeriesItem[]): number {
  const windows = SECTION_WINDOWS + Math.floor(sentTasks(items) / TASKS_PER_WINDOW)
  return items.some(isRecreated) ? Math.min(windows, recreatedMax(items, OF_SECTIONS)) : windows
}

/** Tasks in the windows of all sections, for those in recreated updates. */
const OF_SECTIONS = 2

/** Orders of the networks, and the task that is followed in each; or the refusal of what has none. */
function placeItems(
  items: readonly SeriesItem[],
  finishId: string | undefined,
  inNetwork: boolean,
  idOf: IdOf,
  loc: readonly (string | number)[] = ['project_finish_id'],
  known?: readonly NetworkItem[],
) {
  const placed: NetworkItem[] = []
  const faults: ValidationFault[] = []
  for (const [n, item] of items.entries()) {
    const { columns, place } = item
    const order = known?.[n].order ?? topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) return cycleRefusal(columns)
    const followed = finishId === undefined ? [] : [tasksOfIds(columns, [idOf(finishId)])[0]]
    if (
      finishId !== undefined &&
      (inNetwork ? !isInPasses(columns.taskType[followed[0]] ?? 0) : followed[0] === NO_MATCH)
    )
      faults.push(unknownTask(finishId, place, loc))
    placed.push({ item, order, followed })
  }
  // what one schedule has others can have under other ids, or in parts
  if (inNetwork && placed.every(({ followed: [i] }) => i === NO_MATCH)) faults.push(...unknownIn(placed, finishId, loc))
  return faults.length > 0 ? refuseInvalid(faults) : placed
}

const unknownTask = (id: string, place: string, loc: readonly (string | number)[]): ValidationFault => ({
  loc: ['body', 'options', ...loc],
  msg: notInNetwork(id, place),
  type: 'unknown',
})

/** Where a schedule has the work of a named task under no id. */
const unknownIn = (
  items: readonly NetworkItem[],
  id: string | undefined,
  loc: readonly (string | number)[],
): ValidationFault[] =>
  id === undefined
    ? []
    : items.flatMap(({ item, followed: [i] }) => (i === NO_MATCH ? [unknownTask(id, item.place, loc)] : []))

/**
 * POST /api/v1/forensics/delay-analysis: observational windows (AACE 29R-03 MIP 3.3 and 3.4). The reckoning is
 * compute/forensics/delay; this file reads the request and says what came out.
 */
import { DelayAnalysisData } from '../../shared/endpoint/data/delay-analysis-data.ts'
import type { Refusal, ValidationFault } from '../../shared/errors.ts'
import { commonAnchorDay } from '../calendar/anchor.ts'
import { chooseCalendar, showCalendar } from '../calendar/choice.ts'
import { Timeline } from '../calendar/timeline.ts'
import { fieldsetOf, isFieldset, keepFields } from '../fieldset.ts'
import { rowFindings, rowRecommendations } from '../finding-rows.ts'
import { cycleRefusal } from '../graph/cycle-refusal.ts'
import { topologicalOrder } from '../graph/order.ts'
import { dateOrNull, optionsOf, refuseInvalid } from '../options.ts'
import { NO_MATCH, tasksOfIds } from '../population/match-ids.ts'
import { isInPasses } from '../population/participation.ts'
import type { Analyser, Finding } from '../result.ts'
import { inDays } from '../wording/days.ts'
import { plural } from '../wording/plural.ts'
import { dateDelays, hasLogic } from './delay/date-mode.ts'
import { DELAY_FINDING_ROWS } from './delay/finding-rows.ts'
import { type NetworkItem, networkDelays } from './delay/network-mode.ts'
import type { DelayOutcome } from './delay/outcome.ts'
import { entitlementRules, type Party, sidesOf } from './delay/parties.ts'
import { roundDays, showByCategory, showEntitlement, showRevisions } from './delay/show.ts'
import { PROJECT } from './delay/status.ts'
import { concurrentDays, type DelayTotals, revisionDays, sumTotals } from './delay/totals.ts'
import { joinFindings, seriesFindings } from './input-findings.ts'
import { type SeriesItem, seriesOf } from './series.ts'

interface DelayOptions {
  readonly method: 'half_step' | 'windows' | null
  readonly project_finish_id: string | null
  readonly near_critical_threshold: number | null
  readonly design_responsibility: Party | null
  readonly procurement_responsibility: Party | null
}

const SCHEDULES_MIN = 2
const DISCLAIMER =
  'Observational analysis of the schedules as submitted, per window (AACE 29R-03 MIP 3.3 and 3.4). The figures are indicators, not verdicts on liability; modelled methods (MIP 3.6 to 3.9) are out of scope.'

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
  const options = optionsOf<DelayOptions>(input)
  const inNetwork = items.every(hasLogic)
  const placed = placeItems(items, options.project_finish_id ?? undefined, inNetwork)
  if ('code' in placed) return placed
  checkpoint()
  const choice = chooseCalendar(items.at(-1)!.columns, input.params.calendar)
  const shared = { calendar: choice.calendar, anchorDay: commonAnchorDay(items) }
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
  const withEntitlement = inNetwork && hasCategories
  const withRevisions = method === 'half_step'
  const own = ownFindings(outcome, totals, items, replaced.length, hasCategories)
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
    recovery_days: roundDays(totals.recoveryDays),
    consumed_float_days: roundDays(totals.consumedFloatDays),
    revision_delay_days: withRevisions ? roundDays(revisionDays(totals)) : null,
    revision: withRevisions ? showRevisions(totals) : null,
    unexplained_days: roundDays(outcome.unexplainedDays),
    entitlement: withEntitlement ? showEntitlement(outcome.totals, rules, outcome.totalDelayDays) : null,
    disclaimer: DISCLAIMER,
  }
  return {
    summary: summarise(outcome, totals, data.total_delay_days),
    findings: [...own, ...joinFindings([...seriesFindings(items), ...outcome.found])],
    recommendations: rowRecommendations(DELAY_FINDING_ROWS, own),
    skipped: !withEntitlement,
    data: keepFields(data, fieldset),
  }
}

const tooFew = (count: number): Refusal =>
  refuseInvalid([
    {
      loc: ['body'],
      msg: `needs schedules of at least ${SCHEDULES_MIN} dates: a baseline_schedule or an earlier snapshot beside the current one, has ${count}`,
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
      const msg = `must be a task of every schedule that takes part in the critical path, ${finishId} is none of ${place}`
      if (!isKnown) faults.push({ loc: ['body', 'options', 'project_finish_id'], msg, type: 'unknown' })
    }
    placed.push({ item, order, followed })
  }
  return faults.length > 0 ? refuseInvalid(faults) : placed
}

function ownFindings(
  { counts, totalDelayDays, windows }: DelayOutcome,
  totals: DelayTotals,
  items: readonly SeriesItem[],
  replacedCount: number,
  hasCategories: boolean,
): Finding[] {
  const taskCount = items.reduce((sum, { columns }) => sum + columns.taskCount, 0)
  return rowFindings(
    DELAY_FINDING_ROWS,
    {
      moved: { count: totalDelayDays > 0 ? windows.length : 0, days: totalDelayDays },
      dateMode: { count: counts.unlinked },
      undated: { count: counts.undated },
      concurrent: { count: counts.concurrentWindows, days: concurrentDays(totals) },
      unattributed: { count: hasCategories ? counts.unattributed : 0 },
      noCategory: { count: hasCategories ? 0 : taskCount },
      scopeWithLogic: { count: counts.scopeWithLogic },
      replaced: { count: replacedCount },
      pacing: { count: counts.pacing },
    },
    items.at(-1)!.columns.id,
  )
}

function summarise({ mode, windows }: DelayOutcome, totals: DelayTotals, totalDays: number | null): string {
  if (totalDays === null) return 'The delay is not known: the first or the last schedule has no finish.'
  const moved =
    totalDays === 0
      ? 'The finish did not move'
      : `The finish moved ${inDays(Math.abs(totalDays))} ${totalDays > 0 ? 'later' : 'earlier'}`
  const how = mode === 'dates' ? 'by dates alone' : `of them ${roundDays(revisionDays(totals))} by revisions`
  return `${moved} over ${plural(windows.length, 'window')}, ${how}. Indicators, not verdicts.`
}

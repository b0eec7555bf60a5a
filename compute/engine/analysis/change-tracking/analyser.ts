/**
 * POST /api/v1/forensics/change-tracking: what changed between statuses of a schedule, which of it matters, what it did
 * to the finish, and the patterns CT01 to CT15 (/docs/methods/change-tracking). The parts are compute/engine/analysis/change-tracking
 * and compute/engine/analysis/change-tracking/checks; this file reads the request and says what came out.
 */

import { ChangeTrackingData } from '../../../../shared/contract/analysis/change-tracking/data.ts'
import type { ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { formatDay } from '../../../../shared/contract/schedule/day.ts'
import { chooseCalendar } from '../../calendar/choice.ts'
import { type AdvisedFinding, findingsIn, withAdvice } from '../../check/advised-finding.ts'
import { type CheckResult, findingOfCheck } from '../../check/check.ts'
import { seek } from '../../check/finding-rows.ts'
import { NO_HITS } from '../../check/findings.ts'
import { GATE_ROWS } from '../../check/gate-rows.ts'
import { type Gate, gateOf } from '../../check/gates.ts'
import { verdictOf } from '../../check/verdict.ts'
import { joinFindings } from '../../compare/input-findings.ts'
import { lastTaskRow, saidFirst } from '../../compare/last-task.ts'
import { otherWorkRow } from '../../compare/no-pairs.ts'
import { movedIds } from '../../compare/same-work.ts'
import { placesOfOneDate, type SeriesItem } from '../../compare/series.ts'
import { cycleRefusal } from '../../graph/cycle-text.ts'
import { topologicalOrder } from '../../graph/order.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import type { Analyser, AnalysisResult, Finding } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { ofAll } from '../../wording/shares.ts'
import { ChangeLog } from './change-log.ts'
import { CHANGE_TRACKING_ROWS } from './checks/rows.ts'
import { identitiesOf } from './identities.ts'
import { integrityScore, recommendationsOf, sumPattern, withExample } from './integrity.ts'
import { showTracking, summaryOf, type Tracking } from './show.ts'
import { pairsOf, requestedOf, statusesOf } from './statuses.ts'
import { type Compared, type StatusFigures, walk } from './walk.ts'

export const changeTrackingAnalyser: Analyser = (input, { checkpoint }) => {
  const fieldset = fieldsetOf(input, ChangeTrackingData)
  if (!isFieldset(fieldset)) return fieldset
  const all = statusesOf(input)
  if ('code' in all) return all
  const orders = new Map<ScheduleColumns, Uint32Array>()
  for (const columns of input.schedules.values()) {
    const order = topologicalOrder(columns.taskCount, columns.links)
    if (order === undefined) return cycleRefusal(columns)
    orders.set(columns, order)
  }
  checkpoint?.()
  const requested = requestedOf(input)
  const choice = chooseCalendar(all.at(-1)!.columns, input.params.calendar)
  const identities = identitiesOf(all.map(({ columns }) => columns))
  const log = new ChangeLog(requested.categories, requested.withDetails)
  const walked = walk(all, columns => orders.get(columns)!, log, {
    ...requested,
    pairs: pairsOf(requested.mode, all.length),
    identities,
    choice,
    checkpoint,
  })
  const { compared } = walked
  const sums = CHANGE_TRACKING_ROWS.map((_, n) => sumPattern(compared, n))
  const results = sums.map(({ result }) => withExample(result, identities))
  const { columns: last } = all.at(-1)!
  const moved = compared.flatMap(({ from, to }) => movedIds(all[from].columns, all[to].columns, all[to].place))
  const ofInput = [
    ...endChanged(compared, last),
    ...seek([OTHER_WORK], moved, last),
    ...inputFindingsOf(walked.figures),
  ]
  const verdict = verdictOf({
    raw: integrityScore(compared),
    checks: results.map(({ status }) => ({ status, weight: 1 })),
    gates: [...pairGates(compared), ...lostScopeGate(results)],
    findings: [
      ...results.flatMap(result => findingOfCheck(result, identities.ids) ?? []),
      ...sameDateFinding(all),
      ...findingsIn(ofInput),
    ],
    ids: identities.ids,
  })
  const tracking: Tracking = { requested, all, choice, identities, log, ...walked, sums, results, verdict }
  const { score, grade, findings } = verdict
  const result: AnalysisResult = {
    score,
    grade,
    summary: summaryOf(tracking),
    findings,
    recommendations: withAdvice(recommendationsOf(sums, identities), ofInput, score === null ? null : 0),
    skipped: score === null || sums.some(({ result }) => result.status === 'skipped'),
    data: keepFields(showTracking(tracking), fieldset),
    namesOfIds: new Map([[identities.ids, identities.names]]),
  }
  return saidFirst(result, END_CHANGED.code, endTexts(compared)[0] ?? '')
}

const END_CHANGED = lastTaskRow('CT_END_CHANGED')
const OTHER_WORK = otherWorkRow('CT_ID_OF_OTHER_WORK', { isFollowed: false })

/** One sentence for each comparison in which another task ends last. */
const endTexts = (compared: readonly Compared[]): string[] =>
  compared.flatMap(({ followed }) => (followed.text === '' ? [] : [followed.text]))

const endChanged = (compared: readonly Compared[], columns: ScheduleColumns): AdvisedFinding[] =>
  seek([END_CHANGED], endTexts(compared), columns)

/** The gate when a comparison had no task of both statuses: what is left of the score would speak for the others alone. */
function pairGates(compared: readonly Compared[]): Gate[] {
  const apart = compared.filter(({ matched }) => matched === 0)
  if (apart.length === 0) return []
  const { fromDay, toDay, before, after } = apart[0]
  const description = `${ofAll(apart.length, compared.length, 'comparison')} ${apart.length === 1 ? 'has' : 'have'} no task of both statuses: of ${plural(before.columns.taskCount, 'task')} on ${formatDay(fromDay)} and ${plural(after.columns.taskCount, 'task')} on ${formatDay(toDay)} none has the id of another.`
  return [gateOf(GATE_ROWS.noPairs, { description, hits: { ...NO_HITS, count: apart.length } })]
}

const LOST_SCOPE = 'CT10' satisfies (typeof CHANGE_TRACKING_ROWS)[number]['code']

function lostScopeGate(results: readonly CheckResult[]): Gate[] {
  const lost = results.find(({ row, status }) => row.code === LOST_SCOPE && status === 'fail')
  if (lost === undefined) return []
  const { outcome } = lost
  const count = outcome!.hits.count
  const description = `${plural(count, 'critical task', 'critical tasks')} cannot be followed from one status to the next (${LOST_SCOPE}).`
  return [gateOf(GATE_ROWS.lostScope, { description, hits: outcome!.hits, earnedBy: [LOST_SCOPE] })]
}

/** About the statuses compared. */
const inputFindingsOf = (figures: readonly (StatusFigures | undefined)[]): AdvisedFinding[] =>
  joinFindings(figures.flatMap(each => (each === undefined ? [] : [each.found])))

function sameDateFinding(all: readonly SeriesItem[]): Finding[] {
  const places = placesOfOneDate(all)
  if (places.length === 0) return []
  return [
    {
      code: 'HISTORY_OF_ONE_DATE',
      severity: 'info',
      title: 'Statuses of one date',
      description: `${plural(places.length, 'status has', 'statuses have')} the date of another. They are compared in the order of the request, the current schedule last; nothing else says which of them came first.`,
      task_ids: [],
      count: places.length,
      evidence: { order: places },
    },
  ]
}

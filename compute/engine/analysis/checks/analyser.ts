/**
 * POST /api/v1/health/checks: a catalogue of checks, each as data over named values of the schedule (fields/), or a check of another analysis by its code.
 * rows/ has the built-in catalogues; this file reads the request and says what came out.
 */
import { ChecksData } from '../../../../shared/contract/analysis/checks/data.ts'
import type { ChecksRequest } from '../../../../shared/contract/analysis/checks/request.ts'
import type { CatalogueId } from '../../../../shared/contract/endpoint/data/catalogue-words.ts'
import { DAY_ABSENT, type ScheduleColumns } from '../../../../shared/contract/schedule/columns.ts'
import { chooseCalendar, showCalendar } from '../../calendar/choice.ts'
import { jobFinish, showReportedFinish } from '../../check/beyond-dates.ts'
import { type FindingRow, seek } from '../../check/finding-rows.ts'
import { canHoldBaseline } from '../../check/needs.ts'
import { passFailResult } from '../../check/scored-result.ts'
import { withJoinedAssignments } from '../../deliverables/assigned.ts'
import { BASELINE_LATER, dataDatesOf } from '../../input/baseline-order.ts'
import { historyFindings } from '../../input/schedule-findings.ts'
import { earlierStatuses } from '../../population/earlier-statuses.ts'
import { fieldsetOf, isFieldset, keepFields } from '../../result/fieldset.ts'
import { dateOrNull, mustFinishDayOf, optionsOf, refuseInvalid, statusDayOf } from '../../result/options.ts'
import type { Analyser, AnalysisInput } from '../../result/result.ts'
import { plural } from '../../wording/numbers.ts'
import { mappingFaults, mappingOf, unreadNames } from './fields/mapping.ts'
import { measured } from './fields/measured.ts'
import { Measures } from './measures.ts'
import { builtInCatalogue, ownCatalogue, type ReadCatalogue } from './own.ts'
import { type RunResult, runOne } from './run.ts'
import { measuredBaseline, withBaselineDates } from './sent-baseline.ts'
import { characteristicsOf, practicesOf, showCatalogueCheck } from './show.ts'

const ID = 'health.checks'
const CATALOGUE_DEFAULT: CatalogueId = 'dcma-14'

/** A catalogue of the sender's own that no check is of. */
const OWN_UNUSED: FindingRow<{ readonly isUnused: boolean }> = {
  code: 'CHECKS_OWN_UNUSED',
  severity: 'medium',
  title: 'The catalogue sent along was not used',
  description: () =>
    'A catalogue of checks was sent along and another one was named; these are the checks of the one named.',
  advice: {
    title: 'Name the catalogue that is meant',
    description: 'Leave options.catalogue out, or set it to own, and the checks are those of own_catalogue.',
  },
  find: ({ isUnused }) => ({ count: isUnused ? 1 : 0 }),
}

/** The mapping is that of a file for an authority, which has more fields than checks read. */
const MAPPING_UNREAD: FindingRow<{ readonly names: readonly string[] }> = {
  code: 'CHECKS_MAPPING_UNREAD',
  severity: 'info',
  title: 'Fields of the mapping that no check reads',
  description: (_, { names }) => `No check reads ${names.join(', ')} of the mapping.`,
  find: ({ names }) => ({ count: names.length }),
}

/** What an analysis of the schedule alone cannot know. */
const BASELINE_DATES: FindingRow<{ readonly dated: number }> = {
  code: 'CHECKS_BASELINE_DATES',
  severity: 'info',
  title: 'Baseline dates are those of the baseline beside the schedule',
  description: count =>
    `${plural(count, 'task has', 'tasks have')} the baseline dates of the task of the same id in the baseline that was sent; the analyses of one schedule alone lack them.`,
  find: ({ dated }) => ({ count: dated }),
}

export const checksAnalyser: Analyser = (sent, { checkpoint }) => {
  const fieldset = fieldsetOf(sent, ChecksData)
  if (!isFieldset(fieldset)) return fieldset
  checkpoint?.()
  const options = optionsOf<typeof ChecksRequest>(sent)
  const [asSent, baselineAsSent] = ['tasks', 'baseline_schedule.tasks'].map(path => sent.schedules.get(path))
  const schedules = baselineAsSent === undefined ? [asSent!] : [asSent!, baselineAsSent]
  const hasOwn = sent.params.own_catalogue !== undefined && sent.params.own_catalogue !== null
  const id = options.catalogue ?? (hasOwn ? 'own' : CATALOGUE_DEFAULT)
  const chosen = id === 'own' ? ownCatalogue(sent.params.own_catalogue, schedules) : { catalogue: builtInCatalogue(id) }
  const mapping = mappingOf(sent.params.mapping)
  const faults = [...('faults' in chosen ? chosen.faults : []), ...mappingFaults(mapping, schedules)]
  if (faults.length > 0) return refuseInvalid(faults)
  // checks of PARS judge what it gets
  const [sentColumns, baselineColumns] = (id === 'diq' ? schedules.map(withJoinedAssignments) : schedules) as [
    ScheduleColumns,
    ScheduleColumns?,
  ]
  const { catalogue } = chosen as { readonly catalogue: ReadCatalogue }
  const statusDay = statusDayOf(sent)
  const request = { statusDay, mapping, isBaselineKnown: baselineColumns !== undefined || canHoldBaseline(sent) }
  const isOfFile = (path: string): boolean => sent.imports?.some(report => report.path === path) === true
  const baseline = baselineColumns === undefined ? undefined : measuredBaseline(baselineColumns, sent, request)
  const columns = withBaselineDates(sentColumns, baseline)
  const input = { ...sent, schedules: new Map(sent.schedules).set('tasks', columns) }
  const choice = chooseCalendar(columns, input.params.calendar)
  const current = measured(columns, choice, {
    ...request,
    which: 'current',
    isOfFile: isOfFile('tasks'),
    dataDay: statusDay,
    mustFinishDay: mustFinishDayOf(input),
  })
  if (baseline !== undefined) {
    current.other = baseline
    baseline.other = current
  }
  const answers = (input.params.answers ?? {}) as Readonly<Record<string, string>>
  const measures = new Measures({ input, tasks: current.tasks, choice })
  const results: RunResult[] = []
  for (const check of catalogue.read) {
    results.push(runOne(check, { current, baseline, measures, answers }))
    checkpoint?.()
  }
  const withDetails = options.include_details === true
  const shown = results.map(result => showCatalogueCheck(result, catalogue, { current, baseline, withDetails }))
  const practices = practicesOf(catalogue, results)
  const { finish, lateGates } = jobFinish(current.tasks, choice, statusDay, current.network.cpm, current.floats)
  return passFailResult({
    analysis: ID,
    name: catalogue.title,
    measure: coverageSentence(results),
    results: results.flatMap(({ result, isUnknown }) =>
      result === undefined || isUnknown === true || isOptional(result.message, result.status) ? [] : [result],
    ),
    gates: [...current.network.gates, ...lateGates],
    findings: [
      ...seek([OWN_UNUSED], { isUnused: hasOwn && id !== 'own' }, columns),
      ...seek([MAPPING_UNREAD], { names: unreadNames(sent.params.mapping) }, columns),
      ...seek([BASELINE_LATER], dataDatesOf(sent, statusDay), columns),
      ...seek([BASELINE_DATES], { dated: columns === sentColumns ? 0 : datedCount(columns) }, columns),
      ...historyFindings(earlierOf(input, statusDay), columns),
    ],
    finish,
    columns,
    withDetails: false,
    withRecommendations: options.include_recommendations !== false,
    data: {
      ...showReportedFinish(current.tasks, finish),
      catalogue: {
        code: catalogue.id,
        title: catalogue.title,
        version: catalogue.version,
        source: catalogue.source,
        sha256: catalogue.sha256,
      },
      coverage: coverageOf(results),
      checks: shown,
      practices: practices.map(practice => ({ ...practice })),
      characteristics: characteristicsOf(practices),
      status_date: dateOrNull(statusDay),
      calendar: showCalendar(choice),
      mapped_fields: [...mapping.keys()],
    },
    keep: all => keepFields(all, fieldset),
  })
}

const datedCount = ({ baselineStart, baselineFinish }: ScheduleColumns): number =>
  baselineStart.reduce(
    (count, day, i) => (day === DAY_ABSENT && baselineFinish[i] === DAY_ABSENT ? count : count + 1),
    0,
  )

const earlierOf = (input: AnalysisInput, statusDay: number) => earlierStatuses(input, statusDay)

/** What a request need not bring: a check that is skipped for want of it says so, and takes nothing from the others. */
const OPTIONAL = ['mapping.', 'baseline_schedule', 'assignments', 'calendars', 'schedule_history']
const isOptional = (message: string, status: string): boolean =>
  status === 'skipped' && OPTIONAL.some(start => message.startsWith(`requires ${start}`))

function coverageOf(results: readonly RunResult[]) {
  const of = (test: (result: RunResult) => boolean): number => results.filter(test).length
  const isSkipped = ({ result }: RunResult): boolean => result?.status === 'skipped'
  return {
    total: results.length,
    measured: of(({ kind }) => kind === 'measured'),
    answered: of(each => each.kind === 'measured' && !isSkipped(each)),
    skipped: of(isSkipped),
    cannot: of(({ kind }) => kind === 'needs'),
    asked: of(({ kind }) => kind === 'asked'),
    withdrawn: of(({ kind }) => kind === 'withdrawn'),
  }
}

function coverageSentence(results: readonly RunResult[]): string {
  const { total, answered, skipped, cannot, asked, withdrawn } = coverageOf(results)
  const rest = [
    [skipped, 'without data that the request could bring'],
    [cannot, 'on data that no schedule has'],
    [asked, 'for people to answer'],
    [withdrawn, 'withdrawn'],
  ] as const
  const others = rest.filter(([count]) => count > 0).map(([count, words]) => `${plural(count, 'check')} ${words}`)
  return `It answers ${answered} of ${plural(total, 'check')} of the catalogue${others.length === 0 ? '' : `; ${others.join(', ')}`}.`
}

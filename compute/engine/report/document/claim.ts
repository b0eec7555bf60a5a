/**
 * The evidence pack of a claim of delay: what moved the finish, who held it when, what it earns by each policy, from which files, and the request that
 * computes each figure again. It repeats figures of the analyses and computes none; what a method cannot show stands beside its result.
 */
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { NOT_RUN } from '../../../../shared/contract/report/report-data.ts'
import { CLAIM_METHODS } from '../../../../shared/contract/report/report-query.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { figureText } from '../table.ts'
import { namesParty, windowBlocks } from '../windows.ts'
import { type Block, type Document, heading, id, list, named, number, plain, table, text } from './blocks.ts'
import { changeBlocks } from './claim-changes.ts'
import { eventBlocks, exhibitBlocks } from './claim-events.ts'
import { AS_BUILT, COLLAPSED, contractBlocks, DELAY, EARNED, IMPACT, policyBlocks } from './claim-policies.ts'
import { type Gathered, numberIn, type Part, type Row, rowsIn, textIn } from './gathered.ts'
import {
  bothDays,
  CALENDAR_DAYS,
  documentOf,
  Exhibits,
  entriesOf,
  notMade,
  recomputeBlocks,
  Sections,
  type Shown,
  sourceBlocks,
  unitOf,
} from './say.ts'

const HISTORY: AnalysisId = 'forensics.history'

const TITLE = 'Claim report: delay'
const NOTICE =
  'The figures are computed from the schedules that section 2 lists. They show what those schedules say, not why it happened, and are no verdict on liability. A cause needs evidence beside the schedules: section 5 names the documents that were given for each event, section 3 what each method cannot show.'

const WINDOWS_MAX = 60

const OWNER_AND_CONTRACTOR =
  'Owner and contractor are the parties of the contract; the party of a delay is the one that the request gives to its event or, without an event, to the delay category of its task. The service assigns no party by itself.'

export function claimDocument(report: Gathered): Document {
  const exhibits = new Exhibits(report)
  const sections = new Sections()
  const delay = report.of(DELAY)
  const incomplete = entriesOf(report).some(
    ({ analysis, status }) => status === NOT_RUN && CLAIM_METHODS.includes(analysis as AnalysisId),
  )
    ? [report.own.text('summary') ?? '']
    : []
  return documentOf(report, TITLE, coverFacts(exhibits, delay), [...incomplete, NOTICE].join(' '), [
    sections.begin('The result in short'),
    ...incomplete.map(said => text(said, 'limit')),
    ...resultBlocks(report, exhibits, delay),
    sections.begin('Sources and their validation'),
    ...sourceBlocks(report, exhibits),
    ...validationBlocks(report, exhibits),
    sections.begin('Methods and their limits'),
    ...methodBlocks(report),
    sections.begin('What happened, window by window'),
    ...windowsBlocks(delay),
    sections.begin('Delay events'),
    ...eventBlocks(report, exhibits),
    sections.begin('Entitlement and concurrency under each policy'),
    ...policyBlocks(report, exhibits),
    sections.begin('Contract dates'),
    ...contractBlocks(report),
    sections.begin('Changes of the schedules'),
    ...changeBlocks(report, exhibits),
    sections.begin('Exhibits'),
    ...exhibitBlocks(report, exhibits),
    sections.begin('How each figure is computed again'),
    ...recomputeBlocks(report, [...SHOWN, ...contractDatesShown(report)]),
  ])
}

const SHOWN: readonly Shown[] = [
  {
    section: '1, 4',
    analysis: DELAY,
    members: 'total_delay_days, total_delay_calendar_days, total_delay_working_days, statuses, windows',
  },
  {
    section: '1, 6',
    analysis: DELAY,
    members: 'entitlement.policies, entitlement.if_unattributed_were, entitlement.rules',
  },
  { section: '5', analysis: DELAY, members: 'event_days' },
  { section: '8', analysis: DELAY, members: 'windows.revisions' },
  { section: '1, 5, 6', analysis: AS_BUILT, members: 'gross_delay_days, event_days, entitlement' },
  { section: '1, 2, 5', analysis: IMPACT, members: 'bases, events, by_party_working_days' },
  { section: '1, 2, 5, 6', analysis: COLLAPSED, members: 'simulations, events, by_party_working_days' },
  { section: '8', analysis: 'forensics.change-tracking', members: 'changes, setting_changes, checks' },
  { section: '1, 2', analysis: HISTORY, members: 'updates, first_finish, last_finish' },
]

/** Of the analyses that were given a contract date. */
const contractDatesShown = (report: Gathered): Shown[] =>
  [DELAY, AS_BUILT, IMPACT, COLLAPSED]
    .filter(analysis => (report.of(analysis)?.rows('data.contract_dates.completions') ?? []).length > 0)
    .map(analysis => ({ section: '7', analysis, members: 'contract_dates' }))

function coverFacts({ first, last }: Exhibits, delay: Part | undefined): [string, string][] {
  const statuses = delay?.rows('data.statuses') ?? []
  const finish = (row: Row | undefined): string => textIn(row ?? {}, 'finish_date') || 'not computed'
  return [
    ['Schedules', `${textIn(first ?? {}, 'exhibit')} to ${textIn(last ?? {}, 'exhibit')} (section 2)`],
    ['Data date of the last', textIn(last ?? {}, 'data_date').replace('T', ' ') || 'none'],
    ...(statuses.length === 0
      ? []
      : ([
          ['Finish by the first schedule', finish(statuses[0])],
          ['Finish by the last schedule', finish(statuses.at(-1))],
        ] as [string, string][])),
  ]
}

const earnedText = (of: (member: string) => number | undefined, unit: string): string[] =>
  EARNED.map(([name, said]) => `${bothDays(of(`${name}_days`), of(`${name}_calendar_days`), unit, false)}: ${said}`)

/** isKnown: how far the finish moved. */
function earnedBlocks(delay: Part, unit: string, isKnown: boolean): Block[] {
  const policy = delay.text('data.entitlement.concurrency')
  if (policy !== undefined)
    return [
      text(`What the delay that stands at the end comes to, by the policy "${policy}":`),
      ...list(earnedText(member => delay.number(`data.entitlement.${member}`), unit)),
    ]
  if (!isKnown) return []
  return [text('No task has a delay category and no event covers the delay, so no entitlement is computed.', 'limit')]
}

function resultBlocks(report: Gathered, exhibits: Exhibits, delay: Part | undefined): Block[] {
  if (delay === undefined)
    return [
      text('The delay analysis could not be made of this request, so nothing here says whose the days are:', 'lead'),
      ...list(reasonsOf(report, DELAY)),
    ]
  const unit = unitOf(delay)
  const statuses = delay.rows('data.statuses')
  const [first = {}, last = {}] = [statuses[0], statuses.at(-1)]
  const [days, wall, work] = ['days', 'calendar_days', 'working_days'].map(each =>
    delay.number(`data.total_delay_${each}`),
  )
  const moved = bothDays(days, wall, unit, true, work)
  const place = (row: Row): string => exhibits.of(textIn(row, 'schedule'))
  const followed = delay.text('data.followed_finish.reason')
  const isKnown = days !== undefined
  return [
    text(
      isKnown
        ? `The computed finish moved by ${moved}: from ${textIn(first, 'finish_date') || 'no date'} (${place(first)}) to ${textIn(last, 'finish_date') || 'no date'} (${place(last)}).`
        : `${delay.text('summary') ?? ''} So nothing here says whose the days are.`.trim(),
      'lead',
    ),
    ...(followed === undefined ? [] : [text(followed, 'limit')]),
    ...earnedBlocks(delay, unit, isKnown),
    ...contractResult(delay),
    text(`${OWNER_AND_CONTRACTOR} Section 6 has what each other policy gives.`, 'soft'),
    text(delay.text('data.disclaimer') ?? '', 'limit'),
    ...sideBySide(report),
  ]
}

/** The contract dates by the delay analysis, by the reading of the float that was asked for. */
function contractResult(delay: Part): Block[] {
  const owner = delay.text('data.contract_dates.float_owner')
  return list(
    delay.rows('data.contract_dates.completions').flatMap(completion => {
      const asked = rowsIn(completion, 'by_float_owner').find(row => row.float_owner === owner)
      const margin = numberIn(completion, 'margin_calendar_days')
      if (asked === undefined || margin === undefined) return []
      const of = textIn(completion, 'section') || textIn(completion, 'id')
      const figure = (member: string): string => figureText(numberIn(asked, member) ?? 0)
      return [
        `Contract date ${textIn(completion, 'completion_date')}${of === '' ? '' : ` of ${named(of)}`}: the finish is ${figureText(Math.abs(margin))} ${CALENDAR_DAYS} ${margin < 0 ? 'after' : 'before'} it; ${figure('extension_calendar_days')} extend it, ${figure('liquidated_calendar_days')} are liquidated, ${figure('open_calendar_days')} stay open, where float belongs to ${String(owner).replaceAll('_', ' ')}. Section 7 has each other reading, and what other methods give.`,
      ]
    }),
  )
}

/** What each method measures: their figures differ because their questions do. */
const MEASURES: Readonly<Partial<Record<AnalysisId, string>>> = {
  [DELAY]: 'movement of the computed finish from the first to the last schedule, window by window',
  [AS_BUILT]: 'dates of the last schedule against those of the plan, in one step, in whole days',
  [IMPACT]: 'what the events were likely to cost, each on the schedule before it; no other delay, no progress',
  [COLLAPSED]: 'how much earlier the work as it was done would have ended without the events',
  [HISTORY]: 'computed finish of the first and the last schedule',
}

function sideBySide(report: Gathered): Block[] {
  const sum = (part: Part, unit: string): number | undefined => {
    const parties = ['owner', 'contractor', 'neutral', 'third'].map(party =>
      part.number(`data.by_party_${unit}_days.${party}`),
    )
    return parties.every(each => each !== undefined) ? parties.reduce((all, each) => all! + each!, 0) : undefined
  }
  const figures: readonly (readonly [AnalysisId, (part: Part) => readonly (number | undefined)[]])[] = [
    [DELAY, part => [part.number('data.total_delay_days'), part.number('data.total_delay_calendar_days')]],
    [AS_BUILT, part => [part.number('data.gross_delay_days'), part.number('data.gross_delay_calendar_days')]],
    [IMPACT, part => [sum(part, 'working'), sum(part, 'calendar')]],
    [COLLAPSED, part => [sum(part, 'working'), sum(part, 'calendar')]],
    [HISTORY, part => [part.number('data.moves_working_days'), part.number('data.moves_calendar_days')]],
  ]
  const rows = figures.flatMap(([analysis, of]) => {
    const part = report.of(analysis)
    if (part === undefined) return []
    const [days, wall] = of(part)
    return [
      [analysisRow(analysis).summary, protocolOf(part, analysis), days ?? null, wall ?? null, MEASURES[analysis] ?? ''],
    ]
  })
  return [
    table(
      'Methods',
      'The methods side by side. Time impact and collapsed as-built: the sum over all events and parties. It need not be the movement of the finish: it has days that were recovered later, and none of what moved the finish without an event.',
      [
        plain('Method'),
        plain('AACE 29R-03'),
        number('Days as the method counts (section 3)'),
        number('Calendar days'),
        plain('What it measures'),
      ],
      rows,
    ),
  ]
}

const protocolOf = (part: Part, analysis: AnalysisId): string =>
  part.text('data.implementation_protocol') ?? (analysis === AS_BUILT ? '3.1, 3.2' : 'no protocol')

function validationBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const rows = exhibits.sources.flatMap(source =>
    rowsIn(source, 'source_validation').map(({ point, count, text: said }): Cell[] => [
      textIn(source, 'exhibit'),
      String(point).replaceAll('_', ' '),
      count as number,
      String(said),
    ]),
  )
  const updates = (report.of(HISTORY)?.rows('data.updates') ?? []).map((row): Cell[] => [
    exhibits.of(textIn(row, 'schedule')),
    textIn(row, 'finish'),
    numberIn(row, 'complete_count') ?? null,
    numberIn(row, 'in_progress_count') ?? null,
    numberIn(row, 'negative_float_count') ?? null,
    numberIn(row, 'changed_history_count') ?? null,
    ((row.dcma_failed ?? []) as string[]).join(', '),
  ])
  return [
    ...(rows.length === 0
      ? []
      : [
          table(
            'Validation',
            'Source validation of AACE 29R-03 section 2, as far as a schedule shows it. A count of 0: nothing was found against it.',
            [id('Exhibit'), plain('Point'), number('Found'), plain('What was found')],
            rows,
          ),
        ]),
    ...(updates.length === 0
      ? []
      : [
          table(
            'Updates',
            'Each schedule by itself. Changed history: tasks whose actual dates are others than in the schedule before.',
            [
              id('Exhibit'),
              id('Computed finish'),
              number('Complete'),
              number('In progress'),
              number('Negative float'),
              number('Changed history'),
              plain('DCMA points that fail'),
            ],
            updates,
          ),
        ]),
    text(
      'No schedule shows whether its progress and its actual dates are true. That needs site records, and nothing here has been held against any. Schedules that were not sent are not known to this report.',
      'limit',
    ),
  ]
}

/** Models and the history tell both. */
const IN_BOTH: readonly AnalysisId[] = [IMPACT, COLLAPSED, HISTORY]

/** Why an analysis could not be made. */
const reasonsOf = (report: Gathered, analysis: AnalysisId): readonly string[] =>
  entriesOf(report)
    .filter(entry => entry.analysis === analysis)
    .flatMap(entry => (entry.reasons ?? []) as string[])

const daysOf = (part: Part, analysis: AnalysisId): string =>
  IN_BOTH.includes(analysis) ? 'working days of the calendar of the project, and calendar days' : unitOf(part, analysis)

function methodBlocks(report: Gathered): Block[] {
  const made = entriesOf(report).flatMap(entry => {
    const analysis = textIn(entry, 'analysis') as AnalysisId
    const part = report.of(analysis)
    if (part === undefined) return []
    const facts = [
      ['Protocol of AACE 29R-03', part.text('data.implementation_protocol')],
      ['Method', part.text('data.method')],
      ['Days', part.text('data.calendar.mode') === undefined ? undefined : daysOf(part, analysis)],
      ['Concurrency policy', part.text('data.concurrency')],
      ['Distance at which paths count as concurrent, in days', part.number('data.near_critical_threshold')],
      ['Order of revisions', part.text('data.order')],
    ].filter(([, value]) => value !== undefined)
    const limits = [part.text('data.attribution_method'), part.text('data.disclaimer')]
    return [
      heading(textIn(entry, 'title'), 2),
      ...list([
        ...facts.map(([name, value]) => `${name}: ${String(value).replaceAll('_', ' ')}`),
        `Options as sent: ${named(textIn(entry, 'options') || 'none, so the defaults hold', 400)}`,
      ]),
      ...limits.flatMap(limit => (limit === undefined ? [] : [text(limit, 'limit')])),
      text(
        `How it computes: ${analysisRow(analysis)
          .path.replace('/api/v1/', '/docs/methods/')
          .replace(/(?:health|analysis|forensics)\/(?=[^/]+$)/, '')}`,
        'soft',
      ),
    ]
  })
  return [...made, ...notMade(report)]
}

function windowsBlocks(delay: Part | undefined): Block[] {
  const windows = delay?.rows('data.windows') ?? []
  if (delay === undefined || windows.length === 0) return [text('There are no windows.')]
  const unit = unitOf(delay)
  const isNamed = namesParty(windows)
  const more = delay.count('data.windows') - Math.min(windows.length, WINDOWS_MAX)
  return [
    text(
      `A window runs from one data date to the next. Progress is what the dates and percentages of the later schedule say of the plan of the earlier one; revisions are what else was changed. No schedule says what was done on a day between two data dates: there work goes on at an even pace of its working time, but for days on which it was suspended or held back, and whose a day is rests on that. Figures are ${unit}${unit === CALENDAR_DAYS ? '' : `, those in brackets ${CALENDAR_DAYS}`}; plus is later.`,
    ),
    ...windows.slice(0, WINDOWS_MAX).flatMap((window, n) => windowBlocks(window, n, unit, isNamed)),
    ...(more > 0 ? [text(`${more} more windows stand in the reply.`, 'soft')] : []),
  ]
}

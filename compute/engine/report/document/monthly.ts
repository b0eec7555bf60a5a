/** The monthly report: where the finish stands and why it moved, scores, the longest path, what comes next, what was changed, resources, a Gantt chart by pages. */
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { MONTHLY_SECTIONS, type MonthlySection } from '../../../../shared/contract/report/report-request.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { requiredFinishText } from '../../compare/setting-words.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { namesParty, windowBlocks } from '../windows.ts'
import { type Block, type Document, id, list, named, number, plain, table, text } from './blocks.ts'
import { patternBlocks, revisionTable, trackingBlocks } from './claim-changes.ts'
import { type Gathered, numberIn, type Part, type Row, textIn } from './gathered.ts'
import { ganttBlocks } from './monthly-gantt.ts'
import {
  activityBlocks,
  CPM,
  lookAheadBlocks,
  milestoneBlocks,
  nearCritical,
  pathBlocks,
  type Task,
  tasksOf,
} from './monthly-tasks.ts'
import {
  bothDays,
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

const DELAY: AnalysisId = 'forensics.delay-analysis'
const HISTORY: AnalysisId = 'forensics.history'
const TRACKING: AnalysisId = 'forensics.change-tracking'
const RESOURCES: AnalysisId = 'analysis.resources'

const TITLE = 'Monthly schedule report'
const NOTICE =
  'Dates are computed from the schedules that the section on sources lists, with the rules that they bring. The report says what these schedules say; whether progress was reported truly it cannot show. Scores are definitions of this service, from the method pages.'

const NAMES_MAX = 12

/** A plan that nothing of is done is computed from its start. */
const NO_DATA_DATE = 'none in the file'

export function monthlyDocument(report: Gathered): Document {
  const exhibits = new Exhibits(report)
  const cpm = report.of(CPM)
  const tasks = tasksOf(cpm)
  const finish = cpm?.text('data.project_finish_date') ?? 'not computed'
  const facts: [string, string][] = [
    ['Data date', cpm?.text('data.data_date.date') ?? (textIn(exhibits.last ?? {}, 'data_date') || NO_DATA_DATE)],
    ['Finish', finish],
    [marginOf(report).to, marginOf(report).text],
  ]
  const sections = new Sections()
  const shown: Shown[] = []
  const blocks = chosenOf(report).flatMap(name => {
    const { title, of, shows = [] } = SECTIONS[name]
    const begun = sections.begin(title)
    for (const each of shows) shown.push({ section: String(sections.count), ...each })
    return [begun, ...of({ report, exhibits, cpm, tasks, finish, shown })]
  })
  return documentOf(report, TITLE, facts, NOTICE, [...blocks, ...activityBlocks(cpm, tasks)])
}

/** What sections are made of. */
interface Content {
  readonly report: Gathered
  readonly exhibits: Exhibits
  readonly cpm: Part | undefined
  readonly tasks: readonly Task[]
  readonly finish: string
  /** Of the sections before. */
  readonly shown: readonly Shown[]
}

interface Section {
  readonly title: string
  readonly of: (content: Content) => readonly Block[]
  readonly shows?: readonly Omit<Shown, 'section'>[]
}

const ofTasks = { analysis: CPM, members: 'project_finish_date, must_finish_by, tasks, task_details' }

const SECTIONS: Readonly<Record<MonthlySection, Section>> = {
  finish: {
    title: 'The finish and how it moved',
    of: ({ report, finish }) => finishBlocks(report, finish),
    shows: [ofTasks, { analysis: DELAY, members: 'windows' }, { analysis: HISTORY, members: 'updates' }],
  },
  scores: {
    title: 'Scores',
    of: ({ report }) => scoreBlocks(report),
    shows: [
      { analysis: 'health.score', members: 'score, components' },
      { analysis: 'health.dcma-14-point', members: 'score, checks' },
      { analysis: 'health.progress-audit', members: 'score, checks' },
      { analysis: 'forensics.baseline-compare', members: 'score, components' },
    ],
  },
  longest_path: { title: 'Longest path', of: ({ cpm, tasks }) => pathBlocks(cpm, tasks), shows: [ofTasks] },
  look_ahead: {
    title: 'Look-ahead',
    of: ({ report, cpm, tasks }) => lookAheadBlocks(report, cpm, tasks),
    shows: [ofTasks],
  },
  milestones: { title: 'Milestones', of: ({ cpm, tasks }) => milestoneBlocks(cpm, tasks), shows: [ofTasks] },
  changes: {
    title: 'What changed since the update before',
    of: ({ report, tasks }) => changedBlocks(report, tasks),
    shows: [
      { analysis: DELAY, members: 'windows.revisions' },
      { analysis: TRACKING, members: 'changes, comparisons, impact.comparisons' },
    ],
  },
  patterns: {
    title: 'Patterns in the changes',
    of: ({ report, exhibits }) => monthlyPatterns(report, exhibits),
    shows: [{ analysis: TRACKING, members: 'score, checks' }],
  },
  resources: {
    title: 'Resources',
    of: ({ report }) => resourceBlocks(report),
    shows: [{ analysis: RESOURCES, members: 'resources, over_allocations' }],
  },
  gantt: { title: 'Gantt chart', of: ({ report, tasks }) => ganttBlocks(report, tasks), shows: [ofTasks] },
  sources: {
    title: 'Sources',
    of: ({ report, exhibits }) => [...sourceBlocks(report, exhibits), ...notMade(report)],
  },
  recompute: {
    title: 'How each figure is computed again',
    of: ({ report, shown }) => recomputeBlocks(report, joined(shown)),
  },
}

/** Members that several sections show, in one row. */
const joined = (shown: readonly Shown[]): Shown[] =>
  [...Map.groupBy(shown, ({ analysis, members }) => `${analysis} ${members}`).values()].map(rows => ({
    ...rows[0],
    section: rows.map(({ section }) => section).join(', '),
  }))

function chosenOf(report: Gathered): readonly MonthlySection[] {
  const chosen = report.own.texts('data.layout.sections')
  return chosen.length === 0 ? MONTHLY_SECTIONS : MONTHLY_SECTIONS.filter(name => chosen.includes(name))
}

/** Of all schedules, whose patterns are told for each comparison. */
function monthlyPatterns(report: Gathered, { sources }: Exhibits): Block[] {
  const tracking = report.of(TRACKING)
  if (tracking === undefined) return [text('No two updates were sent, so no pattern can be looked for.', 'limit')]
  const remark = sources.some(({ role }) => role === 'baseline')
    ? [
        text(
          'The updates are compared with one another; the step from the baseline to the first of them is not among the comparisons.',
          'soft',
        ),
      ]
    : []
  return [text(tracking.text('summary') ?? ''), ...remark, ...patternBlocks(tracking)]
}

/** Of the last update against the contract date, by whichever analysis was given one; else against the day by which the file says that it must finish. */
function marginOf(report: Gathered): { readonly to: string; readonly text: string } {
  const update = report.of(HISTORY)?.rows('data.updates').at(-1)
  const completion = report.of(DELAY)?.rows('data.contract_dates.completions')[0]
  const [date, margin] =
    update !== undefined && typeof update.margin_calendar_days === 'number'
      ? [report.of(HISTORY)!.text('data.completion_date'), update.margin_calendar_days]
      : [textIn(completion ?? {}, 'completion_date'), numberIn(completion ?? {}, 'margin_calendar_days')]
  const to = 'Margin to the contract date'
  if (margin !== undefined) return { to, text: marginText(margin, date) }
  const cpm = report.of(CPM)
  const [must, finish] = ['data.must_finish_by', 'data.project_finish_date'].map(name => cpm?.text(name))
  const [mustDay, day] = [must, finish].map(each => parseDay(each?.slice(0, 'YYYY-MM-DD'.length) ?? ''))
  if (mustDay === undefined || day === undefined) return { to, text: 'no contract date was given' }
  const words = 'no contract date was given; the day is that by which the schedule says that it must finish'
  return { to: 'Margin to the finish-by date', text: `${marginText(mustDay - day, must)}; ${words}` }
}

function marginText(margin: number, date: string | undefined): string {
  const sign = margin < 0 ? 'the finish is after it' : 'the finish is before it or on it'
  return `${bothDays(margin, undefined, 'calendar days')} to ${date}: ${sign}`
}

function finishBlocks(report: Gathered, finish: string): Block[] {
  const updates = report.of(HISTORY)?.rows('data.updates') ?? []
  const [last, before] = [updates.at(-1), updates.at(-2)]
  const delay = report.of(DELAY)
  const windows = delay?.rows('data.windows') ?? []
  const moved =
    last === undefined || before === undefined
      ? 'There is no earlier update to compare with.'
      : `Since the schedule before (data date ${textIn(before, 'data_date') || NO_DATA_DATE}, finish ${textIn(before, 'finish')}) it moved by ${bothDays(numberIn(last, 'moves_working_days'), numberIn(last, 'moves_calendar_days'), 'working days')}.`
  return [
    text(`The project finishes on ${finish}. ${moved}`, 'lead'),
    text(`${marginOf(report).to}: ${marginOf(report).text}.`),
    ...(delay === undefined || windows.length === 0
      ? [text('Why it moved is not told: that takes an earlier update with links.', 'limit')]
      : [
          ...windowBlocks(windows.at(-1)!, windows.length - 1, unitOf(delay), namesParty(windows)),
          text(delay.text('data.disclaimer') ?? '', 'limit'),
        ]),
    ...(updates.length < 2
      ? []
      : [
          table(
            'Finish history',
            'Finish of each schedule. A negative margin is a finish after the contract date.',
            [
              id('Data date'),
              id('Finish'),
              number('Moved, working days'),
              number('Moved, calendar days'),
              number('Margin, calendar days'),
              number('Tasks'),
              number('Complete'),
            ],
            updates.map(row => [
              textIn(row, 'data_date') || 'baseline',
              textIn(row, 'finish'),
              ...[
                'moves_working_days',
                'moves_calendar_days',
                'margin_calendar_days',
                'task_count',
                'complete_count',
              ].map(member => numberIn(row, member) ?? null),
            ]),
          ),
        ]),
  ]
}

/** Lists of checks, by the analysis that has them. */
const CHECKS: readonly (readonly [AnalysisId, string])[] = [
  ['health.score', 'data.components'],
  ['health.dcma-14-point', 'data.checks'],
  ['health.progress-audit', 'data.checks'],
  ['forensics.baseline-compare', 'data.components'],
]

function scoreBlocks(report: Gathered): Block[] {
  // what change tracking scores stands with its patterns
  const scored = entriesOf(report).filter(({ score, analysis }) => typeof score === 'number' && analysis !== TRACKING)
  const failing = CHECKS.flatMap(([analysis, member]) =>
    (report.of(analysis)?.rows(member) ?? [])
      .filter(({ status }) => status === 'fail')
      .map((row): Cell[] => [
        analysisRow(analysis).summary,
        textIn(row, 'code'),
        textIn(row, 'title'),
        textIn(row, 'message'),
      ]),
  )
  return [
    table(
      'Scores',
      'Scores of 0 to 100 and their grades, as each analysis defines them.',
      [plain('Analysis'), number('Score'), plain('Grade'), plain('Status'), plain('In short')],
      scored.map(row => [
        textIn(row, 'title'),
        numberIn(row, 'score') ?? null,
        textIn(row, 'grade'),
        textIn(row, 'status'),
        textIn(row, 'summary'),
      ]),
    ),
    ...(failing.length === 0
      ? [text('No check fails.')]
      : [
          table(
            'Failing checks',
            'Checks that fail.',
            [plain('Analysis'), id('Check'), plain('Title'), plain('What was found')],
            failing,
          ),
        ]),
  ]
}

/** Facts of the last comparison, a sentence each. */
function changedBlocks(report: Gathered, tasks: readonly Task[]): Block[] {
  const tracking = report.of(TRACKING)
  const delay = report.of(DELAY)
  return [
    ...(tracking === undefined ? [] : list(factsOf(tracking))),
    ...nearCritical(report.of(CPM), tasks),
    ...(delay === undefined ? [] : revisionTable(delay, delay.count('data.windows') - 1)),
    ...(tracking === undefined
      ? [text('No two updates were sent, so what changed cannot be listed.', 'limit')]
      : trackingBlocks(tracking, textIn(tracking.rows('data.comparisons').at(-1) ?? {}, 'from_date'))),
  ]
}

function factsOf(tracking: Part): string[] {
  const comparison = tracking.rows('data.comparisons').at(-1)
  const impact = tracking.rows('data.impact.comparisons').at(-1)
  if (comparison === undefined) return []
  const named = (row: Row, member: string, what: string): string[] => {
    const count = numberIn(row, `${member}_count`) ?? 0
    return count === 0 ? [] : [`${what}: ${count} (${namesOf(row, member)}).`]
  }
  const [added, deleted] = [numberIn(comparison, 'added'), numberIn(comparison, 'deleted')]
  const required = requiredFinishText(
    tracking.rows('data.setting_changes').filter(change => change.to_status === comparison.to_status),
  )
  return [
    ...(required === '' ? [] : [required]),
    `From ${textIn(comparison, 'from_date')} to ${textIn(comparison, 'to_date')}: ${added} tasks were added, ${deleted} deleted.`,
    ...(impact === undefined
      ? []
      : [
          ...named(impact, 'entered_critical', 'Tasks that became critical'),
          ...named(impact, 'left_critical', 'Tasks that are critical no more'),
          ...named(impact, 'added_critical', 'New tasks that are critical'),
          ...named(impact, 'deleted_critical', 'Critical tasks that were deleted'),
          ...named(impact, 'completed_critical', 'Critical tasks that were completed'),
        ]),
  ]
}

function namesOf(row: Row, member: string): string {
  const ids = (row[member] ?? []) as readonly unknown[]
  const names = (row[`${member}_names`] ?? []) as readonly unknown[]
  const shown = ids.slice(0, NAMES_MAX).map((id, n) => named([id, names[n] ?? ''].join(' ').trim()))
  return shown.join(', ') + (ids.length > NAMES_MAX ? ' and more' : '')
}

function resourceBlocks(report: Gathered): Block[] {
  const part = report.of(RESOURCES)
  const resources = part?.rows('data.resources') ?? []
  if (part === undefined || resources.length === 0) return [text('No open task has a resource.')]
  const over = part.rows('data.over_allocations')
  return [
    table(
      'Resources',
      'Demand of open work against the limit of each resource, in days of one full-time person or machine. The peak is the most in a day, as the mean of the day.',
      [
        plain('Resource'),
        number('Tasks'),
        number('Demand days'),
        number('Peak'),
        id('Peak on'),
        number('Limit'),
        number('Days over the limit'),
      ],
      resources.map(row => [
        textIn(row, 'resource'),
        numberIn(row, 'task_count') ?? null,
        numberIn(row, 'demand_days') ?? null,
        numberIn(row, 'peak_demand') ?? null,
        textIn(row, 'peak_date'),
        numberIn(row, 'limit') ?? null,
        numberIn(row, 'over_allocated_days') ?? null,
      ]),
      part.count('data.resources'),
    ),
    ...(over.length === 0
      ? [text('No resource is asked for beyond its limit.')]
      : [
          table(
            'Over limit',
            'When more is asked for than there is, and by which tasks.',
            [plain('Resource'), id('From'), id('To'), number('Days'), number('Peak'), number('Limit'), plain('Tasks')],
            over.map(row => [
              textIn(row, 'resource'),
              textIn(row, 'start'),
              textIn(row, 'end'),
              numberIn(row, 'days') ?? null,
              numberIn(row, 'peak_demand') ?? null,
              numberIn(row, 'limit') ?? null,
              ((row.task_ids ?? []) as readonly string[])
                .map((task, n) =>
                  [task, (row.task_names as readonly (string | null)[] | undefined)?.[n] ?? ''].join(' ').trim(),
                )
                .join(', '),
            ]),
            part.count('data.over_allocations'),
          ),
        ]),
  ]
}

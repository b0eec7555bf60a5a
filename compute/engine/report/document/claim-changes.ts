/** The change ledger of a claim: revisions with their days, changes that change tracking lists, settings, and the patterns that were found. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import type { RevisionRule } from '../../../../shared/contract/analysis/delay-analysis/revision-data.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { type Block, id, number, plain, table, text } from './blocks.ts'
import { DELAY } from './claim-policies.ts'
import { type Gathered, numberIn, type Part, type Row, rowsIn, textIn } from './gathered.ts'
import { type Exhibits, nameOf, unitOf } from './say.ts'

const TRACKING: AnalysisId = 'forensics.change-tracking'

const shown = (value: unknown): string => String(value ?? '').replaceAll('_', ' ')

/** Column of the days in the table of changes. */
const DAYS_AT = 7

const COMPUTED_DATES = /^(?:planned|forecast) (?:start|finish)$/
const DATES_SAY =
  'Planned and forecast dates are those that the tool of the file wrote. They move with the progress of the work before them, so a row of them is no edit by itself: edits that could move the finish are the revisions above.'

/** How a revision came to its part of the days of its class. */
const REVISION_RULES: Readonly<Record<RevisionRule, string>> = {
  alone: 'no other of its class moves the finish so',
  needed: 'the days that would not be there without it',
  largest: 'with those that any of several would make: it is the largest, the others have float beside it',
  as_large: 'held together with others as large',
  proportion: 'in proportion to what each does alone, or to what ends without it',
  carried_out: 'others waited for its tasks inside the window: those days are days of the window',
}

/** from: number of the first window that is shown. */
export function revisionTable(delay: Part, from = 0): Block[] {
  const windows = delay.rows('data.windows').slice(from)
  const rows = windows.flatMap((window, n) =>
    rowsIn(window, 'revisions').map((row): Cell[] => [
      from + n + 1,
      shown(row.change),
      nameOf(row) || textIn(row, 'subject'),
      row.predecessor_id === null ? '' : nameOf(row, 'predecessor_id'),
      textIn(row, 'from'),
      textIn(row, 'to'),
      numberIn(row, 'days') ?? null,
      numberIn(row, 'alone_days') ?? null,
      textIn(row, 'party'),
      REVISION_RULES[row.rule as RevisionRule] ?? '',
    ]),
  )
  const classes = windows.flatMap((window, n) =>
    rowsIn(window, 'revision_steps')
      .filter(row => row.days !== 0 || row.min_days !== 0 || row.max_days !== 0)
      .map((row): Cell[] => [
        from + n + 1,
        shown(row.step),
        ...['days', 'min_days', 'max_days', 'alone_days'].map(member => numberIn(row, member) ?? null),
      ]),
  )
  const count = windows.reduce((sum, window) => sum + (numberIn(window, 'revision_count') ?? 0), 0)
  if (rows.length === 0) return [text('No window has a revision of the plan.')]
  return [
    table(
      'Revisions',
      `Revisions of the plan, ${unitOf(delay)}. "Days": its part of what its class moved the finish, the mean over all orders of the classes; what any of several would do belongs to the largest. "Alone": if it were the only one; empty where it was too far from the finish to be tested.`,
      [
        number('Window'),
        plain('Change'),
        plain('Task'),
        plain('Predecessor'),
        plain('From'),
        plain('To'),
        number('Days'),
        number('Alone'),
        plain('Party'),
        plain('How it came to these days'),
      ],
      rows,
      count,
    ),
    ...(classes.length === 0
      ? []
      : [
          table(
            'Revision classes',
            `The same by class, ${unitOf(delay)}. What a class does depends on which others were applied before it: its days are the mean over all orders, and least and most are those of single orders. Where they are far apart the figure is a convention, not a measurement; the sum over all classes is none.`,
            [
              number('Window'),
              plain('Class'),
              number('Days, mean of all orders'),
              number('Least'),
              number('Most'),
              number('Alone'),
            ],
            classes,
          ),
        ]),
  ]
}

export function changeBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const delay = report.of(DELAY)
  const tracking = report.of(TRACKING)
  return [
    ...(delay === undefined ? [] : revisionTable(delay)),
    ...(tracking === undefined
      ? [text('The updates could not be compared with one another; section 3 says why.', 'limit')]
      : [...trackingBlocks(tracking), ...patternBlocks(tracking), ...baselineRemark(exhibits)]),
  ]
}

const baselineRemark = ({ sources }: Exhibits): Block[] =>
  sources.some(({ role }) => role === 'baseline')
    ? [
        text(
          'Change tracking compares the updates with one another. What changed from the baseline to the first update stands among the revisions of window 1.',
          'soft',
        ),
      ]
    : []

export function patternBlocks(tracking: Part): Block[] {
  const found = tracking
    .rows('data.checks')
    .filter(({ status }) => status === 'fail')
    .map((row): Cell[] => [textIn(row, 'code'), textIn(row, 'title'), textIn(row, 'message')])
  if (found.length === 0) return [text('No pattern of manipulation was found by the checks of change tracking.')]
  return [
    table(
      'Patterns',
      'Patterns that were found. Each may have an honest reason.',
      [id('Check'), plain('Pattern'), plain('What was found')],
      found,
    ),
  ]
}

/** Of the days of a change; those that were not tested alone stand last. */
const sizeOf = (row: readonly Cell[]): number => (typeof row[DAYS_AT] === 'number' ? Math.abs(row[DAYS_AT]) : -1)

/** since: changes of earlier comparisons are left out. */
export function trackingBlocks(tracking: Part, since = ''): Block[] {
  const isShown = (row: Row): boolean => textIn(row, 'from_date') >= since
  const changes = tracking
    .rows('data.changes')
    .filter(isShown)
    .map((row): Cell[] => [
      textIn(row, 'from_date'),
      textIn(row, 'to_date'),
      nameOf(row),
      row.predecessor_id === null ? '' : nameOf(row, 'predecessor_id'),
      shown(row.field),
      textIn(row, 'before'),
      textIn(row, 'after'),
      numberIn(row, 'impact_days') ?? null,
      shown(row.disposition),
    ])
    .sort((a, b) => sizeOf(b) - sizeOf(a))
  const settings = tracking
    .rows('data.setting_changes')
    .filter(isShown)
    .map((row): Cell[] => [
      textIn(row, 'from_date'),
      textIn(row, 'to_date'),
      shown(row.kind),
      textIn(row, 'subject'),
      textIn(row, 'before'),
      textIn(row, 'after'),
      numberIn(row, 'tasks_reached') ?? null,
      numberIn(row, 'impact_days') ?? null,
    ])
  return [
    ...(changes.length === 0
      ? [text('Change tracking lists no change between the updates.')]
      : [
          table(
            'Changes',
            `Changes from update to update, ${unitOf(tracking)} of the finish${changes.some(row => typeof row[DAYS_AT] === 'number') ? ', largest first' : ''}. Days stand where a change was tested alone. Normal progress is not listed.`,
            [
              id('From'),
              id('To'),
              plain('Task'),
              plain('Predecessor'),
              plain('Field'),
              plain('Before'),
              plain('After'),
              number('Days'),
              plain('Weight'),
            ],
            changes,
            since === '' ? (tracking.number('data.changes_matching') ?? 0) : 0,
          ),
        ]),
    ...(changes.some(([, , , , field]) => COMPUTED_DATES.test(String(field))) ? [text(DATES_SAY, 'soft')] : []),
    ...(settings.length === 0
      ? []
      : [
          table(
            'Settings',
            'Changed calendars and scheduling options.',
            [
              id('From'),
              id('To'),
              plain('Kind'),
              plain('Subject'),
              plain('Before'),
              plain('After'),
              number('Tasks reached'),
              number('Days'),
            ],
            settings,
          ),
        ]),
  ]
}

/** What the days earn: by each policy, and against the dates of the contract. */
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { figureText } from '../table.ts'
import { type Block, id, list, number, plain, table, text } from './blocks.ts'
import { type Gathered, numberIn, type Part, type Row, rowsIn, textIn } from './gathered.ts'
import { daysTable, type Exhibits, nameOf, unitOf } from './say.ts'

export const DELAY: AnalysisId = 'forensics.delay-analysis'
export const AS_BUILT: AnalysisId = 'forensics.as-planned-vs-as-built'
export const IMPACT: AnalysisId = 'forensics.time-impact'
export const COLLAPSED: AnalysisId = 'forensics.collapsed-as-built'

/** Days by what they earn, in the words of the entitlement. */
export const EARNED = [
  ['excusable_compensable', 'time and money (excusable, compensable)'],
  ['excusable_non_compensable', 'time only (excusable, not compensable)'],
  ['non_excusable', 'neither (not excusable)'],
  ['unattributed', 'open: no party is given (unattributed)'],
] as const

/** The rules in words, as section 4 of the method page has them. */
const POLICIES: readonly string[] = [
  'literal: days on which delays of owner and contractor both hold the finish earn time and no money.',
  'functional: the same for delays within one window, on paths within the distance that section 3 gives.',
  'dominant: the delay that came first counts; a delay that began later only because time was already lost does not reduce it (SCL Protocol, 2nd edition).',
  'apportion: such days are shared in equal parts.',
]

const RULES_SAY =
  'Section 4 lists, window by window, the days that moved the finish, who held them and by which rule they became theirs, and parties whose revisions hold days beside those who lost them; section 8 how each revision came to its days.'

const UPDATES_SAY =
  'A revision of a schedule has no day of its own: it is known from the update that first shows it. So which days revisions hold together with delays of progress depends on which updates there are, and where their data dates lie; another update in between can change what is concurrent.'

const policyColumns = (unit: string) => [
  plain('Policy'),
  ...EARNED.flatMap(([, said]) => [number(`${said}, ${unit}`), number('calendar days')]),
]

const policyRow = (row: Row, name: string): Cell[] => [
  name,
  ...EARNED.flatMap(([member]) => [
    numberIn(row, `${member}_days`) ?? null,
    numberIn(row, `${member}_calendar_days`) ?? null,
  ]),
]

/** What was recovered, and what that did to whose days stand. */
function takenBackText(part: Part, unit: string): Block[] {
  const days = part.number('data.entitlement.limited_days') ?? 0
  if (Number(figureText(days)) === 0) return []
  return [
    text(
      `${figureText(days)} ${unit} of delay were recovered later. Each recovered day took back the one that stood last, whosever it was, so these days stand in no column.`,
      'soft',
    ),
  ]
}

export function policyBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const blocks = (
    [
      [DELAY, 'Policies', 'Open days'],
      [AS_BUILT, 'As-built policies', 'As-built open days'],
    ] as const
  ).flatMap(([analysis, sheet, openSheet]) => {
    const part = report.of(analysis)
    const policies = part?.rows('data.entitlement.policies') ?? []
    if (part === undefined || policies.length === 0) return []
    const unit = unitOf(part, analysis)
    const open = part.rows('data.entitlement.if_unattributed_were')
    const hasOpen = (part.number('data.entitlement.unattributed_days') ?? 0) > 0
    return [
      daysTable(
        table(
          sheet,
          `${analysisRow(analysis).summary}: what stands at the end, by each policy. Each row sums to the delay at the end; of a finish that moved earlier nothing stands.`,
          policyColumns(unit),
          policies.map(row => policyRow(row, textIn(row, 'concurrency'))),
        ),
        unit,
      ),
      ...takenBackText(part, unit),
      ...(hasOpen
        ? [
            daysTable(
              table(
                openSheet,
                'The same if all open days were of one party.',
                policyColumns(unit),
                open.map(row => policyRow(row, `all of ${textIn(row, 'party')}`)),
              ),
              unit,
            ),
          ]
        : []),
    ]
  })
  const delay = report.of(DELAY)
  const hasDays = delay?.rows('data.windows').some(window => rowsIn(window, 'days').length > 0) === true
  const collapsed = (report.of(COLLAPSED)?.rows('data.simulations') ?? []).flatMap(simulation => {
    const concurrency = simulation.concurrency as Row | null
    return rowsIn(concurrency ?? {}, 'policies').map((row): Cell[] => [
      exhibits.of(textIn(simulation, 'schedule')),
      textIn(row, 'policy'),
      numberIn(row, 'compensable_days') ?? null,
      numberIn(row, 'excusable_only_days') ?? null,
      numberIn(row, 'non_excusable_days') ?? null,
    ])
  })
  const rules = report.of(DELAY)?.rows('data.entitlement.rules') ?? []
  return [
    text(
      'What days earn that both parties delay depends on the policy. The contract, or the tribunal, decides which one holds:',
    ),
    ...list(POLICIES),
    ...(hasDays ? [text(RULES_SAY, 'soft'), text(UPDATES_SAY, 'limit')] : []),
    ...blocks,
    ...(delay === undefined ? [] : unequalBlocks(delay)),
    ...(collapsed.length === 0
      ? []
      : [
          table(
            'Collapsed policies',
            'Collapsed as-built: what goes with the events, by each policy, in working days.',
            [plain('Exhibit'), plain('Policy'), number('Time and money'), number('Time only'), number('Neither')],
            collapsed,
          ),
        ]),
    ...(rules.length === 0
      ? []
      : [
          table(
            'Rules',
            'The rules that were applied: whose a category is, and what it earns.',
            [plain('Category'), plain('Party'), plain('Excusable'), plain('Compensable')],
            rules.map(row => [
              textIn(row, 'category'),
              textIn(row, 'party'),
              row.excusable as boolean,
              row.compensable as boolean,
            ]),
          ),
        ]),
    ...(blocks.length + collapsed.length === 0
      ? [
          text(
            delay === undefined
              ? 'No entitlement was computed: the delay analysis could not be made.'
              : 'No entitlement was computed: no delay has a party.',
            'limit',
          ),
        ]
      : [
          text(
            'Whether a day is compensable also depends on the contract, on notices and on the costs that were shown; none of them is looked at here.',
            'limit',
          ),
        ]),
  ]
}

/** The shorter of two unequal delays at one time: in no figure of entitlement, and what an opponent asks for first. */
function unequalBlocks(delay: Part): Block[] {
  const rows = delay
    .rows('data.windows')
    .flatMap((window, n) =>
      rowsIn(window, 'unequal_concurrency').map((pair): Cell[] => [
        n + 1,
        nameOf(pair, 'owner_task_id'),
        nameOf(pair, 'contractor_task_id'),
        numberIn(pair, 'concurrent_days') ?? null,
      ]),
    )
  const threshold = delay.number('data.near_critical_threshold') ?? 0
  if (rows.length === 0)
    return [
      text(
        `No unequal concurrency was found: no path of the other party, ${figureText(threshold)} days and more from the controlling one, would have delayed the finish in the same days.`,
        'soft',
      ),
    ]
  return [
    table(
      'Unequal concurrency',
      `Unequal concurrency, ${unitOf(delay)}: days on which a path of the other party was late too, and would have delayed the finish alone, but ended more than ${figureText(threshold)} days before the controlling one. None of the policies above counts them, because they pair delays of one path or within that distance (options.near_critical_threshold); by the functional theory of AACE 29R-03, 4.2, a larger distance counts them as concurrent.`,
      [number('Window'), plain('Task of the owner'), plain('Task of the contractor'), number('Days')],
      rows,
    ),
  ]
}

/** What was rounded to whole days, and from what; nothing where all shares were whole. */
function roundedBlock(completion: Row): Block[] {
  const how = textIn(completion, 'rounding')
  if (how !== 'largest_remainder' && how !== 'equal_remainders') return []
  const exact = rowsIn(completion, 'by_float_owner').map(rule => {
    const [extension, liquidated, open] = ['extension', 'liquidated', 'open'].map(name =>
      figureText(numberIn(rule, `exact_${name}_calendar_days`) ?? 0),
    )
    return `float of ${textIn(rule, 'float_owner').replaceAll('_', ' ')}: extension ${extension}, liquidated ${liquidated}, open ${open}`
  })
  const tie =
    how === 'equal_remainders'
      ? ' Of equal remainders the extension has the day before open days, and those before liquidated ones.'
      : ''
  return [
    text(
      `A contract counts dates, so parts of days before the contract date, and of those after it, became whole days that sum to the same dates: what was over went to the largest remainders.${tie} Before that, ${textIn(completion, 'completion_date')}, ${exact.join('; ')}.`,
      'soft',
    ),
  ]
}

export function contractBlocks(report: Gathered): Block[] {
  const tables = [DELAY, AS_BUILT, IMPACT, COLLAPSED].flatMap(analysis => {
    const part = report.of(analysis)
    const completions = part?.rows('data.contract_dates.completions') ?? []
    if (part === undefined || completions.length === 0) return []
    const rows = completions.flatMap(completion =>
      rowsIn(completion, 'by_float_owner').map((rule): Cell[] => [
        textIn(completion, 'section') || nameOf(completion) || 'project',
        textIn(completion, 'completion_date'),
        textIn(completion, 'finish_date'),
        numberIn(completion, 'margin_start_calendar_days') ?? null,
        numberIn(completion, 'margin_calendar_days') ?? null,
        textIn(rule, 'float_owner').replaceAll('_', ' '),
        numberIn(completion, 'planned_late_calendar_days') ?? null,
        numberIn(completion, 'unexplained_late_calendar_days') ?? null,
        numberIn(rule, 'extension_calendar_days') ?? null,
        textIn(rule, 'extended_completion_date'),
        numberIn(rule, 'liquidated_calendar_days') ?? null,
        numberIn(rule, 'open_calendar_days') ?? null,
        numberIn(rule, 'liquidated_damages') ?? null,
      ]),
    )
    const made = table(
      'Contract dates',
      `${analysisRow(analysis).summary}: contract dates, in calendar days. Float asked for: ${part.text('data.contract_dates.float_owner')?.replaceAll('_', ' ')}.`,
      [
        plain('Completion'),
        id('Contract date'),
        id('Finish'),
        number('Margin at first'),
        number('Margin at last'),
        plain('Float belongs to'),
        number('Late by the plan'),
        number('Late without an explanation'),
        number('Extension'),
        id('Extended date'),
        number('Liquidated days'),
        number('Open days'),
        number('Damages'),
      ],
      rows,
    )
    return [
      { ...made, apart: { label: 'Method', value: analysisRow(analysis).summary } },
      ...completions.flatMap(roundedBlock),
    ]
  })
  if (tables.length === 0 && /"completion_date":/.test(report.own.text('data.options') ?? ''))
    return [
      text(
        'The request names a contract date, but no analysis that holds a finish against it could be made; section 3 says why.',
        'limit',
      ),
    ]
  if (tables.length === 0)
    return [
      text(
        'The request names no contract date (options.contract.completion_date), so no margin, extension or liquidated day is computed.',
        'limit',
      ),
    ]
  return [
    text(
      'A negative margin is a finish after the contract date. In delay analysis and as-planned against as-built a date is of whoever lost what first made the finish pass it, be it by an hour: so a delay of parts of a day can stand in section 6 and make no date here, or a whole one. In the models the days are those of the party of each event, in the order of start. Who owns the time between finish and contract date is for the contract to say; each reading has a row. Time impact holds a model against the date, the schedules with the events in them, and not the finish that was; where no plan was sent, the first margin of collapsed as-built is that of the work without the events. Days that were late by the plan are liquidated; days that no event, delay or plan explains stay open.',
    ),
    ...tables,
    text(
      `Each method holds its own finish against the date, so its days can differ from those of another for the reasons of section 3. Damages are days times the rate of the request, in the currency of the contract; ${figureText(0)} where nothing is liquidated.`,
      'soft',
    ),
  ]
}

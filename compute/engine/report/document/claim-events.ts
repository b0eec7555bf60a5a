/** Delay events of a claim with their days by each method, and the exhibits: schedules and documents. */
import type { AnalysisId } from '../../../../shared/contract/analysis/analyses.ts'
import type { EXTRACTION_FLAGS } from '../../../../shared/contract/analysis/collapsed-as-built/words.ts'
import type { EVENT_FLAGS, EVENT_MODELS } from '../../../../shared/contract/analysis/time-impact/words.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { figureText } from '../table.ts'
import { type Block, id, list, named, number, plain, table, text } from './blocks.ts'
import { AS_BUILT, COLLAPSED, DELAY, IMPACT } from './claim-policies.ts'
import { type Gathered, numberIn, type Part, type Row, rowsIn, textIn } from './gathered.ts'
import { daysTable, type Exhibits, sentEvents, unitOf } from './say.ts'

const HELD_BY: readonly AnalysisId[] = [DELAY, AS_BUILT]

/** The events as the request states them, by id, in the order of their start. */
function eventsOf(report: Gathered): ReadonlyMap<string, Row> {
  return new Map(
    sentEvents(report)
      .map((row): [string, Row] => [textIn(row, 'id'), row])
      .sort(([a, one], [b, other]) => order(textIn(one, 'started'), textIn(other, 'started')) || order(a, b)),
  )
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const textsOf = (row: Row, member: string): readonly string[] => ((row[member] ?? []) as unknown[]).map(String)
const referencesOf = (event: Row): readonly string[] => textsOf(event, 'references')

/** Documents by their text, with the number that each gets. */
function documentsOf(events: ReadonlyMap<string, Row>): ReadonlyMap<string, string> {
  const documents = new Map<string, string>()
  for (const event of events.values())
    for (const reference of referencesOf(event))
      if (!documents.has(reference)) documents.set(reference, `D${documents.size + 1}`)
  return documents
}

/** Sum over the simulations or bases that an event was in; null where it was in none. */
function sumOf(part: Part | undefined, event: string, member: string): number | null {
  const isAlone = member.startsWith('alone')
  const rows = (part?.rows('data.events') ?? []).filter(
    row => row.id === event && !(isAlone && textsOf(row, 'flags').includes('counted_before')),
  )
  if (rows.length === 0) return null
  const days = rows.map(row => numberIn(row, member))
  return days.some(each => each === undefined) ? null : days.reduce((sum: number, each) => sum + each!, 0)
}

const heldOf = (part: Part | undefined, event: string, member: string): number | null =>
  numberIn(part?.rows('data.event_days.events').find(row => row.id === event) ?? {}, member) ?? null

const earnedOf = (part: Part, row: Row | undefined, member: string): number | null => {
  const policy = part.text('data.concurrency') ?? part.text('data.entitlement.concurrency')
  return numberIn(rowsIn(row ?? {}, 'policies').find(each => each.concurrency === policy) ?? {}, member) ?? null
}

export function eventBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const events = eventsOf(report)
  if (events.size === 0)
    return [
      text(
        'The request names no delay events. Days then belong to tasks and their delay categories alone, and no cause is stated for any of them.',
        'limit',
      ),
    ]
  const documents = documentsOf(events)
  const [delay, asBuilt] = HELD_BY.map(analysis => report.of(analysis))
  const [impact, collapsed] = [report.of(IMPACT), report.of(COLLAPSED)]
  const stated = [...events.values()].map((row): Cell[] => [
    textIn(row, 'id'),
    textIn(row, 'name'),
    textIn(row, 'party'),
    textIn(row, 'category'),
    textIn(row, 'started') || 'not told',
    textIn(row, 'ended') ||
      (numberIn(row, 'days') === undefined
        ? `not told; counted to the data date, ${textIn(exhibits.last ?? {}, 'data_date').slice(0, 10) || 'none'}`
        : 'not told'),
    numberIn(row, 'days') ?? null,
    textsOf(row, 'task_ids').join(', ') || 'none',
    textIn(row, 'description'),
    referencesOf(row)
      .map(reference => documents.get(reference))
      .join(', ') || 'none',
  ])
  const without = [...events.values()].filter(row => referencesOf(row).length === 0).map(row => textIn(row, 'id'))
  const held = HELD_BY.map(analysis => report.of(analysis)).flatMap(part =>
    ['held_days', 'held_calendar_days'].map(member => ({ part, member })),
  )
  const modelled = [
    ...['moves_working_days', 'moves_calendar_days'].map(member => ({ part: impact, member })),
    ...['earlier_working_days', 'earlier_calendar_days', 'alone_working_days'].map(member => ({
      part: collapsed,
      member,
    })),
  ]
  const counted = [...events.keys()].map((event): Cell[] => [
    event,
    ...held.map(({ part, member }) => heldOf(part, event, member)),
    ...modelled.map(({ part, member }) => sumOf(part, event, member)),
  ])
  // what none of them covers: with it the held days are all that moved the finish later
  const outside: Cell[] = [
    'no event',
    ...held.map(({ part, member }) => part?.number(`data.event_days.outside.${member}`) ?? null),
    ...modelled.map(() => null),
  ]
  return [
    table(
      'Events',
      'The events as the request states them. Documents have the numbers of section 9.',
      [
        id('Event'),
        plain('Name'),
        plain('Party'),
        plain('Category'),
        id('Began'),
        id('Last day'),
        number('Working days as stated'),
        plain('Tasks'),
        plain('What happened'),
        plain('Documents'),
      ],
      stated,
    ),
    ...(without.length === 0
      ? []
      : [
          text(
            `No document is given for ${without.map(each => named(each)).join(', ')}: nothing in this report shows that this happened, or whose it was.`,
            'limit',
          ),
        ]),
    daysTable(
      table(
        'Event days',
        'Days of each event by each method. Empty: the method did not look at it.',
        [
          id('Event'),
          number(`Held the finish, ${delay === undefined ? 'days' : unitOf(delay)}`),
          number('calendar days'),
          number(`As-planned against as-built, ${asBuilt === undefined ? 'days' : unitOf(asBuilt, HELD_BY[1])}`),
          number('calendar days'),
          number('Time impact, working days'),
          number('calendar days'),
          number('Collapsed as-built, working days'),
          number('calendar days'),
          number('alone, working days'),
        ],
        [...counted, outside],
      ),
      delay === undefined ? '' : unitOf(delay),
      3,
    ),
    ...(delay === undefined ? [] : earnedBlocks(delay)),
    text(
      'Between two data dates no schedule says on which day work was done. Held days are placed by the rule of section 3, so an event has only those days on which its tasks fell behind by that rule: a suspension that a schedule does not have, or a data date nearer to the event, can change whose they are.',
      'limit',
    ),
    ...impactBlocks(impact, events, exhibits),
    ...rangeBlocks(report, exhibits),
    text(
      'The methods ask different questions of an event, so their days differ: how long its work held the finish (delay analysis), what it was likely to cost on the schedule before it (time impact), how much earlier the work would have ended without it (collapsed as-built). Held days count recovered ones too. As-planned against as-built knows no updates and takes every task at an even pace between its dates: days that a task was behind before its event began stand with no event. The collapsed as-built takes the events out turn by turn, the last that began first: days that go only with several of them stand with those of the last turn; "alone" is each by itself. In it as in time impact events that began on one day have one turn, and each the mean over all orders. None of them shows that an event happened.',
      'limit',
    ),
    text('They also differ where', 'soft'),
    ...list(CAUSES),
    ...flagBlocks(report, exhibits),
  ]
}

/** What only some methods see. */
const CAUSES: readonly string[] = [
  'revisions of the tasks of an event moved the finish: delay analysis books these days to the event; the other methods know no revisions.',
  'a task is in later schedules alone: time impact cannot put an event on a task that its schedule does not have.',
  'an event is not over: collapsed as-built takes out its days up to the data date; delay analysis and as-planned against as-built also have what the forecast behind it loses.',
  'a calendar was edited: delay analysis names the days that the edit moved; the other methods have them in the dates of the tasks.',
]

/** Of the days that stand at the end, what each event has; with those outside they sum to the entitlement. */
function earnedBlocks(delay: Part): Block[] {
  const events = delay.rows('data.event_days.events')
  if (events.length === 0) return []
  const outside: Row = { id: 'no event', policies: delay.rows('data.event_days.outside.policies') }
  const members = ['excusable_compensable', 'excusable_non_compensable', 'non_excusable', 'unattributed']
  return [
    daysTable(
      table(
        'Event entitlement',
        `Delay analysis: of the days that stand at the end, those of each event by the policy "${delay.text('data.concurrency')}". The rows sum to the entitlement.`,
        [
          id('Event'),
          plain('Party'),
          ...['Time and money', 'Time only', 'Neither', 'Open'].flatMap(label => [
            number(`${label}, ${unitOf(delay)}`),
            number('calendar days'),
          ]),
        ],
        [...events, outside].map(row => [
          textIn(row, 'id'),
          textIn(row, 'party'),
          ...members.flatMap(member => [
            earnedOf(delay, row, `${member}_days`),
            earnedOf(delay, row, `${member}_calendar_days`),
          ]),
        ]),
      ),
      unitOf(delay),
    ),
  ]
}

/** Each event as it was put into its base, with the finish and the longest path before and after: what 52R-06 asks to show. */
function impactBlocks(impact: Part | undefined, events: ReadonlyMap<string, Row>, exhibits: Exhibits): Block[] {
  const rows = impact?.rows('data.events') ?? []
  if (rows.length === 0) return []
  return [
    table(
      'Time impact',
      'Time impact: what was put into which schedule, and the longest path before and after it.',
      [
        id('Event'),
        id('Put into'),
        plain('What was put in'),
        id('Finish before'),
        id('Finish after'),
        plain('Longest path before'),
        plain('Longest path after'),
      ],
      rows.map((row): Cell[] => [
        textIn(row, 'id'),
        exhibits.of(textIn(row, 'schedule')),
        fragnetText(row, events.get(textIn(row, 'id')) ?? {}),
        textIn(row, 'finish_before'),
        textIn(row, 'finish_after') || 'not put in',
        textsOf(row, 'longest_path_before').join(', '),
        textsOf(row, 'longest_path_after').join(', '),
      ]),
    ),
  ]
}

/** The fragnet as it was sent, or what was made of the days of the event. */
function fragnetText(row: Row, sent: Row): string {
  const days = figureText(numberIn(row, 'days') ?? 0)
  const tasks = textsOf(sent, 'task_ids').join(', ')
  switch (row.modelled_as as (typeof EVENT_MODELS)[number]) {
    case 'fragnet':
      return `its fragnet: ${JSON.stringify(sent.fragnet)}`
    case 'task':
      return `one task ${textsOf(row, 'inserted_task_ids').join(', ')} of ${days} working days, for which ${tasks} wait${
        textsOf(row, 'flags').includes('started_tasks') ? '; those under way by then take these days longer' : ''
      }`
    case 'longer_work':
      return `${days} working days more of ${tasks}${
        textsOf(row, 'flags').includes('same_work_and_time')
          ? ', less those that an event before it took of the same work'
          : ''
      }`
    case 'none':
      return 'nothing'
  }
}

/** What the orders of events make of the days of each. */
function rangeBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const methods = [
    [IMPACT, 'time impact', 'moves_working_days'],
    [COLLAPSED, 'collapsed as-built', 'earlier_working_days'],
  ] as const
  const rows = methods.flatMap(([analysis, method, mean]) =>
    (report.of(analysis)?.rows('data.events') ?? []).flatMap((row): Cell[][] => {
      const [least, most] = [numberIn(row, 'min_working_days'), numberIn(row, 'max_working_days')]
      if (least === undefined || most === undefined || least === most) return []
      return [
        [textIn(row, 'id'), method, exhibits.of(textIn(row, 'schedule')), numberIn(row, mean) ?? null, least, most],
      ]
    }),
  )
  if (rows.length === 0) return []
  return [
    table(
      'Event ranges',
      'Events that began on the day of another one, have days of the same work in common, or hold days together with events of earlier windows, with their days over the orders of these: the figure that is taken stands above.',
      [id('Event'), plain('Method'), id('Exhibit'), number('Taken, working days'), number('Least'), number('Most')],
      rows,
    ),
  ]
}

/** What the methods say to look at. */
function flagBlocks(report: Gathered, exhibits: Exhibits): Block[] {
  const rows = [IMPACT, COLLAPSED].flatMap(analysis =>
    (report.of(analysis)?.rows('data.events') ?? []).flatMap(row =>
      ((row.flags ?? []) as Flag[]).map((flag): Cell[] => [
        textIn(row, 'id'),
        analysis === IMPACT ? 'time impact' : 'collapsed as-built',
        exhibits.of(textIn(row, 'schedule')),
        flag === 'ran_on' ? ranOnText(row) : FLAGS[flag],
      ]),
    ),
  )
  if (rows.length === 0) return []
  return [
    table(
      'Event flags',
      'What to look at in these events.',
      [id('Event'), plain('Method'), id('Exhibit'), plain('What was found')],
      rows,
    ),
  ]
}

function ranOnText(row: Row): string {
  const taken = rowsIn(row, 'extracted').map(
    each => `${figureText(numberIn(each, 'duration_days')! + numberIn(each, 'wait_days')!)} of ${textIn(each, 'id')}`,
  )
  return `${FLAGS.ran_on} Taken out up to it, in working days: ${taken.join(', ')}.`
}

type Flag = (typeof EVENT_FLAGS)[number] | (typeof EXTRACTION_FLAGS)[number]

/** The compiler holds that each has its words. */
const FLAGS: Readonly<Record<Flag, string>> = {
  before_data_date: 'It began before the data date of the schedule that it was put into.',
  no_base_before: 'No schedule is from before it, so the first one was taken.',
  same_work_and_time:
    'Another event has the same tasks in the same days: days without a fragnet go in or out once, with the event of the turn that comes first.',
  same_start: 'Another event began on the same day: each has the mean over the orders in which they can go.',
  no_days: 'It has neither a fragnet nor days, so it moves nothing.',
  started_tasks:
    'That schedule has tasks of it under way on its first day: they stop for its days, and do not wait for it.',
  task_not_in_base: 'That schedule does not have the tasks that it names or its fragnet needs, so it was not put in.',
  some_tasks_not_in_base: 'That schedule does not have all tasks that it names: it was put in without the others.',
  before_schedules: 'It was over before the first day of all schedules, so it was not put in.',
  finished_tasks: 'Its tasks are complete in that schedule, so it delays nothing of it.',
  after_finish: 'It begins after the finish of that schedule, so it moves nothing.',
  done_by_plan: 'By that schedule work of it ends before it begins: it delays none of that.',
  stands_still: 'By that schedule work of it stands still for days of it anyway: it loses none of these.',
  in_base: 'It is work that the schedule has already, which was taken out before it was put in.',
  no_tasks: 'It names no task.',
  expected_finish:
    'Work ends later with it than its expected finish, which was removed for that; without it the schedule has the same dates.',
  held_back: 'Work keeps a date although the event asks for a later one, so some of its effect shows nowhere.',
  fragnet_days_differ: 'Its fragnet adds other days than the event has.',
  task_not_in_as_built: 'That schedule does not have all tasks that it names, so nothing was taken from those.',
  nothing_extracted: 'No working time of its tasks lies in its days, so nothing was taken out.',
  ran_on: 'It has no end, and work of it is open: it ran on beyond the data date.',
  counted_before:
    'It is of an earlier window, and holds other days in this schedule than the windows before have counted; the difference has a row.',
  fragnet_not_found: 'Its fragnet adds no task that is in the schedule, so its days were taken.',
}

export function exhibitBlocks(report: Gathered, { sources }: Exhibits): Block[] {
  const events = eventsOf(report)
  const documents = documentsOf(events)
  const usedBy = (reference: string): string =>
    [...events].flatMap(([event, row]) => (referencesOf(row).includes(reference) ? [event] : [])).join(', ')
  return [
    table(
      '',
      'Schedules. Section 2 has their hashes.',
      [id('Exhibit'), plain('What it is'), id('Data date')],
      sources.map(row => [
        textIn(row, 'exhibit'),
        `${textIn(row, 'role')}, ${row.file_sha256 === null ? 'sent in the body of the request' : textIn(row, 'format')}`,
        textIn(row, 'data_date') || 'none',
      ]),
    ),
    documents.size === 0
      ? text(
          'The request names no document. A claim needs them: notices, instructions, records of the site, of the weather, of deliveries.',
          'limit',
        )
      : table(
          'Documents',
          'Documents as the request names them. They were not read, and are to be attached.',
          [id('Exhibit'), plain('Document'), plain('Events')],
          [...documents].map(([reference, exhibit]) => [exhibit, reference, usedBy(reference)]),
        ),
  ]
}

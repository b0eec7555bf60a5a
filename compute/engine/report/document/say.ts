/** Words and tables that claim and monthly reports have in common: cover, sources, how figures are computed again. */
import { createHash } from 'node:crypto'
import { type AnalysisId, analysisRow } from '../../../../shared/contract/analysis/analyses.ts'
import { NOT_RUN } from '../../../../shared/contract/report/report-data.ts'
import { OF_CONTRACT } from '../../../../shared/contract/report/report-request.ts'
import { type CalendarMode, dayBasis, offsetBasis } from '../../wording/days.ts'
import type { Cell } from '../../write/sheets/sheet-visitor.ts'
import { figureText } from '../table.ts'
import { WORDS } from '../words.ts'
import {
  type Block,
  type Document,
  heading,
  id,
  type Logo,
  list,
  named,
  number,
  plain,
  type Table,
  table,
  text,
} from './blocks.ts'
import { type Gathered, type Part, type Row, rowsIn, textIn } from './gathered.ts'
import { logoOf } from './logo.ts'

export const signed = (days: number): string => `${days > 0 ? '+' : ''}${figureText(days)}`

/** Whose days count between dates of the project's calendar, whatever calendars its tasks have. */
const BETWEEN_DATES: readonly AnalysisId[] = ['forensics.as-planned-vs-as-built']

/** What days of a result are: working days of its calendar, or days of the calendar on the wall. */
export function unitOf(part: Part, analysis?: AnalysisId): string {
  const mode = (part.text('data.calendar.mode') ?? 'calendar_days') as CalendarMode
  const basis = analysis !== undefined && BETWEEN_DATES.includes(analysis) ? dayBasis(mode) : offsetBasis(mode)
  return WORDS.windows.unit(basis)
}

/** A table of days in this unit, each with the calendar days behind it, unless these say the same all over; columns from `upTo` on are of other units. */
export function daysTable(made: Table, unit: string, upTo = made.columns.length): Table {
  if (unit !== CALENDAR_DAYS) return made
  const { columns, rows } = made
  const isDouble = (n: number): boolean =>
    n > 0 && n < upTo && columns[n].label === CALENDAR_DAYS && rows.every(row => row[n] === row[n - 1])
  const kept = [...columns.keys()].filter(n => !isDouble(n))
  return { ...made, columns: kept.map(n => columns[n]), rows: rows.map(row => kept.map(n => row[n])) }
}

export const CALENDAR_DAYS = WORDS.windows.calendar

/** "+6.93 working days (+8.93 calendar days)", on both counts where they differ; `work`: working days of the project calendar, where they are others. */
export function bothDays(
  days: number | undefined,
  wall: number | undefined,
  unit: string,
  isSigned = true,
  work = days,
): string {
  const shown = isSigned ? signed : figureText
  if (days === undefined) return 'not computed'
  const others = [
    ...(wall === undefined || unit === CALENDAR_DAYS ? [] : [`${shown(wall)} ${CALENDAR_DAYS}`]),
    ...(work === days ? [] : [`${shown(work!)} ${WORDS.windows.working}`]),
  ]
  return `${shown(days)} ${unit}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}

export const nameOf = (row: Row, member = 'id'): string => {
  const name = textIn(row, member === 'id' ? 'name' : member.replace(/id$/, 'name'))
  return [textIn(row, member), name].filter(Boolean).join(' ')
}

const SHA_SHOWN = 16

/** Exhibits by the place of their schedule: "S2 (data date 2026-03-30)". */
export class Exhibits {
  readonly sources: readonly Row[]

  constructor(report: Gathered) {
    this.sources = report.own.rows('data.sources')
  }

  of(schedule: string): string {
    // an analysis of one schedule reads the current one as its own
    const place = schedule === 'tasks' ? 'current_schedule' : schedule
    const source =
      this.sources.find(row => row.schedule === schedule) ?? this.sources.find(row => row.schedule === place)
    return source === undefined ? schedule : textIn(source, 'exhibit')
  }

  get first(): Row | undefined {
    return this.sources[0]
  }

  get last(): Row | undefined {
    return this.sources.at(-1)
  }

  get project(): string | undefined {
    return this.sources
      .toReversed()
      .map(row => textIn(row, 'project_name'))
      .find(name => name !== '')
  }
}

const coverFact = (report: Gathered, name: string): string | undefined => report.own.text(`data.cover.${name}`)

const COVER_FACTS: readonly (readonly [member: string, label: string])[] = [
  ['contract', 'Contract'],
  ['owner', 'Owner'],
  ['contractor', 'Contractor'],
  ['prepared_for', 'Prepared for'],
  ['author', 'Prepared by'],
  ['organisation', 'Organisation'],
  ['reference', 'Report number'],
  ['report_date', 'Date of the report'],
]

/** title: where the author gives none. facts: those that are computed. */
export function documentOf(
  report: Gathered,
  title: string,
  facts: readonly (readonly [name: string, value: string])[],
  notice: string,
  blocks: readonly Block[],
): Document {
  const exhibits = new Exhibits(report)
  const subject = coverFact(report, 'project') ?? exhibits.project ?? 'Project without a name in its files'
  const given = COVER_FACTS.flatMap(([member, label]): [string, string][] => {
    const value = coverFact(report, member)
    return value === undefined ? [] : [[label, named(value, 200)]]
  })
  const logo: Logo | undefined = logoOf(coverFact(report, 'logo'))
  const author = coverFact(report, 'author')
  const statement = coverFact(report, 'statement')
  const said = coverFact(report, 'title') ?? title
  return {
    cover: {
      title: named(said, 200),
      subject: named(subject, 200),
      logo,
      facts: [...given, ...facts],
      notice: statement === undefined ? notice : `${notice} ${named(statement, 2_000)}`,
      signature: [`Signature${author === undefined ? '' : ` of ${author}`}`, 'Place and date'],
    },
    blocks,
    running: {
      left: subject,
      right: said,
      foot: `Input ${(report.own.text('metadata.input_sha256') ?? '').slice(0, SHA_SHOWN)}`,
    },
    hasAppendix: report.own.text('data.kind') === 'claim',
    paper: report.own.text('data.paper') === 'letter' ? 'letter' : 'a4',
  }
}

function sourcesTable({ sources }: Exhibits) {
  const columns = [
    id('Exhibit'),
    plain('Role'),
    plain('Format'),
    id('Data date'),
    number('Tasks'),
    number('Links'),
    plain('SHA-256 of the file'),
    plain('SHA-256 of the schedule as read'),
  ]
  const members = [
    'exhibit',
    'role',
    'format',
    'data_date',
    'task_count',
    'link_count',
    'file_sha256',
    'schedule_sha256',
  ]
  const rows = sources.map(row =>
    members.map(
      (name): Cell => (row[name] === null ? (name === 'format' ? 'JSON body' : 'none') : (row[name] as Cell)),
    ),
  )
  return table('Sources', 'Schedules that every figure rests on.', columns, rows)
}

/** What a reader of the table of sources has to see, and may not: dates that run back, one schedule twice, names of two projects. */
function sourceRemarks({ sources }: Exhibits): Block[] {
  const exhibit = (row: Row): string => textIn(row, 'exhibit')
  const remarks: string[] = []
  const dated = sources.filter(row => textIn(row, 'data_date') !== '')
  for (const [n, row] of dated.entries()) {
    const before = dated[n - 1]
    if (before === undefined || textIn(before, 'data_date') <= textIn(row, 'data_date')) continue
    remarks.push(
      `The data dates run back: ${exhibit(row)} has ${textIn(row, 'data_date')}, ${exhibit(before)} before it ${textIn(before, 'data_date')}. Either the schedules were sent in another order than that of time, or a data date was set back.`,
    )
  }
  for (const [n, row] of sources.entries()) {
    const same = sources.slice(0, n).find(other => other.schedule_sha256 === row.schedule_sha256)
    if (same !== undefined)
      remarks.push(`${exhibit(row)} is the same schedule as ${exhibit(same)}: what was read of them has one hash.`)
  }
  const byName = Map.groupBy(
    sources.filter(row => textIn(row, 'project_name') !== ''),
    row => textIn(row, 'project_name'),
  )
  if (byName.size > 1) {
    const said = [...byName].map(([name, rows]) => `${rows.map(exhibit).join(', ')}: ${named(name)}`)
    remarks.push(`The files name more than one project (${said.join('; ')}). They are compared as updates of one.`)
  }
  return remarks.map(each => text(each, 'limit'))
}

const SOURCES_SAY =
  'The SHA-256 of a file is what sha256sum prints of it. That of the schedule as read covers its tasks, links, resources, calendars, data date, dates of the project and scheduling options: two files with the same one give the same figures. A schedule that came in the body of the request has no file of its own.'

/** What the reader of files could not take as it stood, by exhibit. */
function warningsTable(report: Gathered, exhibits: Exhibits): Block[] {
  const rows = report.own.rows('metadata.import').flatMap(file => {
    const place = textIn(file, 'path').replace(/\.tasks$/, '')
    return rowsIn(file, 'warnings').map((warning): Cell[] => [
      exhibits.of(place),
      textIn(warning, 'code'),
      warning.count as number,
      textIn(warning, 'text'),
    ])
  })
  if (rows.length === 0) return []
  return [
    table(
      'Import',
      'What the reader of the files could not take as it stood.',
      [id('Exhibit'), id('Code'), number('Rows'), plain('What was done')],
      rows,
    ),
  ]
}

export const sourceBlocks = (report: Gathered, exhibits: Exhibits): Block[] => [
  sourcesTable(exhibits),
  text(SOURCES_SAY, 'soft'),
  ...sourceRemarks(exhibits),
  ...warningsTable(report, exhibits),
]

/** Which section of a document shows figures of which reply. */
export interface Shown {
  readonly section: string
  readonly analysis: AnalysisId
  readonly members: string
}

/** Analyses as the report lists them. */
export const entriesOf = (report: Gathered): readonly Row[] => report.own.rows('data.analyses')

export function notMade(report: Gathered): Block[] {
  const rows = entriesOf(report).filter(({ status }) => status === NOT_RUN)
  if (rows.length === 0) return []
  return [
    table(
      'Not made',
      'Analyses that could not be made of this request, and why.',
      [plain('Analysis'), plain('Reasons')],
      rows.map(row => [textIn(row, 'title'), ((row.reasons ?? []) as string[]).map(withoutMembers).join(' ')]),
    ),
  ]
}

const NOT_SENT = {
  baseline_schedule: 'No baseline was sent.',
  schedule_history: 'No earlier update was sent.',
} as const

/** A reason for who reads no interface. */
const withoutMembers = (reason: string): string =>
  reason
    .replace(
      /^(baseline_schedule|schedule_history): \1 is required\.$/,
      (_, name: keyof typeof NOT_SENT) => NOT_SENT[name],
    )
    .replaceAll('a baseline_schedule', 'a baseline')

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** As --set reads it, quoted where a shell would take it apart. */
function setOf(name: string, value: unknown): string {
  const pair = `${name}=${typeof value === 'string' && !isJson(value) ? value : JSON.stringify(value)}`
  return /^[\w.=:-]+$/.test(pair) ? pair : `'${pair.replaceAll("'", "'\\''")}'`
}

/** The options of the request as the command line takes them. */
function setsOf(json: string | undefined): string {
  const options = JSON.parse(json ?? '{}') as Readonly<Record<string, Readonly<Record<string, unknown>> | null>>
  const sets = Object.entries(options).flatMap(([of, members]) =>
    Object.entries(members ?? {}).map(([name, value]) =>
      setOf(`${of === OF_CONTRACT ? of : `options.${of}`}.${name}`, value),
    ),
  )
  return sets.map(set => `, --set ${set}`).join('')
}

/** Schedules of a call with their exhibits: "S2 as schedule_history.0". */
const schedulesText = (entry: Row, exhibits: Exhibits): string =>
  ((entry.schedules ?? []) as string[])
    .toSorted((a, b) => exhibits.of(a).localeCompare(exhibits.of(b), 'en', { numeric: true }))
    .map(place => `${exhibits.of(place)} as ${place}`)
    .join(', ')

export function recomputeBlocks(report: Gathered, shown: readonly Shown[]): Block[] {
  const own = report.own
  const exhibits = new Exhibits(report)
  const entries = entriesOf(report).filter(({ status }) => status !== NOT_RUN)
  const planned = entries.filter(row => textIn(row, 'baseline_dates') !== '').map(row => textIn(row, 'title'))
  const commit = own.text('data.commit')
  const kind = own.text('data.kind')
  return [
    text(
      'Each figure is a member of a reply of the service. Send its schedules, each in the place that the table names, to the call with these options and, where it takes them, the delay events below: it answers the same figures, and metadata.input_sha256 is the hash below. Figures are shown to two decimals; the replies have all.',
    ),
    table(
      'Sections',
      'Where the figures of each section come from.',
      [plain('Section'), plain('Call'), plain('Members of its reply')],
      shown
        .filter(({ analysis }) => report.of(analysis) !== undefined)
        .map(({ section, analysis, members }) => [section, `POST ${analysisRow(analysis).path}`, members]),
    ),
    table(
      'Requests',
      'The request of each analysis.',
      [
        plain('Analysis'),
        plain('Call'),
        plain('Schedules'),
        plain('Delay events'),
        plain('Options'),
        plain('SHA-256 of the input'),
      ],
      entries.map(row => [
        textIn(row, 'title'),
        `POST ${textIn(row, 'path')}`,
        schedulesText(row, exhibits),
        row.takes_events === true ? 'as below' : 'none',
        textIn(row, 'options') || 'none: defaults',
        textIn(row, 'input_sha256'),
      ]),
    ),
    ...(planned.length === 0
      ? []
      : [
          text(
            `The tasks have no baseline dates of their own: ${planned.join(', ')} read those of the baseline beside them, by id. For the same hash send them as baseline_start and baseline_finish of the tasks.`,
          ),
        ]),
    ...eventsSent(report),
    ...list([
      `Engine ${own.text('metadata.engine_version')}, interface ${own.text('metadata.api_version')}, commit ${commit ?? 'not told to the process'}.`,
      `SHA-256 of the input of this report: ${own.text('metadata.input_sha256')}.`,
      `At a terminal: sis report, the files in the order of their data dates${kind === undefined ? '' : `, --kind ${kind}`}${kind === 'claim' ? ', --events EVENTS.json' : ''}${setsOf(own.text('data.options'))}, --html REPORT.html.`,
    ]),
  ]
}

/** The delay events of the request, in its order. */
export const sentEvents = (report: Gathered): readonly Row[] =>
  JSON.parse(report.own.text('data.delay_events') ?? '[]') as readonly Row[]

/** The events as the calls and --events take them: without them no figure of an event comes out again. */
function eventsSent(report: Gathered): Block[] {
  if (report.own.text('data.delay_events') === undefined) return []
  const events = sentEvents(report)
  return [
    table(
      'Events sent',
      'The delay events as they were sent: delay_events of the calls is the list of these objects, in this order, and so is EVENTS.json.',
      [id('Event'), plain('Object')],
      events.map(event => [textIn(event, 'id'), JSON.stringify(event)]),
    ),
    text(
      `SHA-256 of the list as compact JSON: ${createHash('sha256').update(JSON.stringify(events)).digest('hex')}. A long object is cut on paper; the workbook and data.delay_events of the report as JSON have all of it.`,
      'soft',
    ),
  ]
}

/** Headings with their numbers, in the order in which they are asked for. */
export class Sections {
  #count = 0
  readonly #titles = new Map<string, string>()

  get count(): number {
    return this.#count
  }

  begin(title: string): Block {
    const words = `${++this.#count} ${title}`
    this.#titles.set(title, words)
    return heading(words)
  }
}

/** The windows of a delay analysis for a reader: what is known of each in sentences, and who held the finish when, as bars over time. */
import type { DayRule } from '../../../shared/contract/analysis/delay-analysis/account-data.ts'
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import { type CalendarMode, offsetBasis } from '../wording/days.ts'
import type { Cell } from '../write/sheets/sheet-visitor.ts'
import type { MemberPath, ResultVisitor } from '../write/stored/visit-result.ts'
import { type Block, heading, id, list, named, number, plain, table } from './document/blocks.ts'
import { numberIn as numberOf, type Row, rowsIn, textIn } from './document/gathered.ts'
import { blocksHtml } from './document/html.ts'
import { escaped, shortened } from './markup.ts'
import { dateTicks } from './svg/axis.ts'
import { line, rect, text, WIDTH } from './svg/frame.ts'
import { figureText } from './table.ts'
import { WORDS } from './words.ts'

/** Windows that are told; the table of windows has more of them. */
const WINDOWS_MAX = 60
/** Tasks named in a sentence, and rows of a chart. */
const NAMED_MAX = 5
const ROWS_MAX = 12

/** Gathers the windows while a result is read. */
export class DelayWindows implements ResultVisitor {
  readonly #windows: Row[] = []
  #count = 0
  #isWindows = false
  #unit: string = WORDS.windows.days

  value(path: MemberPath, value: unknown): void {
    if (path.join('.') === 'data.calendar.mode') this.#unit = WORDS.windows.unit(offsetBasis(value as CalendarMode))
  }

  beginList(path: MemberPath): void {
    this.#isWindows = path.join('.') === 'data.windows'
  }

  item(value: unknown): void {
    if (this.#isWindows && ++this.#count <= WINDOWS_MAX) this.#windows.push(value as Row)
  }

  endList(): void {
    this.#isWindows = false
  }

  html(): string {
    if (this.#count === 0) return ''
    const left = this.#count - this.#windows.length
    const isNamed = namesParty(this.#windows)
    const parts = this.#windows.map(
      (window, n) => `<div class="item">${blocksHtml(windowBlocks(window, n, this.#unit, isNamed))}</div>`,
    )
    return `<section><h2>${WORDS.windows.title}</h2><p class="soft">${WORDS.windows.about}</p>${parts.join('\n')}${left > 0 ? `<p class="soft">${WORDS.windows.more(left)}</p>` : ''}</section>\n`
  }
}

/** A moment as "2026-04-03 08:00". */
const dateText = (date: unknown): string => String(date).replace('T', ' ')

const nameOf = (row: Row): string => [String(row.id), textIn(row, 'name')].filter(Boolean).join(' ')

const signed = (days: number): string => `${days > 0 ? '+' : ''}${figureText(days)}`

/** A figure in the days of the result, and in calendar days and working days where they differ. */
function daysText(window: Row, member: string, unit: string): string {
  const days = numberOf(window, `${member}_days`)
  const wall = numberOf(window, `${member}_calendar_days`)
  if (days === undefined) return ''
  const work = numberOf(window, `${member}_working_days`)
  const { calendar, working } = WORDS.windows
  const others = [
    ...(wall === undefined || wall === days ? [] : [`${signed(wall)} ${calendar}`]),
    ...(work === undefined || work === days ? [] : [`${signed(work)} ${working}`]),
  ]
  return `${signed(days)} ${unit}${others.length === 0 ? '' : ` (${others.join(', ')})`}`
}

const sentence = (start: string, said: string): string[] => (said === '' ? [] : [`${start} ${said}`])

/** Whose the days of a task are: of its events, else of the party of its category. What a task recovered needs no party. */
function whose(row: Row, isNamed: boolean): string {
  const { nobody, ofEvents } = WORDS.windows
  const events = ((row.covered_by ?? []) as readonly unknown[]).map(event => named(String(event)))
  const open = numberOf(row, 'open_days')
  const isOpen = open === undefined || Number(figureText(open)) > 0
  if (events.length > 0) return ` (${ofEvents(events.join(', '), !isOpen)})`
  const party = textIn(row, 'party')
  if (party !== '') return ` (${party})`
  return isOpen && isNamed ? ` (${nobody})` : ''
}

/** Whether any day has a party or an event: where none has, that is told once and not of every task. */
export const namesParty = (windows: readonly Row[]): boolean =>
  windows.some(window =>
    rowsIn(window, 'attribution').some(
      row => textIn(row, 'party') !== '' || ((row.covered_by ?? []) as readonly unknown[]).length > 0,
    ),
  )

/** Who moved the finish in a window, the furthest first, as the analysis has them. */
function movedBy(window: Row, isNamed: boolean): string {
  const { others } = WORDS.windows
  // what rounding leaves moved nothing that a reader could see
  const moved = rowsIn(window, 'attribution').filter(
    row => Number(figureText(Math.abs(numberOf(row, 'contribution_days') ?? 0))) !== 0,
  )
  const shown = moved.slice(0, NAMED_MAX).map(row => {
    const days = signed(numberOf(row, 'contribution_days') ?? 0)
    return `${named(nameOf(row))} ${days}${whose(row, isNamed)}`
  })
  return [...shown, ...(moved.length > shown.length ? [others(moved.length - shown.length)] : [])].join('; ')
}

/** The days of a revision are a mean over orders: what it did alone stands beside, where that is something else. */
function aloneText(row: Row): string {
  const [days, alone] = [numberOf(row, 'days')!, numberOf(row, 'alone_days')]
  if (alone === undefined) return ` (${WORDS.windows.untested})`
  return figureText(alone) === figureText(days) ? '' : ` (${WORDS.windows.alone} ${signed(alone)})`
}

/** The revisions that moved the finish most, as section 8 of a claim has them all. */
function revisedBy(window: Row): string {
  const moved = rowsIn(window, 'revisions')
    .filter(row => Number(figureText(Math.abs(numberOf(row, 'days') ?? 0))) !== 0)
    .sort((a, b) => Math.abs(numberOf(b, 'days')!) - Math.abs(numberOf(a, 'days')!))
  const shown = moved.slice(0, NAMED_MAX).map(row => {
    const of = textIn(row, 'id') === '' ? textIn(row, 'subject') : nameOf(row)
    return `${String(row.change).replaceAll('_', ' ')}${of === '' ? '' : ` ${named(of)}`} ${signed(numberOf(row, 'days')!)}${aloneText(row)}`
  })
  const { otherRevisions } = WORDS.windows
  return [...shown, ...(moved.length > shown.length ? [otherRevisions(moved.length - shown.length)] : [])].join('; ')
}

function controllingPath(window: Row): string {
  const ids = (window.controlling_path ?? []) as readonly unknown[]
  const names = (window.controlling_path_names ?? []) as readonly unknown[]
  const shown = ids.slice(0, ROWS_MAX).map((id, n) => named([id, names[n] ?? ''].join(' ').trim(), 60))
  return `${shown.join(', ')}${ids.length > ROWS_MAX ? '; \u2026' : ''}`
}

/** unit: of the days of the result. isNamed: parties are told. */
export function windowBlocks(window: Row, n: number, unit: string, isNamed: boolean): Block[] {
  const words = WORDS.windows
  const [from, to] = [window.from_date ?? window.from, window.to_date ?? window.to].map(dateText)
  const concurrent = numberOf(window, 'concurrent_days') ?? 0
  const open = numberOf(window, 'no_task_days') ?? 0
  return [
    heading(`${words.window(n + 1)}: ${from} ${words.until} ${to}`, 2),
    ...list([
      ...(numberOf(window, 'delay_days') === undefined ? [words.unknown] : []),
      ...sentence(words.finish, daysText(window, 'delay', unit)),
      ...sentence(words.progress, daysText(window, 'progress_delay', unit)),
      ...sentence(words.revisions, daysText(window, 'revision_delay', unit)),
      ...sentence(words.movedBy, movedBy(window, isNamed)),
      ...sentence(words.revisedBy, revisedBy(window)),
      ...sentence(words.both, concurrent > 0 ? `${figureText(concurrent)} ${unit}` : ''),
      ...sentence(words.noTask, open > 0 ? `${figureText(open)} ${unit}` : ''),
      ...sentence(words.path, controllingPath(window)),
    ]),
    ...chartBlock(window, n, isNamed),
    ...daysBlock(window, n, unit),
    ...besideBlock(window, n, unit),
  ]
}

interface Bar {
  readonly from: number
  readonly to: number
  readonly fill: string
}

/** Each result has a colour, and its word in the title of the bar. */
const FILLS: Readonly<Record<string, string>> = {
  excusable_compensable: 'var(--bar)',
  non_excusable: 'var(--hot)',
  concurrent: 'var(--mark)',
  excusable_non_compensable: 'var(--good)',
  recovered: 'var(--line)',
  unattributed: 'var(--float)',
}

const LABEL_WIDTH = 230
const ROW_HEIGHT = 18
const HEAD_HEIGHT = 24
const LABEL_CHARACTERS_MAX = 34

/** How the days of a span became those of its holders, for who asks that first. */
const DAY_RULES: Readonly<Record<DayRule, string>> = {
  one_task: 'the only task that lost time on a path that holds the finish',
  together: 'lost time at once, on paths that hold the finish together: equal shares',
  in_turn_by_work: 'one after the other on one path: each the days of the work that it lost',
  in_turn_by_finish:
    'one after the other on one path, by calendars of other working time: each as far as its loss moves the computed finish, in the mean over all orders',
  added_work: 'work that was added in the window, which others had to wait for by the later schedule',
  with_revision:
    'revisions alone would have brought the finish as far: their party holds the days beside who lost them, or alone where that one had float',
  as_gained: 'each in proportion to the working time that it gained on a path that held the finish',
  days_off: 'ended on days off: calendar days, and no day of work',
  nobody: 'no task lost or gained time on a path that holds the finish',
}

/** "none": revisions whose tasks have no category. */
const partyText = (party: string): string => (party === '' || party === 'none' ? WORDS.windows.noParties : party)

function ruleText(span: Row): string {
  const parties = ((span.revision_parties ?? []) as readonly unknown[]).map(party => partyText(String(party)))
  const rule = DAY_RULES[span.rule as DayRule] ?? textIn(span, 'rule')
  return parties.length === 0 ? rule : `${rule}; ${WORDS.windows.revisionsOf(parties.join(', '))}`
}

function holdersText(span: Row): string {
  const holders = rowsIn(span, 'holders')
  if (holders.length === 0) return WORDS.windows.noHolder
  const said = holders.map(row => `${nameOf(row)}${textIn(row, 'party') === '' ? '' : ` (${textIn(row, 'party')})`}`)
  const more = (numberOf(span, 'holder_count') ?? 0) - holders.length
  return [...said, ...(more > 0 ? [WORDS.windows.others(more)] : [])].join(', ')
}

/** Which days moved the finish, who held them, and how they became theirs. */
function daysBlock(window: Row, n: number, unit: string): Block[] {
  const words = WORDS.windows
  const isWall = unit === words.calendar
  const rows = rowsIn(window, 'days').map((span): Cell[] => [
    n + 1,
    textIn(span, 'from'),
    textIn(span, 'to'),
    numberOf(span, 'movement_days') ?? null,
    ...(isWall ? [] : [numberOf(span, 'movement_calendar_days') ?? null]),
    holdersText(span),
    textIn(span, 'result').replaceAll('_', ' '),
    ruleText(span),
  ])
  if (rows.length === 0) return []
  const columns = [
    number(words.ofWindow),
    id(words.from),
    id(words.to),
    number(words.movedIn(unit)),
    ...(isWall ? [] : [number(words.calendar)]),
    plain(words.who),
    plain(words.what),
    plain(words.how),
  ]
  return [table('Days held', words.spans(n + 1), columns, rows, numberOf(window, 'day_span_count') ?? 0)]
}

/** Parties whose revisions hold days that others lost, or that others' revisions hold. */
function besideBlock(window: Row, n: number, unit: string): Block[] {
  const words = WORDS.windows
  const rows = rowsIn(window, 'held_by_revisions').map((row): Cell[] => [
    n + 1,
    partyText(textIn(row, 'party')),
    numberOf(row, 'days') ?? null,
    ((row.task_ids ?? []) as readonly unknown[]).join(', '),
  ])
  if (rows.length === 0) return []
  const columns = [number(words.ofWindow), plain(words.party), number(words.movedIn(unit)), plain(words.revisedTasks)]
  return [table('Held by revisions', words.beside(n + 1), columns, rows)]
}

/** Who held the finish when. A day without a task has a row of its own. */
function chartBlock(window: Row, n: number, isNamed: boolean): Block[] {
  const bars = new Map<string, (Bar & { readonly about: string })[]>()
  for (const span of rowsIn(window, 'days')) {
    const [from, last] = [parseDay(String(span.from)), parseDay(String(span.to))]
    if (from === undefined || last === undefined) continue
    const result = String(span.result)
    const holders = rowsIn(span, 'holders')
    const names = holders.length === 0 ? [WORDS.windows.noHolder] : holders.map(nameOf)
    const about = `${result.replaceAll('_', ' ')}, ${String(span.from)} ${WORDS.windows.until} ${String(span.to)}`
    for (const name of names) {
      const own = bars.get(name)
      const bar = { from, to: last + 1, fill: FILLS[result] ?? 'var(--float)', about }
      if (own === undefined) bars.set(name, [bar])
      else own.push(bar)
    }
  }
  if (bars.size === 0) return []
  const rows = [...bars].slice(0, ROWS_MAX)
  const all = rows.flatMap(([, list]) => list)
  const dayOf = (value: unknown): number | undefined => (typeof value === 'string' ? parseDay(value) : undefined)
  const from = Math.min(dayOf(window.from_date) ?? Number.POSITIVE_INFINITY, ...all.map(bar => bar.from))
  const to = Math.max(dayOf(window.to_date) ?? Number.NEGATIVE_INFINITY, ...all.map(bar => bar.to), from + 1)
  const xOf = (day: number): number => LABEL_WIDTH + ((day - from) / (to - from)) * (WIDTH - LABEL_WIDTH - 14)
  const height = HEAD_HEIGHT + rows.length * ROW_HEIGHT + 4
  const grid = dateTicks(from, to).map(
    ({ at, label }) =>
      line(xOf(at), HEAD_HEIGHT - 4, xOf(at), height, 'var(--line)') +
      (xOf(at) > WIDTH - 52 ? '' : text(xOf(at) + 2, HEAD_HEIGHT - 8, 'var(--soft)', label)),
  )
  const drawn = rows.map(([name, list], row) => {
    const y = HEAD_HEIGHT + row * ROW_HEIGHT
    const label = text(4, y + 13, 'var(--ink)', shortened(name, LABEL_CHARACTERS_MAX))
    const shapes = list.map(
      bar =>
        `<g><title>${escaped(shortened(`${name}: ${bar.about}`))}</title>${rect(xOf(bar.from), y + 3, xOf(bar.to) - xOf(bar.from), ROW_HEIGHT - 6, bar.fill, ' stroke="var(--ink)" stroke-width="0.5"')}</g>`,
    )
    return label + shapes.join('')
  })
  const said = `${WORDS.windows.chart(n + 1, rows.length, bars.size)} ${isNamed ? WORDS.windows.colours : WORDS.windows.noParty}`
  return [
    {
      is: 'figure',
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(said)}" font-family="inherit">${grid.join('')}${drawn.join('')}</svg>`,
      caption: said,
    },
  ]
}

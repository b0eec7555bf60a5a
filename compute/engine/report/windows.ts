/** The windows of a delay analysis for a reader: what is known of each in sentences, and who held the finish when, as bars over time. */
import { parseDay } from '../../../shared/contract/schedule/day.ts'
import type { MemberPath, ResultVisitor } from '../write/stored/visit-result.ts'
import { escaped, isolated, shortened } from './markup.ts'
import { dateTicks } from './svg/axis.ts'
import { line, rect, text, WIDTH } from './svg/frame.ts'
import { cellText } from './table.ts'
import { WORDS } from './words.ts'

/** Windows that are told; the table of windows has more of them. */
const WINDOWS_MAX = 60
/** Tasks named in a sentence, and rows of a chart. */
const NAMED_MAX = 5
const ROWS_MAX = 12

type Row = Readonly<Record<string, unknown>>

/** Gathers the windows while a result is read. */
export class DelayWindows implements ResultVisitor {
  readonly #windows: Row[] = []
  #count = 0
  #isWindows = false
  #unit: string = WORDS.windows.days

  value(path: MemberPath, value: unknown): void {
    if (path.join('.') === 'data.calendar.mode') this.#unit = WORDS.windows.unit(String(value))
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
    const parts = this.#windows.map((window, n) => windowHtml(window, n, this.#unit))
    return `<section><h2>${WORDS.windows.title}</h2><p class="soft">${WORDS.windows.about}</p>${parts.join('\n')}${left > 0 ? `<p class="soft">${WORDS.windows.more(left)}</p>` : ''}</section>\n`
  }
}

const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? (value as Row[]) : [])
const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const nameOf = ({ id, name }: Row): string => (typeof name === 'string' ? `${String(id)} ${name}` : String(id))

const signed = (days: number): string => `${days > 0 ? '+' : ''}${cellText(days)}`

/** A figure in the days of the result, and in calendar days where they differ. */
function daysText(window: Row, member: string, unit: string): string | undefined {
  const days = numberOf(window[`${member}_days`])
  const wall = numberOf(window[`${member}_calendar_days`])
  if (days === undefined) return undefined
  const beside = wall === undefined || wall === days ? '' : ` (${signed(wall)} ${WORDS.windows.calendar})`
  return `${signed(days)} ${unit}${beside}`
}

const sentence = (start: string, said: string | undefined): string =>
  said === undefined || said === '' ? '' : `<li>${escaped(start)} ${said}</li>`

function windowHtml(window: Row, n: number, unit: string): string {
  const words = WORDS.windows
  const [from, to] = [window.from_date ?? window.from, window.to_date ?? window.to].map(each => cellText(String(each)))
  const moved = rowsOf(window.attribution)
  const named = moved.slice(0, NAMED_MAX).map(row => {
    const party = typeof row.party === 'string' ? row.party : words.nobody
    return `${isolated(nameOf(row), 80)} ${signed(numberOf(row.contribution_days) ?? 0)} (${escaped(party)})`
  })
  const more = moved.length > named.length ? `; ${words.others(moved.length - named.length)}` : ''
  const path = (window.controlling_path as readonly unknown[] | undefined) ?? []
  const shownPath = path
    .slice(0, ROWS_MAX)
    .map(id => isolated(String(id), 60))
    .join(', ')
  const concurrent = numberOf(window.concurrent_days) ?? 0
  const open = numberOf(window.no_task_days) ?? 0
  return `<div class="item"><h3>${words.window(n + 1)}: ${from} ${words.until} ${to}</h3><ul>${[
    sentence(words.finish, daysText(window, 'delay', unit)),
    sentence(words.progress, daysText(window, 'progress_delay', unit)),
    sentence(words.revisions, daysText(window, 'revision_delay', unit)),
    sentence(words.movedBy, `${named.join('; ')}${more}`),
    sentence(words.both, concurrent > 0 ? `${cellText(concurrent)} ${unit}` : undefined),
    sentence(words.noTask, open > 0 ? `${cellText(open)} ${unit}` : undefined),
    sentence(words.path, path.length === 0 ? undefined : `${shownPath}${path.length > ROWS_MAX ? '; \u2026' : ''}`),
  ].join('')}</ul>${chartHtml(window, n)}</div>`
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

/** Who held the finish when. A day without a task has a row of its own. */
function chartHtml(window: Row, n: number): string {
  const bars = new Map<string, (Bar & { readonly about: string })[]>()
  for (const span of rowsOf(window.days)) {
    const [from, last] = [parseDay(String(span.from)), parseDay(String(span.to))]
    if (from === undefined || last === undefined) continue
    const result = String(span.result)
    const holders = rowsOf(span.holders)
    const names = holders.length === 0 ? [WORDS.windows.noHolder] : holders.map(nameOf)
    const about = `${result.replaceAll('_', ' ')}, ${String(span.from)} ${WORDS.windows.until} ${String(span.to)}`
    for (const name of names) {
      const own = bars.get(name)
      const bar = { from, to: last + 1, fill: FILLS[result] ?? 'var(--float)', about }
      if (own === undefined) bars.set(name, [bar])
      else own.push(bar)
    }
  }
  if (bars.size === 0) return ''
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
  const words = WORDS.windows.chart(n + 1, rows.length, bars.size)
  return `<figure><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(words)}" font-family="inherit">${grid.join('')}${drawn.join('')}</svg><figcaption>${escaped(words)} ${WORDS.windows.colours}</figcaption></figure>`
}

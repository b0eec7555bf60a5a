/** The Gantt chart of a monthly report, cut into pages of its own: columns beside bars, a title block and a legend on each, as many pages as were asked for. */

import { GANTT_PAGES } from '../../../../shared/contract/report/report-request.ts'
import { parseDay } from '../../../../shared/contract/schedule/day.ts'
import { escaped, shortened } from '../markup.ts'
import { dateTicks } from '../svg/axis.ts'
import { momentOf } from '../svg/bars.ts'
import { line, rect, text as svgText } from '../svg/frame.ts'
import { figureText } from '../table.ts'
import { WORDS } from '../words.ts'
import { type Block, id, number, plain, table, text } from './blocks.ts'
import type { Gathered } from './gathered.ts'
import { CPM, type Task } from './monthly-tasks.ts'

/** Of a sheet of A4 or Letter across, less its margins and the caption. */
const [WIDTH, HEIGHT] = [1_400, 820]
const HEAD_HEIGHT = 62
const FOOT_HEIGHT = 30
const ROW_HEIGHT = 19
const ROWS_PER_PAGE = Math.floor((HEIGHT - HEAD_HEIGHT - FOOT_HEIGHT) / ROW_HEIGHT)

/** Where columns begin. */
const AT = { id: 4, name: 110, start: 380, finish: 462, days: 572, float: 618 } as const
const CHART_AT = 634
const RIGHT = 12
const NAME_CHARACTERS = 42
const ID_CHARACTERS = 16
const LAST_LABEL_WIDTH = 56

interface Bar {
  readonly task: Task
  readonly from: number
  /** Exclusive. */
  readonly to: number
}

function barOf(task: Task): Bar[] {
  const from = momentOf(task.start)
  const last = momentOf(task.finish)
  if (from === undefined || last === undefined) return []
  const to = task.isMilestone ? from : task.finish.length > 10 ? last : last + 1
  return [{ task, from, to: Math.max(from, to) }]
}

/** The most telling first: what a shorter chart leaves out is the farthest from the finish. */
const weightOf = ({ isOnPath, isCritical, isMilestone, isComplete, float }: Task): number =>
  isComplete ? 1e9 : isOnPath ? 0 : isCritical ? 1 : isMilestone ? 2 : 3 + (float ?? 1e6)

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export function ganttBlocks(report: Gathered, tasks: readonly Task[]): Block[] {
  const all = tasks.flatMap(barOf)
  if (all.length === 0) return [text('The schedule has no dates, so there is no chart.')]
  const pagesMax = report.own.number('data.layout.gantt_pages') ?? GANTT_PAGES
  const count = report.of(CPM)!.count('data.tasks')
  const shown = all
    .toSorted((a, b) => weightOf(a.task) - weightOf(b.task) || order(a.task.id, b.task.id))
    .slice(0, pagesMax * ROWS_PER_PAGE)
    .sort((a, b) => a.from - b.from || a.to - b.to || order(a.task.id, b.task.id))
  const pages = Array.from({ length: Math.ceil(shown.length / ROWS_PER_PAGE) }, (_, n) =>
    shown.slice(n * ROWS_PER_PAGE, (n + 1) * ROWS_PER_PAGE),
  )
  const span = spanOf(shown)
  const dataDate = momentOf(report.of(CPM)!.text('data.data_date.date'))
  const title = [report.own.text('data.cover.project') ?? '', WORDS.gantt].filter(Boolean).join(': ')
  return [
    text(
      all.length > shown.length
        ? `${shown.length} of ${count} tasks on ${pages.length} pages: the longest path first, then critical work, milestones, and open work by its float; by start. The workbook lists all.`
        : `${shown.length} tasks by start, on ${pages.length === 1 ? '1 page' : `${pages.length} pages`}. Summaries have no bar.`,
    ),
    ...pages.map(
      (bars, n): Block => ({
        is: 'figure',
        isWide: true,
        svg: pageSvg(bars, span, dataDate, `${title}, page ${n + 1} of ${pages.length}`),
        caption: `${WORDS.gantt}, page ${n + 1} of ${pages.length}.`,
        rows: table(
          '',
          `${WORDS.gantt}, page ${n + 1} of ${pages.length}.`,
          [
            id('ID'),
            plain('Name'),
            id('Start'),
            id('Finish'),
            number('Remaining days'),
            number('Total float'),
            plain('State'),
          ],
          bars.map(({ task }) => [
            task.id,
            task.name,
            task.start,
            task.finish,
            task.remaining,
            task.float,
            task.isOnPath ? 'longest path' : task.isCritical ? 'critical' : '',
          ]),
        ),
      }),
    ),
  ]
}

interface Span {
  readonly from: number
  readonly to: number
}

function spanOf(bars: readonly Bar[]): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const bar of bars) {
    from = Math.min(from, bar.from)
    to = Math.max(to, bar.to)
  }
  return { from, to: Math.max(to, from + 1) }
}

const HOT_OUTLINE = ' stroke="var(--ink)"'

/** y: of its middle. */
function legend(hasDataDate: boolean, y: number): string {
  const parts: string[] = []
  let x = AT.id
  const add = (mark: (x: number) => string, words: string): void => {
    parts.push(mark(x), svgText(x + 24, y + 4, 'var(--soft)', words))
    x += 44 + words.length * 6
  }
  const { legend: said } = WORDS
  add(at => rect(at, y - 5, 18, 10, 'var(--hot)', HOT_OUTLINE), said.critical)
  add(at => rect(at, y - 5, 18, 10, 'var(--bar)'), said.normal)
  add(at => rect(at, y - 5, 18, 10, 'var(--float)'), 'done')
  add(
    at => rect(at, y + 1, 18, 3, 'var(--soft)'),
    'baseline, where its tasks have one; \u25c2 \u25b8 it goes on beyond the chart',
  )
  add(at => diamond(at + 9, y, 'var(--bar)'), said.milestone)
  if (hasDataDate)
    add(
      at => line(at + 9, y - 8, at + 9, y + 8, 'var(--mark)', ' stroke-width="2" stroke-dasharray="4 2"'),
      said.dataDate,
    )
  return parts.join('')
}

const diamond = (x: number, y: number, fill: string): string =>
  `<path d="M${x - 5} ${y}l5 -6l5 6l-5 6z" fill="${fill}"/>`

const HEADS = [
  [AT.id, 'ID', ''],
  [AT.name, 'Name', ''],
  [AT.start, 'Start', ''],
  [AT.finish, 'Finish', ''],
  [AT.days, 'Days left', ' text-anchor="end"'],
  [AT.float, 'Float', ' text-anchor="end"'],
] as const

function pageSvg(bars: readonly Bar[], span: Span, dataDate: number | undefined, title: string): string {
  const xOf = (day: number): number =>
    CHART_AT + ((day - span.from) / (span.to - span.from)) * (WIDTH - CHART_AT - RIGHT)
  const bottom = HEAD_HEIGHT + bars.length * ROW_HEIGHT
  const grid = dateTicks(span.from, span.to).map(
    ({ at, label }) =>
      line(xOf(at), HEAD_HEIGHT - 6, xOf(at), bottom, 'var(--line)') +
      (xOf(at) > WIDTH - LAST_LABEL_WIDTH ? '' : svgText(xOf(at) + 2, HEAD_HEIGHT - 10, 'var(--soft)', label)),
  )
  const heads = HEADS.map(([x, words, more]) => svgText(x, HEAD_HEIGHT - 10, 'var(--soft)', words, more))
  const rows = bars.map((bar, n) => rowSvg(bar, HEAD_HEIGHT + n * ROW_HEIGHT, n, xOf))
  const isIn = dataDate !== undefined && dataDate >= span.from && dataDate <= span.to
  const mark = isIn
    ? line(
        xOf(dataDate),
        HEAD_HEIGHT - 6,
        xOf(dataDate),
        bottom,
        'var(--mark)',
        ' stroke-width="1.5" stroke-dasharray="4 2"',
      )
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${bottom + FOOT_HEIGHT}" role="img" aria-label="${escaped(title)}" font-family="inherit"><text x="${AT.id}" y="18" font-size="15" font-weight="600" fill="var(--ink)">${escaped(shortened(title, 120))}</text>${line(0, 28, WIDTH, 28, 'var(--ink)')}${heads.join('')}${line(0, HEAD_HEIGHT - 4, WIDTH, HEAD_HEIGHT - 4, 'var(--line)')}${grid.join('')}${rows.join('')}${mark}${legend(isIn, bottom + FOOT_HEIGHT - 12)}</svg>`
}

function rowSvg({ task, from, to }: Bar, y: number, n: number, xOf: (day: number) => number): string {
  const middle = y + ROW_HEIGHT / 2
  const base = y + 14
  const isHot = task.isOnPath || task.isCritical
  const fill = task.isComplete ? 'var(--float)' : isHot ? 'var(--hot)' : 'var(--bar)'
  const ghost = ghostOf(task)
  const shape = task.isMilestone
    ? diamond(xOf(from), middle, fill)
    : rect(xOf(from), y + 4, xOf(to) - xOf(from), 9, fill, isHot && !task.isComplete ? HOT_OUTLINE : '')
  const cell = (x: number, words: string, more = ''): string => svgText(x, base, 'var(--ink)', words, more)
  return [
    n % 2 === 1 ? rect(0, y, WIDTH, ROW_HEIGHT, 'var(--line)', ' opacity="0.25"') : '',
    cell(AT.id, shortened(task.id, ID_CHARACTERS)),
    cell(AT.name, shortened(task.name, NAME_CHARACTERS), ' unicode-bidi="isolate"'),
    cell(AT.start, task.start.slice(0, 10) + (task.hasStarted ? ' A' : '')),
    cell(AT.finish, task.finish.slice(0, 10) + (task.isComplete ? ' A' : '')),
    cell(AT.days, task.remaining === null ? '' : figureText(task.remaining), ' text-anchor="end"'),
    cell(AT.float, task.float === null ? '' : figureText(task.float), ' text-anchor="end"'),
    `<g><title>${escaped(shortened(`${task.id} ${task.name}`))}</title>${ghost === undefined ? '' : ghostSvg(ghost, y, xOf)}${shape}</g>`,
  ].join('')
}

/** Cut at the edges of the chart, with a mark where it goes on beyond. */
function ghostSvg({ from, to }: Span, y: number, xOf: (day: number) => number): string {
  const edge = (x: number): number => Math.min(Math.max(x, CHART_AT), WIDTH - RIGHT)
  const [left, right] = [edge(xOf(from)), edge(xOf(to))]
  const mark = (x: number, towards: number): string =>
    `<path d="M${x + towards * 6} ${y + 15.5}l${-towards * 6} -3.5v7z" fill="var(--soft)"/>`
  return [
    right > left ? rect(left, y + 14, right - left, 3, 'var(--soft)') : '',
    xOf(from) < CHART_AT ? mark(CHART_AT, -1) : '',
    xOf(to) > WIDTH - RIGHT ? mark(WIDTH - RIGHT, 1) : '',
  ].join('')
}

/** The planned time, as the file has it beside the task. */
function ghostOf({ baselineStart, baselineFinish }: Task): Span | undefined {
  const [from, last] = [parseDay(baselineStart), parseDay(baselineFinish)]
  return from === undefined || last === undefined ? undefined : { from, to: last + 1 }
}

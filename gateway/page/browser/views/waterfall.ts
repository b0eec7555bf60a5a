/** From the finish of the first file to that of the last in half-steps: what the work did, then what revisions of the plan did. */
import { h, svg, table } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import type { DelaysData } from '../schedule/comparison-replies.ts'
import { momentText } from '../schedule/moment.ts'
import { stepsOf } from '../schedule/waterfall-steps.ts'
import { TEXT } from '../texts.ts'
import { signed } from './figure.ts'
import { opening } from './open-activities.ts'

const T = TEXT.compare

const WIDTH_MAX = 860
/** Below it names have less room, and all is still as large as text. */
const NARROW = 640
const ROW = 30

export function waterfall(data: DelaysData, shell: Shell): HTMLElement {
  const isNarrow = innerWidth < NARROW
  const width = isNarrow ? Math.max(320, innerWidth - 26) : WIDTH_MAX
  const [left, right] = isNarrow ? [168, 64] : [250, 90]
  const steps = stepsOf(data)
  const total = data.total_delay_days ?? 0
  // of what is followed, which need not end the project in each file
  const { statuses } = data
  const [before, after] = [statuses[0], statuses.at(-1)].map(each => momentText(each?.finish_date))
  if (data.total_delay_days === null) return h('p', {}, T.noFinish)
  let at = 0
  const ends = steps.map(({ days }) => (at += days))
  const [least, most] = [Math.min(0, total, ...ends), Math.max(0, total, ...ends)]
  const scale = (width - left - right) / Math.max(1, most - least)
  const x = (days: number): number => left + (days - least) * scale
  const bar = (row: number, from: number, until: number, name: string, value: string, kind: string): SVGElement[] => {
    const [begin, end] = [x(Math.min(from, until)), x(Math.max(from, until))]
    return [
      svg('text', { x: left - 10, y: row * ROW + 20, 'text-anchor': 'end', class: 'label' }, name),
      svg('rect', { x: begin, y: row * ROW + 7, width: Math.max(2, end - begin), height: ROW - 14, class: kind }),
      svg('text', { x: end + 6, y: row * ROW + 20, class: 'label' }, value),
    ]
  }
  const rows = [
    ...bar(0, 0, 0, T.finishOf(before ?? ''), '', 'end'),
    ...steps.flatMap(({ name, days, ids }, i) => {
      const parts = bar(i + 1, ends[i]! - days, ends[i]!, name, signed(days), days > 0 ? 'later' : 'earlier')
      if (ids.length === 0) return parts
      // the keyboard opens it in the table below
      const element = svg('g', { class: 'opens' }, ...parts)
      element.addEventListener('click', () => shell.show({ only: { title: name, ids } }))
      return [element]
    }),
    ...bar(steps.length + 1, total, total, T.finishOf(after ?? ''), signed(total), 'end'),
  ]
  const height = (steps.length + 2) * ROW
  return h(
    'div',
    {},
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': T.waterfall },
      svg(
        'svg',
        { viewBox: `0 0 ${width} ${height}`, class: `waterfall${isNarrow ? ' narrow' : ''}`, 'aria-hidden': 'true' },
        ...rows,
      ),
    ),
    h(
      'details',
      {},
      h('summary', {}, TEXT.gantt.table),
      table(
        T.waterfall,
        T.waterfallHead,
        [
          ...steps.map(({ name, days, ids }) => [
            ids.length === 0 ? name : opening(name, name, ids, shell),
            signed(days),
          ]),
          [T.total, signed(total)],
        ],
        [1],
      ),
    ),
  )
}

/** The windows as columns: a stairway of the finishes of all files, what the work and the plan did to each, and the changes; each figure opens its activities. */
import { h } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import { windowName } from '../schedule/causes.ts'
import type { ComparisonReplies, DelayWindow } from '../schedule/comparison-replies.ts'
import { MINUTES_PER_DAY, minutesOf, momentText } from '../schedule/moment.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT } from '../texts.ts'
import { signed } from './figure.ts'
import { ENGLISH } from './language.ts'
import { opening } from './open-activities.ts'

const T = TEXT.compare

const dayOf = (text: string | null): number => Math.floor(minutesOf(text) / MINUTES_PER_DAY)

/** The least and the greatest share of the room in which the steps stand. */
const ROOM = [0.12, 0.88] as const

interface Step {
  /** 0 to 1 from the top; later is lower. */
  readonly before: number
  readonly after: number
}

/** Where the step of each window begins and ends; undefined: one of its finishes has no date. */
function stepsOf({ statuses }: ComparisonReplies['delays']['data']): (Step | undefined)[] {
  const ends = statuses.map(({ finish_date: finish }) => dayOf(finish))
  const known = ends.filter(day => !Number.isNaN(day))
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const [top, bottom] = ROOM
  const at = (day: number): number =>
    most === least ? (top + bottom) / 2 : top + ((day - least) / (most - least)) * (bottom - top)
  return ends.slice(1).map((day, i) => {
    const before = ends[i]!
    return Number.isNaN(day) || Number.isNaN(before) ? undefined : { before: at(before), after: at(day) }
  })
}

interface Named {
  readonly title: string
  readonly ids: readonly string[]
}

/** No date is broken over two lines. */
const unbroken = (text: string): (HTMLElement | string)[] =>
  text.split(/( )/).map(word => (word === ' ' ? word : h('span', { class: 'whole' }, word)))

/** A figure that opens what it counts. */
const figureOf = (text: string, { title, ids }: Named, shell: Shell): HTMLElement | string =>
  ids.length === 0 || text === '' ? text : opening(text, title, ids, shell)

const days = (value: number | null): string => (value === null ? '' : signed(value))

function stair(step: Step | undefined, window: DelayWindow, named: Named, shell: Shell): HTMLElement {
  const cell = h('div', { class: 'stair' })
  if (step === undefined) return cell
  const { before, after } = step
  const way = after > before ? 'later' : after < before ? 'earlier' : 'same'
  const bar = h('span', { class: `bar ${way}`, 'aria-hidden': 'true' })
  bar.style.top = `${100 * Math.min(before, after)}%`
  bar.style.height = `${100 * Math.abs(after - before)}%`
  const label = h('span', { class: 'figure' }, figureOf(days(window.delay_days) || '0', named, shell))
  label.style.top = `${100 * Math.max(before, after)}%`
  cell.append(bar, label)
  return cell
}

export function windowsPart({ delays: { data }, changes }: ComparisonReplies, shell: Shell): HTMLElement | null {
  const { windows, statuses } = data
  if (windows.length === 0) return null
  const steps = stepsOf(data)
  const named = (window: DelayWindow, what: string, ids: readonly (string | null)[]): Named => ({
    title: `${what}, ${windowName(window)}`,
    ids: ids.filter(id => id !== null),
  })
  const work = windows.map(each =>
    named(
      each,
      T.byWork,
      each.attribution.map(({ id }) => id),
    ),
  )
  const plan = windows.map(each =>
    named(
      each,
      T.byPlan,
      each.revisions.map(({ id }) => id),
    ),
  )
  const both = windows.map((each, i) => named(each, T.daysOfFinish, [...work[i]!.ids, ...plan[i]!.ids]))
  const changed = windows.map(window => {
    const own = changes.data.changes.filter(
      ({ from_date, to_date }) =>
        dayOf(from_date) === dayOf(window.from_date) && dayOf(to_date) === dayOf(window.to_date),
    )
    return {
      count: own.length,
      named: named(
        window,
        T.ledger,
        own.map(({ id }) => id),
      ),
    }
  })
  const row = (title: string, cell: (window: DelayWindow, i: number) => HTMLElement | string): HTMLElement =>
    h(
      'tr',
      {},
      h('th', { scope: 'row' }, title),
      ...windows.map((window, i) => h('td', { class: 'number' }, cell(window, i))),
    )
  const hasOtherWork = windows.some(({ delay_days: all, delay_working_days: work = all }) => work !== all)
  const table = h(
    'table',
    { class: 'windows' },
    h(
      'thead',
      {},
      h(
        'tr',
        {},
        h('th', { scope: 'col' }, T.windowsHead),
        ...windows.map(each => h('th', { scope: 'col' }, ...unbroken(windowName(each)))),
      ),
    ),
    h(
      'tbody',
      {},
      row(T.daysOfFinish, (window, i) => stair(steps[i], window, both[i]!, shell)),
      row(T.finishAfter, (_, i) => momentText(statuses[i + 1]?.finish_date)),
      row(T.calendarDays, window => days(window.delay_calendar_days)),
      ...(hasOtherWork ? [row(T.workingDays, window => days(window.delay_working_days ?? null))] : []),
      row(T.byWork, (window, i) => figureOf(days(window.progress_delay_days), work[i]!, shell)),
      row(T.byPlan, (window, i) => figureOf(days(window.revision_delay_days), plan[i]!, shell)),
      row(T.ledger, (_, i) => figureOf(TEXT.number(changed[i]!.count), changed[i]!.named, shell)),
    ),
  )
  return h(
    'section',
    { id: 'windows' },
    h('h2', {}, T.windows),
    h('p', { class: 'note' }, T.windowsNote(momentText(statuses[0]?.finish_date))),
    h('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': T.windows }, table),
  )
}

/** Where the activity that ends last is not the same in all files: both by name, and which finish is followed. */
export function followedPart(
  { delays: { data, summary } }: ComparisonReplies,
  nameOf: (id: string) => string,
): HTMLElement | null {
  const followed = data.followed_finish
  if (followed == null) return null
  // mostly the summary above has the reason
  const isSaid = summary.includes(followed.reason)
  const ends = [followed.last_tasks[0], followed.last_tasks.at(-1)].map(each => {
    const id = each?.id ?? ''
    return [id, nameOf(id)].filter(text => text !== '').join(' ')
  })
  return h(
    'p',
    { id: 'followed' },
    T.lastTasks(ends[0] ?? '', ends[1] ?? ''),
    ...(isSaid ? [] : [' ', h('span', ENGLISH, plainWords(followed.reason))]),
  )
}

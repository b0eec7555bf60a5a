/** What is known of the chosen task: dates, links, and the walk back along what drives it. */
import type { ActivityColumn } from '../activities/columns.ts'
import { h, table } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import { constraintText } from '../schedule/constraint-text.ts'
import { shownDate } from '../schedule/date-of.ts'
import { CRITICAL, labelOf, ON_LONGEST_PATH, RELATIONS, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import { floatPathList, type ShowOnly } from './float-path-list.ts'

const T = TEXT.task

export type GoTo = (task: number) => void

const goTo = (schedule: Schedule, task: number, go: GoTo): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => go(task) }, labelOf(schedule, task))

const IN_TITLE: ReadonlySet<string> = new Set(['id', 'name', 'critical', 'longest'])

export function taskPanel(
  { schedule }: LoadedFile,
  columns: readonly ActivityColumn[],
  task: number,
  go: GoTo,
  only: ShowOnly,
): HTMLElement {
  const s = schedule
  const marks = s.marks[task]!
  const facts = columns
    .filter(({ key }) => !IN_TITLE.has(key))
    .map(({ title, text }): readonly [string, string] => [title, text(task)])
  const notes = [(marks & CRITICAL) === 0 ? '' : T.yes, (marks & ON_LONGEST_PATH) === 0 ? '' : T.longest]
  const note = notes.filter(text => text !== '').join(', ')
  return h(
    'div',
    {},
    h('h2', {}, labelOf(s, task).slice(0, 300)),
    note === '' ? null : h('p', { class: 'note' }, note),
    h(
      'dl',
      { class: 'facts' },
      ...facts.filter(([, value]) => value !== '').flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    h('h3', {}, T.walk),
    walk(s, task, go),
    floatPathList(s, task, only),
    ...linkPart(T.predecessors, s, range(s.links.into, s.links.intoStart, task), s.links.predecessor, go),
    ...linkPart(T.successors, s, range(s.links.out, s.links.outStart, task), s.links.successor, go),
  )
}

const range = (at: Int32Array, start: Int32Array, task: number): Int32Array =>
  at.subarray(start[task]!, start[task + 1]!)

const LINKS_MAX = 200

function linkPart(title: string, schedule: Schedule, which: Int32Array, end: Int32Array, go: GoTo): HTMLElement[] {
  const { links } = schedule
  const rows = [...which.subarray(0, LINKS_MAX)].map(k => [
    goTo(schedule, end[k]!, go),
    RELATIONS[links.type[k]!]!,
    TEXT.number(links.lagDays[k]!),
    Number.isNaN(links.floatDays[k]!) ? '' : TEXT.number(Math.round(links.floatDays[k]! * 100) / 100),
    links.isDriving[k] === 1 ? T.driving : '',
  ])
  return [
    h('h3', {}, title),
    rows.length === 0 ? h('p', { class: 'note' }, T.noLinks) : table(title, T.linkHead, rows, [2, 3]),
  ]
}

/** The driving link into a task: of several the first. -1 = none. */
function drivingLink({ links }: Schedule, task: number): number {
  for (const k of range(links.into, links.intoStart, task)) if (links.isDriving[k] === 1) return k
  return -1
}

const datesOf = (schedule: Schedule, task: number): string =>
  T.fromTo(shownDate(schedule, schedule.start[task]!), shownDate(schedule, schedule.finishDate[task]!))

const STEPS_MAX = 500

/** Of the links into finished work the one whose predecessor let it go last. -1 = none. */
function lastLink({ links, start, finish }: Schedule, task: number): number {
  let [last, found] = [Number.NEGATIVE_INFINITY, -1]
  for (const k of range(links.into, links.intoStart, task)) {
    const from = links.predecessor[k]!
    const letGo = /^F/.test(RELATIONS[links.type[k]!]!) ? finish[from]! : start[from]!
    if (letGo > last) [last, found] = [letGo, k]
  }
  return found
}

/** Step by step back along the driving links, to the task that something else than a link sets. */
function walk(schedule: Schedule, task: number, go: GoTo): HTMLElement {
  const steps: HTMLElement[] = []
  let at = task
  while (steps.length < STEPS_MAX) {
    const isFinished = schedule.state[at] === 2
    const link = isFinished ? lastLink(schedule, at) : schedule.driver[at] === 'link' ? drivingLink(schedule, at) : -1
    if (link < 0) break
    const before = schedule.links.predecessor[link]!
    const lag = schedule.links.lagDays[link]!
    const relation = RELATIONS[schedule.links.type[link]!]!
    const lagText = lag === 0 ? '' : ` ${lag > 0 ? '+' : ''}${T.days(lag)}`
    const text = isFinished ? T.followed : T.step
    const [head = '', tail = ''] = text(relation, lagText, '\u0000', datesOf(schedule, before)).split('\u0000')
    steps.push(h('li', {}, head, goTo(schedule, before, go), tail))
    at = before
  }
  const driver = schedule.driver[at]
  const done = schedule.state[at] === 2 ? T.began : T.undriven
  const reason = driver == null ? done : T.drivers[driver]
  const last =
    driver === 'constraint' && schedule.constraint[at] !== null ? `${reason} (${constraintText(schedule, at)})` : reason
  return h(
    'ol',
    { class: 'walk' },
    ...steps,
    h('li', { class: 'end' }, at === task ? last : `${labelOf(schedule, at).slice(0, 80)}: ${last}`),
  )
}

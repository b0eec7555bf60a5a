/** What is known of the chosen task: dates, links, and the walk back along what drives it. */
import type { ActivityColumn } from '../activities/columns.ts'
import { h, table } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import { constraintText } from '../schedule/constraint-text.ts'
import { shownDate } from '../schedule/date-of.ts'
import type { FileFields } from '../schedule/file-fields.ts'
import { MINUTES_PER_DAY, minutesOf, momentText } from '../schedule/moment.ts'
import { isCritical, labelOf, ON_LONGEST_PATH, RELATIONS, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { WhatIf } from '../what-if.ts'
import { titleOf } from './files.ts'
import { floatPathList, type ShowOnly } from './float-path-list.ts'
import { linkForm, linkTools, whatIfForm } from './what-if-form.ts'

const T = TEXT.task

type GoTo = (task: number) => void

const goTo = (schedule: Schedule, task: number, go: GoTo): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => go(task) }, labelOf(schedule, task))

/** Columns that the panel shows in another form. */
const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set([
  'id',
  'name',
  'critical',
  'longest',
  'predecessors',
  'successors',
])

interface Tried {
  readonly whatIf: WhatIf
  /** Undefined: not read yet. */
  readonly fields: FileFields | undefined
}

export function taskPanel(
  loaded: LoadedFile,
  columns: readonly ActivityColumn[],
  task: number,
  go: GoTo,
  only: ShowOnly,
  /** Absent: nothing can be tried here. */
  tried?: Tried,
  /** The update before. */
  before?: LoadedFile,
): HTMLElement {
  const { schedule: s } = loaded
  const marks = s.marks[task]!
  const facts = columns
    .filter(({ key }) => !SHOWN_ELSEWHERE.has(key))
    .map(({ title, text }): readonly [string, string] => [title, text(task)])
  const notes = [isCritical(s, task) ? T.yes : '', (marks & ON_LONGEST_PATH) === 0 ? '' : T.longest]
  const note = notes.filter(text => text !== '').join(', ')
  return h(
    'div',
    {},
    h('h2', {}, labelOf(s, task).slice(0, 300)),
    note === '' ? null : h('p', { class: 'note' }, note),
    movedNote(s, task, before),
    h('h3', {}, T.walk),
    ...(tried !== undefined && tried.whatIf.changes.length > 0
      ? [h('p', { class: 'note' }, `${TEXT.whatIf.walkOf} ${tried.whatIf.told?.drivenBy ?? ''}`)]
      : [walk(s, task, go), floatPathList(s, task, only)]),
    expectedNote(s, task, tried?.fields),
    tried === undefined ? null : whatIfForm(loaded, tried.whatIf, tried.fields, task),
    h(
      'dl',
      { class: 'facts' },
      ...facts.filter(([, value]) => value !== '').flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value)]),
    ),
    ...linkPart(s, task, true, go, tried?.whatIf),
    ...linkPart(s, task, false, go, tried?.whatIf),
  )
}

/** Why it ends where it is expected to. */
function expectedNote(schedule: Schedule, task: number, fields: FileFields | undefined): HTMLElement | null {
  const given = fields?.expectedFinish[task]
  if (given === undefined || schedule.state[task] === 2) return null
  const expected = momentText(given)
  const start = shownDate(schedule, schedule.start[task]!)
  const isPassed = schedule.finishDate[task]! > minutesOf(given, true)
  const words = !fields!.usesExpectedFinish
    ? T.expectedUnread(expected)
    : isPassed
      ? T.expectedPassed(expected, shownDate(schedule, schedule.finishDate[task]!))
      : schedule.state[task] === 1
        ? T.expectedLeft(expected, shownDate(schedule, schedule.dataDate))
        : T.expected(expected, start)
  return h('p', { class: 'expected' }, words)
}

/** How far its finish is from that in the update before. */
function movedNote(schedule: Schedule, task: number, before: LoadedFile | undefined): HTMLElement | null {
  if (before === undefined || schedule.isUndated || before.schedule.isUndated) return null
  const was = before.schedule.ids.indexOf(schedule.ids[task]!)
  if (was < 0) return h('p', { class: 'note' }, T.isNew(titleOf(before)))
  const [from, to] = [before.schedule.finishDate[was]!, schedule.finishDate[task]!]
  const days = Math.floor(to / MINUTES_PER_DAY) - Math.floor(from / MINUTES_PER_DAY)
  if (Number.isNaN(days)) return null
  return h('p', { class: 'moved' }, T.moved(days, shownDate(before.schedule, from), titleOf(before)))
}

const range = (at: Int32Array, start: Int32Array, task: number): Int32Array =>
  at.subarray(start[task]!, start[task + 1]!)

const LINKS_MAX = 200

function linkPart(
  schedule: Schedule,
  task: number,
  isBefore: boolean,
  go: GoTo,
  whatIf: WhatIf | undefined,
): (HTMLElement | null)[] {
  const { links } = schedule
  const title = isBefore ? T.predecessors : T.successors
  const end = isBefore ? links.predecessor : links.successor
  const which = isBefore ? range(links.into, links.intoStart, task) : range(links.out, links.outStart, task)
  // whose floats and drivers are those of the file, which with changes are others
  const isTried = whatIf !== undefined && whatIf.changes.length > 0
  const rows = [...which.subarray(0, LINKS_MAX)].map(k => {
    const lagDays = TEXT.number(links.lagDays[k]!)
    const [lag, remove] = whatIf === undefined ? [lagDays, null] : linkTools(whatIf, k, isBefore)
    return [
      goTo(schedule, end[k]!, go),
      RELATIONS[links.type[k]!]!,
      lag,
      isTried ? '–' : Number.isNaN(links.floatDays[k]!) ? '' : TEXT.number(Math.round(links.floatDays[k]! * 100) / 100),
      !isTried && links.isDriving[k] === 1 ? T.driving : '',
      remove,
    ]
  })
  return [
    h('h3', {}, title),
    rows.length === 0 ? h('p', { class: 'note' }, T.noLinks) : table(title, T.linkHead, rows, [2, 3]),
    whatIf === undefined ? null : linkForm(whatIf, task, isBefore),
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
    h('li', { class: 'end' }, at === task ? last : `${labelOf(schedule, at).slice(0, 80)}${TEXT.colon}${last}`),
  )
}

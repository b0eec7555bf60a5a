/** What the changes do, above the table: finish before and after, each change with the way back, alternatives beside each other, and the changed schedule as a file. */
import { h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { Change } from '../schedule/changes.ts'
import { momentText } from '../schedule/moment.ts'
import { labelOf } from '../schedule/schedule.ts'
import type { Told } from '../schedule/what-if.ts'
import { WRITTEN_FORMS, type WrittenForm } from '../service/written-file.ts'
import { TEXT } from '../texts.ts'
import type { WhatIf } from '../what-if.ts'
import { sentenceOf } from './failure.ts'
import { opening } from './open-activities.ts'
import { floatText } from './what-if-form.ts'
import { wordsOf } from './what-if-words.ts'

const T = TEXT.whatIf

type Act = () => void

const button = (text: string, act: Act, more: Readonly<Record<string, string | boolean>> = {}): HTMLElement =>
  h('button', { type: 'button', class: 'button small', onclick: act, ...more }, text)

interface Bar {
  readonly loaded: LoadedFile
  readonly whatIf: WhatIf
  readonly shell: Shell
  /** The chosen task, -1 = none. */
  readonly chosen: number
  calendarName(id: string): string
  /** The expected finish that sets the remaining duration of this task; '' = none does. */
  expected(id: string): string
}

export function whatIfBar(bar: Bar): HTMLElement[] {
  const { whatIf } = bar
  if (whatIf.changes.length === 0 && whatIf.kept.length === 0 && !whatIf.canRedo) return []
  return [
    h(
      'section',
      { class: 'alternative', 'aria-label': T.bar },
      whatIf.changes.length === 0 ? null : headline(bar),
      whatIf.since === undefined ? null : h('p', { class: 'note since' }, T.since(momentText(whatIf.since))),
      changeList(bar),
      h('div', { class: 'row' }, ...tools(bar)),
      alternatives(bar),
    ),
  ]
}

function headline({ whatIf, chosen, shell }: Bar): HTMLElement {
  const { told, failure } = whatIf
  if (failure !== '') return h('p', { class: 'lead bad', role: 'status' }, T.failed(failure))
  if (told === undefined) return h('p', { class: 'lead', role: 'status' }, T.waiting)
  const said = told.finish === null ? T.noFinish : T.finish(momentText(told.before), momentText(told.finish))
  const move =
    told.calendarDays === null && told.workingDays === null
      ? ''
      : `${TEXT.colon}${T.later(told.workingDays, told.calendarDays)}`
  const after = whatIf.schedule
  const isOld = chosen >= 0 && chosen < whatIf.before.taskCount
  const float = isOld ? [floatText(whatIf.before, chosen), floatText(after, chosen)] : []
  const broken = told.newlyBroken.filter(id => id !== '')
  return h(
    'div',
    {},
    h('p', { class: 'lead', role: 'status' }, h('strong', {}, said), move),
    h(
      'p',
      {},
      T.moved(told.movedCount),
      isOld && float[0] !== float[1] ? ` ${T.float(labelOf(after, chosen).slice(0, 60), float[0]!, float[1]!)}.` : '',
      ' ',
      told.floatLost.length === 0
        ? null
        : opening(T.lost(told.floatLost.length), T.lost(told.floatLost.length), told.floatLost, shell),
      ' ',
      broken.length === 0 ? null : opening(T.broken(broken.length), T.broken(broken.length), broken, shell),
    ),
    h('p', { class: 'note' }, told.drivenBy),
  )
}

/** Of a change that its expected finish makes of no account. */
function expectedNote(change: Change, expected: Bar['expected']): HTMLElement | null {
  if (!('task_id' in change) || (change.duration_days ?? change.remaining_duration_days) === undefined) return null
  const date = expected(change.task_id)
  return date === '' ? null : h('span', { class: 'note' }, ` ${T.expected(date)}`)
}

function changeList({ loaded, whatIf, calendarName, expected }: Bar): HTMLElement | null {
  if (whatIf.changes.length === 0) return null
  const row = (change: Change): HTMLElement => {
    const words = wordsOf.change(change, loaded, calendarName)
    const label = T.takeBack(words)
    const act = (): void => whatIf.takeBack(change)
    return h(
      'li',
      {},
      words,
      ' ',
      h('button', { type: 'button', class: 'link remove', 'aria-label': label, title: label, onclick: act }, '×'),
      expectedNote(change, expected),
    )
  }
  return h('ol', { class: 'changes' }, ...whatIf.changes.map(row))
}

function tools({ whatIf, ...bar }: Bar): (HTMLElement | null)[] {
  const hasAny = whatIf.changes.length > 0
  const name = h('input', {
    type: 'text',
    maxlength: 80,
    value: T.alternative(whatIf.kept.length + 1),
    'aria-label': T.keepAs,
  })
  return [
    button(T.undo, () => whatIf.undo(), { disabled: !whatIf.canUndo }),
    button(T.redo, () => whatIf.redo(), { disabled: !whatIf.canRedo }),
    hasAny ? button(T.clear, () => whatIf.clear()) : null,
    ...(hasAny && whatIf.told !== undefined
      ? [
          h(
            'span',
            { class: 'row' },
            name,
            button(T.keep, () => whatIf.keep(name.value.trim() || name.defaultValue)),
          ),
          saving({ whatIf, ...bar }),
        ]
      : []),
  ]
}

function saving({ loaded, whatIf, shell }: Bar): HTMLElement {
  const form = h(
    'select',
    { 'aria-label': T.save },
    ...WRITTEN_FORMS.map(each => h('option', { value: each }, TEXT.levelling.forms[each])),
  )
  const said = h('span', { class: 'note', role: 'status' })
  const act = async (): Promise<void> => {
    said.textContent = T.saving
    try {
      const warnings = await shell.takeChanged(loaded, whatIf.changes, form.value as WrittenForm)
      said.textContent = `${warnings === '' ? T.saved : T.savedWith(warnings)} ${T.carries} ${T.datesBefore}`
    } catch (error) {
      said.textContent = sentenceOf(error)
    }
  }
  return h(
    'span',
    { class: 'row' },
    form,
    button(T.save, () => void act()),
    said,
  )
}

function alternatives({ whatIf }: Bar): HTMLElement | null {
  if (whatIf.kept.length === 0) return null
  const days = (value: number | null): string => (value === null ? '' : TEXT.number(Math.round(value * 100) / 100))
  const row = (name: string, count: string, told: Told): (string | HTMLElement)[] => [
    name,
    count,
    momentText(told.finish),
    days(told.workingDays),
    days(told.calendarDays),
    TEXT.number(told.negativeCount),
  ]
  const [first] = whatIf.kept
  return h(
    'details',
    { open: true },
    h('summary', {}, T.alternatives),
    table(
      T.alternatives,
      T.head,
      [
        [T.asSent, '0', momentText(first!.told.before), '0', '0', '', ''],
        ...whatIf.kept.map(({ name, changes, told }) => [
          ...row(name, TEXT.number(changes.length), told),
          h(
            'span',
            { class: 'row' },
            button(T.open, () => whatIf.open(name), { 'aria-label': T.openOf(name) }),
            button(T.drop, () => whatIf.drop(name), { 'aria-label': T.dropOf(name) }),
          ),
        ]),
      ],
      [1, 3, 4, 5],
    ),
  )
}

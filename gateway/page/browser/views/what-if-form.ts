/** What can be tried on one activity: its duration, constraint, calendar and links, and a new task beside it. Each field is tried when it is left or Enter is pressed. */
import { numberText } from '../activities/columns.ts'
import { h } from '../dom/element.ts'
import type { LoadedFile } from '../loaded.ts'
import type { Calendar, FileFields } from '../schedule/file-fields.ts'
import { dayText, momentText } from '../schedule/moment.ts'
import { DONE, RELATIONS, type Schedule } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'
import type { WhatIf } from '../what-if.ts'
import { constraintWords } from './what-if-words.ts'

const T = TEXT.whatIf
/** They need no date. */
const DATELESS: ReadonlySet<string> = new Set(['ASAP', 'ALAP'])

type Option = readonly [value: string, text: string]

const labelled = (text: string, control: HTMLElement): HTMLElement => h('label', {}, h('span', {}, text), control)

function select(field: string, options: readonly Option[], value: string, chosen?: (value: string) => void) {
  const element = h(
    'select',
    { 'data-field': field, onchange: () => chosen?.(element.value) },
    ...options.map(([each, text]) => h('option', { value: each, selected: each === value }, text)),
  )
  return element
}

function daysField(field: string, days: number, changed?: (days: number) => void, isLag = false): HTMLInputElement {
  const value = Number.isNaN(days) ? '' : String(Math.round(days * 100) / 100)
  const act = (): void => {
    const given = Number(element.value)
    const isGood = element.value !== '' && Number.isFinite(given) && (isLag || given >= 0)
    if (!isGood) element.value = value
    else if (given !== Number(value)) changed?.(given)
  }
  const attributes = { type: 'number', step: 'any', ...(isLag ? {} : { min: 0 }), value, 'data-field': field }
  const element = h('input', { ...attributes, onchange: act })
  return element
}

const types: readonly Option[] = RELATIONS.map(type => [type, type])

/** The expected finish that sets the remaining duration of the task, in words; '' = none does. */
export function expectedIn(fields: FileFields | undefined, task: number): string {
  const expected = fields?.usesExpectedFinish === true ? fields.expectedFinish[task] : undefined
  return expected === undefined ? '' : momentText(expected)
}

export function whatIfForm(
  loaded: LoadedFile,
  whatIf: WhatIf,
  fields: FileFields | undefined,
  task: number,
): HTMLElement {
  const { schedule } = whatIf
  const expected = expectedIn(fields, task)
  const id = schedule.ids[task]!
  if (schedule.state[task] === DONE)
    return h('section', { class: 'what-if' }, h('h3', {}, T.heading), h('p', { class: 'note' }, T.complete))
  const isStarted = schedule.state[task] === 1
  return h(
    'section',
    { class: 'what-if' },
    h('h3', {}, T.heading),
    h(
      'div',
      { class: 'fields' },
      labelled(
        T.duration,
        daysField('duration', schedule.durationDays[task]!, days =>
          whatIf.change({ task_id: id, duration_days: days }),
        ),
      ),
      isStarted
        ? labelled(
            T.remaining,
            daysField('remaining', schedule.remainingDays[task]!, days =>
              whatIf.change({ task_id: id, remaining_duration_days: days }),
            ),
          )
        : null,
      ...constraintFields(loaded, whatIf, task),
      ...calendarField(whatIf, fields?.calendars ?? [], task),
    ),
    expected === '' ? null : h('p', { class: 'note' }, T.expected(expected)),
    insertForm(whatIf, task),
    h('p', { class: 'note' }, T.note),
  )
}

function constraintFields(loaded: LoadedFile, whatIf: WhatIf, task: number): HTMLElement[] {
  const { schedule } = whatIf
  const id = schedule.ids[task]!
  const words = constraintWords(loaded)
  const text = schedule.constraint[task]
  const now =
    text === null ? '' : (Object.keys(words).find(type => text!.startsWith(words[type as keyof typeof words])) ?? '')
  const dateNow = /\d{4}-\d\d-\d\d/.exec(text ?? '')?.[0] ?? ''
  const start = schedule.start[task]!
  const date = h('input', {
    type: 'date',
    'data-field': 'constraint-date',
    value: dateNow,
    onchange: () => {
      if (date.value !== '' && type.value !== '') set()
    },
  })
  const set = (): void => {
    if (type.value === '') {
      whatIf.change({ task_id: id, clear: ['constraint_type', 'constraint_date'] })
      return
    }
    const isDateless = DATELESS.has(type.value)
    // until another is chosen, that of its start
    if (!isDateless && date.value === '') date.value = Number.isNaN(start) ? '' : dayText(start)
    if (!isDateless && date.value === '') return
    const dated = isDateless ? {} : { constraint_date: date.value }
    whatIf.change({
      task_id: id,
      constraint_type: type.value,
      ...dated,
      ...(isDateless ? { clear: ['constraint_date'] } : {}),
    })
  }
  const options: readonly Option[] = [['', T.noConstraint], ...Object.entries(words)]
  const type: HTMLSelectElement = select('constraint', options, now, set)
  return [labelled(T.constraint, type), ...(schedule.isUndated ? [] : [labelled(T.date, date)])]
}

function calendarField(whatIf: WhatIf, calendars: readonly Calendar[], task: number): HTMLElement[] {
  if (calendars.length < 2) return []
  const { schedule } = whatIf
  const now = schedule.calendar[task] ?? calendars.find(({ isDefault }) => isDefault)?.id ?? ''
  const options = calendars.map(({ id, name }): Option => [id, name])
  const change = (id: string): void => whatIf.change({ task_id: schedule.ids[task]!, calendar_id: id })
  return [labelled(T.calendar, select('calendar', options, now, change))]
}

const neighbours = ({ links, ids }: Schedule, task: number, isBefore: boolean): string[] => {
  const [at, start, end] = isBefore
    ? [links.into, links.intoStart, links.predecessor]
    : [links.out, links.outStart, links.successor]
  return [...new Set([...at.subarray(start[task]!, start[task + 1]!)].map(k => ids[end[k]!]!))]
}

const NEW_DAYS = 5

function insertForm(whatIf: WhatIf, task: number): HTMLElement {
  const { schedule } = whatIf
  const id = schedule.ids[task]!
  const where = select(
    'insert-where',
    [
      ['after', T.after],
      ['before', T.before],
    ],
    'after',
  )
  const name = h('input', { type: 'text', maxlength: 200, value: T.newName, 'data-field': 'insert-name' })
  const days = daysField('insert-days', NEW_DAYS)
  const act = (): void => {
    const isBefore = where.value === 'before'
    const calendar = schedule.calendar[task]
    const wbs = schedule.wbs[task]!
    whatIf.change({
      add_task: {
        id: whatIf.newId(),
        name: name.value.trim() || T.newName,
        duration_days: Number(days.value),
        ...(calendar === null || calendar === undefined ? {} : { calendar_id: calendar }),
        ...(wbs < 0 ? {} : { wbs_code: schedule.wbsCodes[wbs]! }),
        predecessors: isBefore ? neighbours(schedule, task, true) : [id],
      },
      successors: isBefore ? [id] : neighbours(schedule, task, false),
    })
  }
  return h(
    'details',
    {},
    h('summary', {}, T.insert),
    h(
      'div',
      { class: 'fields' },
      labelled(T.name, name),
      labelled(T.duration, days),
      labelled(T.where, where),
      h('button', { type: 'button', class: 'button small', 'data-field': 'insert', onclick: act }, T.add),
    ),
  )
}

/** The lag of a link as a field, and the button that takes the link away. */
export function linkTools(
  whatIf: WhatIf,
  link: number,
  isBefore: boolean,
): readonly [lag: HTMLElement, remove: HTMLElement] {
  const { links, ids } = whatIf.schedule
  const [predecessor, successor] = [ids[links.predecessor[link]!]!, ids[links.successor[link]!]!]
  const other = isBefore ? predecessor : successor
  const type = RELATIONS[links.type[link]!]!
  const of = { predecessor, successor, type }
  const lag = daysField(
    `lag ${predecessor} ${successor} ${type}`,
    links.lagDays[link]!,
    days => whatIf.change({ link: { ...of, lag_days: days } }),
    true,
  )
  lag.setAttribute('aria-label', T.lagOf(other))
  const remove = h(
    'button',
    {
      type: 'button',
      class: 'link remove',
      'aria-label': T.removeLink(other),
      title: T.removeLink(other),
      onclick: () => whatIf.change({ unlink: of }),
    },
    '×',
  )
  return [lag, remove]
}

const LISTED_MAX = 30

/** A new link of the task. */
export function linkForm(whatIf: WhatIf, task: number, isBefore: boolean): HTMLElement {
  const { schedule } = whatIf
  const own = schedule.ids[task]!
  const way = isBefore ? 'predecessor' : 'successor'
  const list = h('datalist', { id: `ids-${way}` })
  const offer = (): void => {
    const wanted = id.value.trim().toLowerCase()
    const found: Node[] = []
    for (let i = 0; wanted !== '' && i < schedule.taskCount && found.length < LISTED_MAX; i++) {
      if (schedule.ids[i]!.toLowerCase().includes(wanted) || schedule.names[i]!.toLowerCase().includes(wanted))
        found.push(h('option', { value: schedule.ids[i]! }, schedule.names[i]))
    }
    list.replaceChildren(...found)
  }
  const id = h('input', { type: 'text', list: list.id, 'data-field': `${way}-id`, oninput: offer })
  const type = select(`${way}-type`, types, 'FS')
  const lag = daysField(`${way}-lag`, 0, undefined, true)
  const said = h('p', { class: 'note', role: 'status' })
  const act = (): void => {
    const other = id.value.trim()
    said.textContent = whatIf.indexOf(other) < 0 ? T.unknown(other) : other === own ? T.itself : ''
    if (said.textContent !== '') return
    const ends = isBefore ? { predecessor: other, successor: own } : { predecessor: own, successor: other }
    whatIf.change({ link: { ...ends, type: type.value as (typeof RELATIONS)[number], lag_days: Number(lag.value) } })
  }
  return h(
    'details',
    { class: 'what-if' },
    h('summary', {}, isBefore ? T.addPredecessor : T.addSuccessor),
    h(
      'div',
      { class: 'fields' },
      labelled(T.id, id),
      list,
      labelled(T.relation, type),
      labelled(T.lag, lag),
      h('button', { type: 'button', class: 'button small', 'data-field': `${way}-add`, onclick: act }, T.add),
    ),
    said,
  )
}

export const floatText = ({ totalFloatDays }: Schedule, task: number): string =>
  Number.isNaN(totalFloatDays[task]!) ? '–' : numberText(totalFloatDays[task]!)

/** Delay events that are typed in, with the days that the analysis books to each; kept on this machine, and taken along as JSON. */
import { download } from '../dom/download.ts'
import { h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { ComparisonReplies } from '../schedule/comparison-replies.ts'
import { CATEGORIES, type DelayEvent, eventsIn, PARTIES } from '../schedule/events.ts'
import { TEXT } from '../texts.ts'
import { signed } from './figure.ts'
import { opening } from './open-activities.ts'

const T = TEXT.compare.events

const labelled = (text: string, control: HTMLElement): HTMLElement => h('label', {}, h('span', {}, text), control)

const small = (text: string, label: string, act: () => void): HTMLElement =>
  h('button', { type: 'button', class: 'button small', 'aria-label': label, onclick: act }, text)

export function eventsPart(replies: ComparisonReplies, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const { events } = shell
  const place = h('div', {})
  const edit = (event: DelayEvent | undefined): void => {
    place.replaceChildren(eventForm(event, files, shell))
    place.querySelector('input')?.focus()
  }
  const said = h('p', { class: 'note', role: 'status' })
  const input = h('input', {
    type: 'file',
    id: 'events-file',
    class: 'hidden',
    accept: '.json',
    onchange: async () => {
      const [file] = input.files ?? []
      if (file === undefined) return
      try {
        shell.useEvents(eventsIn(await file.text()))
      } catch {
        said.textContent = T.unreadable
      }
    },
  })
  const save = (): void => download(new Blob([JSON.stringify(events, null, 2)], { type: 'application/json' }), T.file)
  return h(
    'section',
    { id: 'events' },
    h('h2', {}, T.heading),
    h('p', { class: 'note' }, T.note),
    events.length === 0 ? h('p', {}, T.none) : eventTable(replies, shell, edit),
    h(
      'p',
      { class: 'actions' },
      h('button', { type: 'button', class: 'button', onclick: () => edit(undefined) }, T.add),
      events.length === 0 ? null : h('button', { type: 'button', class: 'button', onclick: save }, T.save),
      h('label', { class: 'button', for: 'events-file' }, T.open, input),
    ),
    said,
    place,
  )
}

const text = (days: number | null | undefined): string => (days == null ? '' : signed(Math.round(days * 100) / 100))

function eventTable(
  { delays: { data } }: ComparisonReplies,
  shell: Shell,
  edit: (event: DelayEvent) => void,
): HTMLElement {
  const booked = new Map(data.event_days?.events.map(each => [each.id, each]))
  const outside = data.event_days?.outside
  const rows = shell.events.map(event => {
    const { id, name = '', party, category = '', started, ended = '', task_ids: ids = [] } = event
    const days = booked.get(id)
    return [
      id,
      name,
      T.parties[party],
      T.categories[category as keyof typeof T.categories] ?? category,
      started,
      ended,
      ids.length === 0 ? '' : opening(TEXT.number(ids.length), name || id, ids, shell),
      text(days?.held_days),
      text(days?.held_calendar_days),
      h(
        'span',
        { class: 'row' },
        small(T.change, T.changeOf(id), () => edit(event)),
        small(T.remove, T.removeOf(id), () => shell.useEvents(shell.events.filter(each => each.id !== id))),
      ),
    ]
  })
  const rest = ['', T.outside, '', '', '', '', '', text(outside?.held_days), text(outside?.held_calendar_days), '']
  return table(T.heading, T.head, outside === undefined ? rows : [...rows, rest], [6, 7, 8])
}

type Option = readonly [value: string, text: string]

const select = (options: readonly Option[], value: string): HTMLSelectElement =>
  h('select', {}, ...options.map(([each, words]) => h('option', { value: each, selected: each === value }, words)))

function eventForm(event: DelayEvent | undefined, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const id = h('input', { type: 'text', maxlength: 200, value: event?.id ?? `E${shell.events.length + 1}` })
  const name = h('input', { type: 'text', maxlength: 200, value: event?.name ?? '' })
  const party = select(
    PARTIES.map(each => [each, T.parties[each]]),
    event?.party ?? 'owner',
  )
  const category = select(
    ['' as const, ...CATEGORIES].map((each): Option => [each, T.categories[each]]),
    event?.category ?? '',
  )
  const started = h('input', { type: 'date', value: event?.started ?? '' })
  const ended = h('input', { type: 'date', value: event?.ended ?? '' })
  const days = h('input', { type: 'number', min: 0, step: 'any', value: event?.days ?? '' })
  const tasks = h('input', { type: 'text', value: event?.task_ids?.join(', ') ?? '' })
  const description = h('textarea', { rows: 2, maxlength: 5_000 }, event?.description ?? '')
  const said = h('p', { class: 'note', role: 'alert' })
  const known = new Set(files.flatMap(({ schedule }) => schedule.ids))
  const use = (): void => {
    const ids = tasks.value
      .split(/[,;]/)
      .map(each => each.trim())
      .filter(each => each !== '')
    const unknown = ids.filter(each => !known.has(each))
    const isShort = id.value.trim() === '' || started.value === ''
    said.textContent = isShort ? T.wanted : unknown.length > 0 ? T.unknown(unknown.slice(0, 5).join(', ')) : ''
    if (said.textContent !== '') return
    const {
      name: _,
      category: __,
      ended: ___,
      days: ____,
      task_ids: _____,
      description: ______,
      ...others
    } = event ?? {}
    const made: DelayEvent = {
      ...others,
      id: id.value.trim(),
      party: party.value as DelayEvent['party'],
      started: started.value,
      ...(name.value.trim() === '' ? {} : { name: name.value.trim() }),
      ...(category.value === '' ? {} : { category: category.value }),
      ...(ended.value === '' ? {} : { ended: ended.value }),
      ...(days.value === '' ? {} : { days: Number(days.value) }),
      ...(ids.length === 0 ? {} : { task_ids: ids }),
      ...(description.value.trim() === '' ? {} : { description: description.value.trim() }),
    }
    const at = shell.events.findIndex(each => each.id === (event?.id ?? made.id))
    shell.useEvents(at < 0 ? [...shell.events, made] : shell.events.with(at, made))
  }
  return h(
    'form',
    {
      class: 'event-form',
      onsubmit: submitted => {
        submitted.preventDefault()
        use()
      },
    },
    labelled(T.id, id),
    labelled(T.name, name),
    labelled(T.party, party),
    labelled(T.category, category),
    labelled(T.started, started),
    labelled(T.ended, ended),
    labelled(T.days, days),
    labelled(T.tasks, tasks),
    labelled(T.description, description),
    h('button', { type: 'submit', class: 'button primary' }, T.keep),
    said,
  )
}

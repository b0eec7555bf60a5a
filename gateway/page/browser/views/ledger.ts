/** What moved the finish in each window, by name, and every change from one file to the next as a row: to be filtered, ordered and saved. */
import { h } from '../dom/element.ts'
import { type Column, LongTable } from '../dom/long-table.ts'
import type { Shell } from '../loaded.ts'
import { type Cause, headlineOf, isMean, windowName, words } from '../schedule/causes.ts'
import type { Change, ComparisonReplies } from '../schedule/comparison-replies.ts'
import { momentText } from '../schedule/moment.ts'
import { TEXT, wordOf } from '../texts.ts'
import { signed } from './figure.ts'

const T = TEXT.compare

const taskLink = (id: string, shell: Shell): HTMLElement =>
  h('button', { type: 'button', class: 'link', onclick: () => shell.choose(id) }, id)

/** Numbers with more decimals than a reader wants. */
const shortened = (text: string | null): string =>
  text !== null && /^-?\d+\.\d{4,}$/.test(text) ? TEXT.number(Number(text)) : momentText(text)

/** "2025-10-31 to 2025-12-31" on one line. */
const WINDOW_WIDTH = 216
const CHARACTER_WIDTH = 8.4
const ID_WIDTH = [90, 170] as const
const CELL_ROOM = 22

/** Room for the longest ID. */
const idWidth = (rows: readonly { readonly id: string }[]): number => {
  const longest = rows.reduce((most, { id }) => Math.max(most, id.length), 0)
  return Math.round(Math.min(ID_WIDTH[1], Math.max(ID_WIDTH[0], longest * CHARACTER_WIDTH + CELL_ROOM)))
}

const days = (value: number | null | undefined): string => (value == null ? '' : signed(value))

/** What moved the finish most, of what is certain first, and what is larger and stands above it in the list; null where nothing has a name. */
export function largestCause(causes: readonly Cause[]): HTMLElement | null {
  const [certain, first] = [headlineOf(causes), causes[0]]
  if (certain === undefined || first === undefined) return null
  const told = (cause: Cause) =>
    [[cause.id, cause.name].filter(text => text !== '').join(' '), cause.what, daysText(cause), cause.window] as const
  const larger = certain === first ? '' : ` ${T.larger(...told(first))}`
  return h(
    'p',
    { id: 'largest', class: 'lead' },
    (certain === first ? T.largest : T.largestCertain)(...told(certain)),
    larger,
  )
}

const daysText = (cause: Cause): string =>
  isMean(cause) ? T.mean(signed(cause.days), days(cause.alone)) : T.days(signed(cause.days))

const ofSeveral = ({ ids, name, what }: Cause, shell: Shell): HTMLElement | undefined =>
  ids &&
  h(
    'button',
    { type: 'button', class: 'link', onclick: () => shell.show({ only: { title: `${name}, ${what}`, ids } }) },
    name,
  )

/** Every named cause of every window, the largest first. */
export function causesPart({ delays: { data } }: ComparisonReplies, causes: readonly Cause[], shell: Shell) {
  if (causes.length === 0) return h('section', {}, h('h2', {}, T.causes), h('p', {}, T.noMovers))
  const [window, id, name, what, from, to, moved, alone, category] = T.causesHead
  const rows = new LongTable<Cause>(T.causes, [
    { title: window, width: WINDOW_WIDTH, text: each => each.window },
    {
      title: id,
      width: idWidth(causes),
      text: each => each.id,
      cell: each => (each.id === '' ? '' : taskLink(each.id, shell)),
    },
    {
      title: name,
      width: 190,
      grows: true,
      text: each => each.name,
      cell: each => ofSeveral(each, shell) ?? each.name,
    },
    { title: what, width: 160, text: each => each.what },
    { title: from, width: 84, text: each => each.from },
    { title: to, width: 136, text: each => each.to },
    { title: moved, width: 80, isNumber: true, text: each => signed(each.days), order: each => each.days },
    {
      title: alone,
      width: 80,
      isNumber: true,
      text: each => days(each.alone),
      order: each => each.alone ?? Number.NaN,
    },
    ...(causes.some(each => each.category !== '')
      ? [{ title: category, width: 90, text: (each: Cause) => words(each.category) }]
      : []),
  ])
  rows.show(causes)
  const left = data.windows.reduce((sum, each) => sum + each.revision_count - each.revisions.length, 0)
  return h(
    'section',
    { id: 'causes' },
    h('h2', {}, T.causes),
    h('p', { class: 'note' }, T.causesNote),
    rows.element,
    left === 0 ? null : h('p', { class: 'note' }, T.causesLeft(left)),
  )
}

/** patternsOf: titles of the patterns that name the activity. */
const COLUMNS = (
  rows: readonly Change[],
  nameOf: (id: string) => string,
  patternsOf: (id: string) => string,
  shell: Shell,
): readonly Column<Change>[] => {
  const [window, id, name, kind, field, before, after, difference, moved, weight, pattern] = T.ledgerHead
  return [
    { title: window, width: WINDOW_WIDTH, text: windowName },
    { title: id, width: idWidth(rows), text: each => each.id, cell: each => taskLink(each.id, shell) },
    { title: name, width: 180, text: each => each.name ?? nameOf(each.id) },
    { title: kind, width: 112, text: each => wordOf(T.categories, each.category) ?? words(each.category) },
    {
      title: field,
      width: 120,
      text: each => `${words(each.field)}${each.predecessor_id === null ? '' : T.linkFrom(each.predecessor_id)}`,
    },
    { title: before, width: 110, text: each => shortened(each.before) },
    { title: after, width: 110, text: each => shortened(each.after) },
    {
      title: difference,
      width: 104,
      isNumber: true,
      text: each => days(each.difference),
      order: each => each.difference ?? Number.NaN,
    },
    {
      title: moved,
      width: 92,
      isNumber: true,
      text: each => days(each.impact_days),
      order: each => each.impact_days ?? Number.NaN,
    },
    { title: weight, width: 112, text: each => T.dispositions[each.disposition] },
    { title: pattern, width: 200, text: each => patternsOf(each.id) },
  ]
}

/** Every change that the service lists, by kind and by field. */
export function ledgerPart({ changes: { data } }: ComparisonReplies, nameOf: (id: string) => string, shell: Shell) {
  const patterns = new Map<string, string[]>()
  for (const { title, task_ids = [] } of data.checks)
    for (const task of new Set(task_ids)) patterns.set(task, [...(patterns.get(task) ?? []), title])
  const patternsOf = (task: string): string => patterns.get(task)?.join('; ') ?? ''
  const ledger = new LongTable<Change>(T.ledger, COLUMNS(data.changes, nameOf, patternsOf, shell))
  const kinds = [...new Set(data.changes.map(({ category }) => category))]
  const fields = [...new Set(data.changes.map(({ field }) => field))].sort()
  const count = h('output', { class: 'note' })
  const show = (): void => {
    const shown = data.changes.filter(
      each =>
        (kind.value === '' || each.category === kind.value) &&
        (field.value === '' || each.field === field.value) &&
        (window.value === '' || windowName(each) === window.value),
    )
    ledger.show(shown)
    count.textContent = T.shown(shown.length, data.changes.length)
  }
  const windows = [...new Set(data.changes.map(windowName))]
  const option = (value: string, text: string): HTMLElement => h('option', { value }, text)
  const kind = h(
    'select',
    { onchange: show },
    option('', T.allKinds),
    ...kinds.map(each => option(each, wordOf(T.categories, each) ?? words(each))),
  )
  const field = h(
    'select',
    { onchange: show },
    option('', T.allFields),
    ...fields.map(each => option(each, words(each))),
  )
  const window = h('select', { onchange: show }, option('', T.allWindows), ...windows.map(each => option(each, each)))
  show()
  const more = data.changes_matching - data.changes_listed
  return h(
    'section',
    { id: 'ledger' },
    h('h2', {}, T.ledger),
    h(
      'div',
      { class: 'controls' },
      ...(windows.length > 1 ? [h('label', {}, h('span', {}, T.inWindow), window)] : []),
      h('label', {}, h('span', {}, T.kind), kind),
      h('label', {}, h('span', {}, T.field), field),
      count,
    ),
    ledger.element,
    more > 0 ? h('p', { class: 'note' }, T.ledgerLeft(more)) : null,
  )
}

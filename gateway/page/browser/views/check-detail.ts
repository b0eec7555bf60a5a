/** One check opened: value, limit, what it counts over, formula and source from the catalogue, and its tasks. */
import type { CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { CatalogueCheck, Check, Finding } from '../schedule/replies.ts'
import { labelOf } from '../schedule/schedule.ts'
import { TEXT } from '../texts.ts'

let catalogue: Promise<ReadonlyMap<string, CatalogueCheck>> | undefined

/** Fetched when the first check is opened. */
function catalogueOf(base: string): Promise<ReadonlyMap<string, CatalogueCheck>> {
  catalogue ??= fetch(new URL('api/v1/catalogue', base))
    .then(answer => answer.json() as Promise<{ checks: CatalogueCheck[] }>)
    .then(({ checks }) => new Map(checks.map(check => [check.code, check])))
  return catalogue
}

export const amount = (value: number | null, unit: CheckUnit): string =>
  value === null
    ? ''
    : `${TEXT.number(value)}${unit === 'days' && value === 1 ? TEXT.check.oneDay : TEXT.check.units[unit]}`

export const limitText = ({ threshold, operator, unit }: Check): string =>
  threshold === null ? '' : `${operator === null ? '' : TEXT.check.operators[operator]} ${amount(threshold, unit)}`

const fact = (name: string, value: string | Node): HTMLElement[] =>
  value === '' ? [] : [h('dt', {}, name), h('dd', {}, value)]

export function checkDetail(check: Check, found: Finding | undefined, loaded: LoadedFile, shell: Shell): HTMLElement {
  const more = h('dl', { class: 'facts' })
  void catalogueOf(shell.base).then(
    known => {
      const row = known.get(check.code)
      if (row !== undefined)
        more.append(...fact(TEXT.check.formula, row.formula), ...fact(TEXT.check.source, row.source))
    },
    () => {},
  )
  const link = h('a', { href: check.method_url.replace(/^\//, '') }, TEXT.check.method)
  more.append(
    ...fact(TEXT.check.value, amount(check.value, check.unit)),
    ...fact(TEXT.check.threshold, limitText(check)),
    ...fact(TEXT.check.population, check.population),
  )
  return h(
    'div',
    { class: 'detail' },
    h('p', {}, check.message),
    more,
    h('p', {}, link),
    taskList(check.title, found, loaded, shell),
  )
}

/** The service names so many; a shorter list is all of them, though a finding of links counts links. */
const LISTED_MAX = 20

/** The tasks that a finding names, to be gone to. */
export function taskList(
  title: string,
  found: Pick<Finding, 'task_ids' | 'count'> | undefined,
  { schedule }: LoadedFile,
  shell: Shell,
): HTMLElement {
  if (found === undefined || found.task_ids.length === 0) return h('p', { class: 'note' }, TEXT.check.noTasks)
  const { task_ids: ids, count } = found
  const known = new Set(ids)
  const labels = new Map<string, string>()
  for (const [i, id] of schedule.ids.entries()) if (known.has(id)) labels.set(id, labelOf(schedule, i))
  return h(
    'div',
    {},
    h('h4', {}, TEXT.check.tasks(ids.length, ids.length < LISTED_MAX ? ids.length : count)),
    h('button', { type: 'button', class: 'button', onclick: () => shell.mark(title, ids) }, TEXT.check.mark),
    h(
      'ul',
      { class: 'tasks' },
      ...ids.map(id =>
        h(
          'li',
          {},
          h('button', { type: 'button', class: 'link', onclick: () => shell.choose(id) }, labels.get(id) ?? id),
        ),
      ),
    ),
  )
}

/** One check opened: value, limit, what it counts over, formula and source from the catalogue, and its tasks. */
import type { CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { CatalogueCheck, Check, Finding } from '../schedule/replies.ts'
import { transport } from '../service/transport.ts'
import { TEXT } from '../texts.ts'
import { taskList } from './check-tasks.ts'

let catalogue: Promise<ReadonlyMap<string, CatalogueCheck>> | undefined

/** Requested when the first check is opened. */
function catalogueOf(base: string): Promise<ReadonlyMap<string, CatalogueCheck>> {
  catalogue ??= transport()
    .send({ path: 'api/v1/catalogue', method: 'GET', access: { base, key: '' } })
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
    h('p', {}, methodLink(check)),
    tasksOf(check, found, loaded, shell),
  )
}

/** The page of the method, where there is a service that has it. */
export const methodLink = ({ method_url: url }: Pick<Check, 'method_url'>): HTMLElement | null =>
  transport().hasService ? h('a', { href: url.replace(/^\//, '') }, TEXT.check.method) : null

/** All that the check found, whether it fails or not. */
function tasksOf(check: Check, found: Finding | undefined, loaded: LoadedFile, shell: Shell): HTMLElement {
  const ids = check.task_ids ?? found?.task_ids ?? []
  const isFailed = check.status === 'fail'
  if (ids.length === 0) return h('p', { class: 'note' }, isFailed ? TEXT.check.noSingleTask : TEXT.check.noTasks)
  const isCut = check.task_ids === undefined && ids.length >= LISTED_MAX
  return taskList(check.title, { ids, count: found?.count ?? ids.length, isCut }, loaded, shell)
}

/** A finding names so many tasks; a shorter list is all of them, though a finding of links counts links. */
const LISTED_MAX = 20

export function findingTasks(found: Finding, loaded: LoadedFile, shell: Shell): HTMLElement {
  const { task_ids: ids, count, title } = found
  if (ids.length === 0) return h('p', { class: 'note' }, TEXT.check.noSingleTask)
  return taskList(title, { ids, count, isCut: ids.length >= LISTED_MAX && count > ids.length }, loaded, shell)
}

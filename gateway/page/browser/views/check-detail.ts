/** One check opened: value, limit, what it counts over, formula and source from the catalogue, and its tasks. */
import type { CheckUnit } from '../../../../shared/contract/endpoint/data/check-data.ts'
import { h } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import type { CatalogueCheck, Check, Finding } from '../schedule/replies.ts'
import { transport } from '../service/transport.ts'
import { plainWords } from '../texts/plain-words.ts'
import { pointName, TEXT } from '../texts.ts'
import { ENGLISH } from './language.ts'
import { openActivities } from './open-activities.ts'

const A = TEXT.audits

let catalogue: Promise<ReadonlyMap<string, CatalogueCheck>> | undefined

/** Requested when the first check is opened, or the settings are. */
export function catalogueOf(base: string): Promise<ReadonlyMap<string, CatalogueCheck>> {
  catalogue ??= transport()
    .send({ path: 'api/v1/catalogue', method: 'GET', access: { base, key: '' } })
    .then(answer => answer.json() as Promise<{ checks: CatalogueCheck[] }>)
    .then(({ checks }) => new Map(checks.map(check => [check.code, check])))
  return catalogue
}

export const amount = (value: number | null, unit: CheckUnit | null): string =>
  value === null || unit === null
    ? ''
    : unit === 'days'
      ? TEXT.task.days(value)
      : `${TEXT.number(value)}${TEXT.check.units[unit]}`

export const limitText = ({
  threshold,
  operator,
  unit,
  hasOwnLimit = false,
}: Pick<Check, 'threshold' | 'operator' | 'unit' | 'hasOwnLimit'>): string =>
  threshold === null
    ? ''
    : `${operator === null ? '' : TEXT.check.operators[operator]} ${amount(threshold, unit)}${hasOwnLimit ? ` (${TEXT.check.ownLimit})` : ''}`

const fact = (name: string, value: string | null | undefined, marks: Readonly<Record<string, string>> = {}) =>
  value == null || value === '' ? [] : [h('dt', {}, name), h('dd', marks, plainWords(value))]

const scoreOf = ({ score, weight }: Check): string =>
  score == null || weight === undefined ? '' : A.scoreOfCheck(TEXT.number(score), TEXT.number(weight))

/** also: what else is said of it. */
export function checkDetail(check: Check, shell: Shell, also: HTMLElement | null = null): HTMLElement {
  const more = h('dl', { class: 'facts' })
  void catalogueOf(shell.base).then(
    known => {
      const row = known.get(check.code)
      if (row !== undefined)
        more.append(
          ...(check.hasOwnLimit === true ? fact(TEXT.check.publishedLimit, limitText(row)) : []),
          ...fact(TEXT.check.formula, row.formula, ENGLISH),
          ...fact(TEXT.check.source, row.source, ENGLISH),
        )
    },
    () => {},
  )
  more.append(
    ...fact(TEXT.check.value, amount(check.value, check.unit)),
    ...fact(TEXT.check.threshold, limitText(check)),
    ...fact(TEXT.check.population, check.population, ENGLISH),
    ...fact(A.metric, check.metric, ENGLISH),
    ...fact(A.needs, check.needs, ENGLISH),
    ...fact(A.reading, check.reading, ENGLISH),
    ...(check.metric === undefined ? [] : fact(TEXT.check.source, check.source, ENGLISH)),
    ...fact(A.weight, scoreOf(check)),
  )
  const isOfNone = check.status === 'fail' && (check.task_ids?.length ?? 0) === 0
  const none = isOfNone ? h('p', { class: 'note' }, TEXT.check.noSingleTask) : null
  return h(
    'div',
    { class: 'detail' },
    h('p', ENGLISH, plainWords(check.message)),
    more,
    h('p', {}, methodLink(check)),
    none,
    also,
  )
}

/** The page of the method, where there is a service that has it. */
export const methodLink = ({ method_url: url }: Pick<Check, 'method_url'>): HTMLElement | null =>
  url !== undefined && transport().hasService ? h('a', { href: url.replace(/^\//, '') }, TEXT.check.method) : null

/** A finding names so many tasks; a shorter list is all of them, though a finding of links counts links. */
const LISTED_MAX = 20

/** All activities that the check found, whether it fails or not; null where it names none. */
export function checkTasks(check: Check, found: Finding | undefined, shell: Shell): HTMLElement | null {
  const ids = check.task_ids ?? found?.task_ids ?? []
  if (ids.length === 0) return null
  const isCut = check.task_ids === undefined && ids.length >= LISTED_MAX
  return openActivities(pointName(check) ?? check.title, isCut ? { ids, count: found!.count } : { ids }, shell)
}

export function findingTasks(
  { task_ids: ids, count, title }: Finding,
  shell: Shell,
  all?: readonly string[],
): HTMLElement {
  if (all !== undefined && all.length > 0) return openActivities(title, { ids: all }, shell)
  if (ids.length === 0) return h('p', { class: 'note' }, TEXT.check.noSingleTask)
  return openActivities(title, ids.length >= LISTED_MAX ? { ids, count } : { ids }, shell)
}

/** Files for authorities at one's desk: what is missing stands first, each value with a field to give it in; then the file. And somebody else's file, held against its rules. */
import { DELIVERABLES, type DeliverableName } from '../../../../shared/contract/endpoint/deliverable-formats.ts'
import { type Child, h, table } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { DeliverableData, FileFaults, MissingValue } from '../schedule/deliverable-replies.ts'
import { keepGiven, keptGiven, MEMBERS, usable } from '../schedule/mapping.ts'
import type { DeliverableAsked } from '../service/deliverable.ts'
import { Refused } from '../service/refused.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT } from '../texts.ts'
import { sentenceOf } from './failure.ts'
import { shownTitle, titleOf } from './files.ts'
import { ENGLISH } from './language.ts'
import { mappingPart } from './mapping.ts'
import { openActivities } from './open-activities.ts'

const T = TEXT.deliverables
const VALIDATE = 'validate'
const PARTS = [...DELIVERABLES.map(({ name }) => name), VALIDATE] as const

export function deliverablesView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const chosen = PARTS.find(part => part === shell.part) ?? PARTS[0]!
  const item = (part: (typeof PARTS)[number]): HTMLElement =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', 'aria-current': part === chosen ? 'true' : undefined, onclick: () => shell.showPart(part) },
        part === VALIDATE ? T.validate : T.formats[part],
      ),
    )
  return h(
    'div',
    { class: 'overview deliverables' },
    h('h1', {}, T.heading),
    h('p', { class: 'note' }, T.note(shownTitle(loaded))),
    h(
      'div',
      { class: 'audits' },
      h('nav', { class: 'parts', 'aria-label': T.list }, h('ul', {}, ...PARTS.map(item))),
      chosen === VALIDATE ? validatePart(shell) : formatPart(chosen, loaded, files, shell),
    ),
  )
}

const placesOf = (error: unknown): string =>
  [sentenceOf(error), ...(error instanceof Refused ? error.failure.places : [])].join(' ')

/** The member of a request that a remedy names: `constants.PARSID`. */
const memberIn = ({ remedy }: MissingValue): string | undefined =>
  new RegExp(`\\b(?:${MEMBERS.join('|')})\\.\\w+`).exec(remedy)?.[0]

/** The only values that a remedy allows. */
const valuesIn = ({ remedy }: MissingValue): readonly string[] =>
  /, true or false\b/.test(remedy) ? ['true', 'false'] : (/, one of ([^.]+)\./.exec(remedy)?.[1]?.split(', ') ?? [])

function formatPart(
  format: DeliverableName,
  loaded: LoadedFile,
  files: readonly LoadedFile[],
  shell: Shell,
): HTMLElement {
  let [allowsIncomplete, shortensIds] = [false, false]
  const asked = async (): Promise<DeliverableAsked> => {
    const given = keptGiven(format)
    const fields = await shell.fields(loaded).catch(() => undefined)
    return { format, given: fields === undefined ? given : usable(given, fields), allowsIncomplete, shortensIds }
  }
  const baseline = files.find(each => each !== loaded && titleOf(each) === shell.baseline)
  const place = h('div', { 'aria-live': 'polite' })
  const said = h('p', { role: 'status' })
  const fieldFor = (key: string, values: readonly string[]): HTMLElement => {
    const [member, name = ''] = key.split('.')
    if (member === 'mapping')
      return h(
        'button',
        {
          type: 'button',
          class: 'button small',
          'data-field': key,
          'aria-label': `${T.mapping.choose}${TEXT.colon}${name}`,
          onclick: () => mapping.open(name),
        },
        T.mapping.choose,
      )
    const list = values.length > 0 ? `values-${name}` : undefined
    const input = h('input', {
      type: 'text',
      name: key,
      value: keptGiven(format)[key] ?? '',
      list,
      maxlength: 2_000,
      'aria-label': T.valueOf(name),
      onchange: () => keepGiven(format, { ...keptGiven(format), [key]: input.value }),
    })
    const choices = h('datalist', { id: `values-${name}` }, ...values.map(value => h('option', { value })))
    return h('div', {}, input, values.length > 0 ? choices : null)
  }
  const box = (text: string, isOn: boolean, set: (isOn: boolean) => void): HTMLElement => {
    const input = h('input', { type: 'checkbox', checked: isOn, onchange: () => set(input.checked) })
    return h('label', { class: 'box' }, input, h('span', {}, text))
  }
  /** An answer to an earlier question comes too late to be shown. */
  let turns = 0
  const check = async (): Promise<void> => {
    const turn = ++turns
    place.replaceChildren(h('p', { role: 'status', 'aria-busy': 'true' }, T.waiting))
    said.textContent = ''
    try {
      const { data, summary } = await shell.missingIn(loaded, await asked())
      if (turn === turns)
        place.replaceChildren(h('p', { class: 'lead', ...ENGLISH }, plainWords(summary)), formOf(data))
    } catch (error) {
      const again = h('button', { type: 'button', class: 'button small', onclick: () => void check() }, T.again)
      if (turn === turns)
        // what was given and refused stays, to be mended
        place.replaceChildren(
          h('p', { class: 'empty', role: 'alert' }, placesOf(error), ' ', again),
          givenPart([]) ?? '',
        )
    }
  }
  const make = async (): Promise<void> => {
    said.textContent = T.making
    said.setAttribute('aria-busy', 'true')
    try {
      said.textContent = T.made(await shell.takeDeliverable(loaded, await asked()))
    } catch (error) {
      said.textContent = T.failed(placesOf(error))
    }
    said.removeAttribute('aria-busy')
  }
  /** What was given and is missing no more. */
  const givenPart = (asMissing: readonly string[]): HTMLElement | null => {
    const given = Object.entries(keptGiven(format)).filter(([key, text]) => text !== '' && key.startsWith('constants.'))
    const keys = given.map(([key]) => key).filter(key => !asMissing.includes(key))
    if (keys.length === 0) return null
    const label = (key: string): HTMLElement =>
      h('div', {}, h('span', {}, key.replace(/^\w+\./, '')), fieldFor(key, []))
    return h('section', {}, h('h3', {}, T.given), h('div', { class: 'given' }, ...keys.map(label)))
  }
  const formOf = ({ missing, changes }: DeliverableData): HTMLElement => {
    const has = (effect: MissingValue['effect']): boolean => missing.some(each => each.effect === effect)
    const rows = missing.map((each): readonly Child[] => {
      const key = memberIn(each)
      // that a value is given in the field below needs no words
      const remedy = each.remedy === `Give ${key}.` ? '' : each.remedy
      return [
        h(
          'div',
          {},
          h('strong', ENGLISH, each.field),
          h('div', { class: 'note', ...ENGLISH }, each.table),
          h('span', { class: `effect ${each.effect}` }, T.effects[each.effect]),
        ),
        T.rows(each.rows, each.of),
        h(
          'div',
          {},
          h('span', ENGLISH, plainWords(`${each.reason} ${each.receiver} ${remedy}`), ' '),
          each.task_ids.length === 0 ? null : tasksOf(each, shell),
          key === undefined ? null : fieldFor(key, valuesIn(each)),
        ),
      ]
    })
    const makeButton = h('button', { type: 'button', class: 'button primary', onclick: () => void make() }, T.make)
    const enable = (): void => {
      makeButton.disabled = has('cannot_be_written') || (has('rejected') && !allowsIncomplete)
    }
    enable()
    const allow = box(T.allow, allowsIncomplete, isOn => {
      allowsIncomplete = isOn
      enable()
    })
    const shorten = box(T.shorten, shortensIds, isOn => {
      shortensIds = isOn
      void check()
    })
    const submitted = (event: Event): void => {
      event.preventDefault()
      void check()
    }
    return h(
      'form',
      { onsubmit: submitted },
      h(
        'p',
        { class: 'actions' },
        makeButton,
        h('button', { type: 'submit', class: 'button' }, T.again),
        format === 'usace-sdef' ? shorten : null,
        has('rejected') ? allow : null,
      ),
      said,
      h('h3', {}, T.missing),
      rows.length === 0
        ? h('p', {}, T.missingNone)
        : h('div', {}, h('p', { class: 'note' }, T.hint), table(T.missing, T.missingHead, rows, [1])),
      givenPart(missing.flatMap(each => memberIn(each) ?? [])),
      changesOf(changes, shell),
    )
  }
  const mapping = mappingPart({ target: format, loaded, shell, changed: () => void check() })
  void check()
  const beside = baseline === undefined ? T.noBaseline : T.baseline(shownTitle(baseline))
  return h(
    'div',
    { class: 'audit' },
    h('h2', {}, T.formats[format]),
    format === 'usace-sdef' ? null : h('p', { class: 'note' }, beside),
    mapping.element,
    place,
  )
}

/** A list that is cut says how many there are in all. */
const tasksOf = ({ field, task_ids: ids, rows }: Pick<MissingValue, 'field' | 'task_ids' | 'rows'>, shell: Shell) =>
  openActivities(field, { ids, count: rows }, shell)

function changesOf(changes: DeliverableData['changes'], shell: Shell): HTMLElement | null {
  if (changes.length === 0) return null
  const rows = changes.map((each): readonly Child[] => [
    h('span', ENGLISH, `${each.table} ${each.field}`),
    T.rows(each.rows, each.of),
    h('div', ENGLISH, plainWords(each.text), ' ', each.task_ids.length === 0 ? null : tasksOf(each, shell)),
  ])
  return h('section', {}, h('h3', {}, T.changes), table(T.changes, T.changesHead, rows, [1]))
}

function validatePart(shell: Shell): HTMLElement {
  const place = h('div', { 'aria-live': 'polite' })
  const take = async (file: File): Promise<void> => {
    place.replaceChildren(h('p', { role: 'status', 'aria-busy': 'true' }, T.validating(file.name)))
    try {
      place.replaceChildren(...faultsPart(file.name, await shell.faultsOf(file)))
    } catch (error) {
      place.replaceChildren(h('p', { class: 'empty', role: 'alert' }, placesOf(error)))
    }
  }
  const input = h('input', {
    type: 'file',
    id: 'delivered',
    class: 'hidden',
    onchange: () => {
      const [file] = input.files ?? []
      if (file !== undefined) void take(file)
      // the same file, mended, is chosen again
      input.value = ''
    },
  })
  return h(
    'div',
    { class: 'audit' },
    h('h2', {}, T.validate),
    h('p', {}, T.validateNote),
    h('p', { class: 'actions' }, h('label', { class: 'button primary', for: 'delivered' }, T.choose, input)),
    place,
  )
}

function faultsPart(name: string, { format, error_count, warning_count, faults }: FileFaults): HTMLElement[] {
  if (faults.length === 0) return [h('p', { class: 'lead' }, T.valid(name, T.formats[format]))]
  const rows = faults.map((each): readonly Child[] => [
    h('span', { class: `effect ${each.severity}` }, T.severities[each.severity]),
    h('span', ENGLISH, [each.table, each.field ?? ''].join(' ')),
    TEXT.number(each.count),
    h('span', ENGLISH, plainWords(each.text)),
    each.examples
      .map(({ row, value }) =>
        [row === null ? '' : T.place(row), value ?? ''].filter(text => text !== '').join(TEXT.colon),
      )
      .join('; '),
  ])
  return [
    h('p', { class: 'lead' }, T.invalid(name, T.formats[format], error_count, warning_count)),
    table(T.validate, T.faultsHead, rows, [2]),
  ]
}

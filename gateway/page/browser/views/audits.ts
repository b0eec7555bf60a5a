/** Audits and catalogues of checks: a list at the side, and of the chosen one its score, its checks by their state, and what it has beside them. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { AuditReply } from '../schedule/audit-replies.ts'
import { givenFor, membersOf, usable } from '../schedule/mapping.ts'
import type { Check } from '../schedule/replies.ts'
import { AUDITS, type AuditId, isCatalogue, OWN_CATALOGUE } from '../service/audit.ts'
import { jsonOf } from '../service/json-text.ts'
import { Refused } from '../service/refused.ts'
import { transport } from '../service/transport.ts'
import { settings } from '../settings.ts'
import { plainWords } from '../texts/plain-words.ts'
import { TEXT } from '../texts.ts'
import { auditFigures, auditParts } from './audit-parts.ts'
import { faultOfFile, sentenceOf } from './failure.ts'
import { ENGLISH } from './language.ts'
import { mappingPart } from './mapping.ts'
import { findingItem } from './overview.ts'
import { cards } from './scorecard.ts'

const T = TEXT.audits

/** Stays with the file while the page is open. */
interface Kept {
  /** basis: what else than the file it follows from. */
  readonly replies: Map<AuditId, { readonly basis: string; readonly reply: Promise<AuditReply> }>
  readonly answers: Map<AuditId, Record<string, string>>
  /** State of the checks that are shown. */
  readonly states: Map<AuditId, string>
}
const kept = new WeakMap<LoadedFile, Kept>()
/** The catalogue of a customer, for every file; each that is read has a number. */
let own: { readonly name: string; readonly catalogue: object; readonly number: number } | undefined

/** The fourteen points need nothing that stands in codes. */
const takesMapping = (id: AuditId): boolean => isCatalogue(id) && id !== 'catalogue:dcma-14'

const GROUPS = { own: /^\w+$/, public: /^catalogue:(?!own$)/, yours: /^catalogue:own$/ } as const satisfies Record<
  keyof typeof T.groups,
  RegExp
>

export function auditsView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const chosen = AUDITS.find(id => id === shell.part) ?? AUDITS[0]!
  const state: Kept = kept.get(loaded) ?? { replies: new Map(), answers: new Map(), states: new Map() }
  kept.set(loaded, state)
  const result = h('div', { class: 'result', 'aria-live': 'polite' })
  const takes = takesMapping(chosen)
  const request = (): Promise<AuditReply> => {
    const given = takes ? givenFor('checks') : {}
    const limits = chosen === 'decm' ? settings().limits : {}
    const basis = JSON.stringify([chosen === OWN_CATALOGUE ? own?.number : 0, given, limits])
    const known = state.replies.get(chosen)
    if (known?.basis === basis) return known.reply
    const answers = state.answers.get(chosen) ?? {}
    const ask = async (): Promise<AuditReply> => {
      const { mapping } = takes ? membersOf(usable(given, await shell.fields(loaded))) : {}
      return shell.audit(loaded, { id: chosen, catalogue: own?.catalogue, answers, mapping })
    }
    const asked = { basis, reply: ask() }
    asked.reply.catch(() => state.replies.get(chosen) === asked && state.replies.delete(chosen))
    state.replies.set(chosen, asked)
    return asked.reply
  }
  const again = (): void => {
    state.replies.delete(chosen)
    run()
  }
  /** An answer to an earlier question comes too late to be shown. */
  let turns = 0
  const mapping = takes ? mappingPart({ target: 'checks', loaded, shell, changed: () => run() }).element : null
  const run = (): void => {
    const turn = ++turns
    if (chosen === OWN_CATALOGUE && own === undefined) result.replaceChildren()
    else if (chosen === 'history' && files.length < 2) result.replaceChildren(h('p', { class: 'empty' }, T.fewFiles))
    else {
      result.replaceChildren(h('p', { role: 'status', 'aria-busy': 'true' }, T.waiting))
      const show = (...parts: HTMLElement[]): void => {
        if (turn === turns) result.replaceChildren(...parts)
      }
      request().then(
        reply => show(...resultOf(reply, chosen, state, again, shell)),
        error => show(failureOf(error, chosen, again)),
      )
    }
  }
  run()
  return h(
    'div',
    { class: 'overview' },
    h('h1', {}, T.heading),
    h('p', { class: 'note' }, T.note),
    h(
      'div',
      { class: 'audits' },
      listOf(chosen, shell),
      h(
        'div',
        { class: 'audit' },
        h('h2', {}, T.names[chosen]),
        chosen === OWN_CATALOGUE ? ownPart(again) : null,
        mapping,
        result,
      ),
    ),
  )
}

/** Whatever is wrong in a catalogue has its place in it. */
function failureOf(error: unknown, id: AuditId, again: () => void): HTMLElement {
  const places = error instanceof Refused ? error.failure.places : []
  const isCatalogue = id === OWN_CATALOGUE && places.some(place => place.startsWith(OWN_MEMBER))
  return h(
    'div',
    { class: 'empty', role: 'alert' },
    h('p', {}, isCatalogue ? T.ownFaults : sentenceOf(error), ' ', againButton(again)),
    places.length === 0 ? null : h('ul', ENGLISH, ...places.map(place => h('li', {}, plainWords(place)))),
  )
}

const OWN_MEMBER = 'own_catalogue'

const againButton = (again: () => void): HTMLElement =>
  h('button', { type: 'button', class: 'button small', onclick: again }, T.again)

function listOf(chosen: AuditId, shell: Shell): HTMLElement {
  const item = (id: AuditId): HTMLElement =>
    h(
      'li',
      {},
      h(
        'button',
        { type: 'button', 'aria-current': id === chosen ? 'true' : undefined, onclick: () => shell.showPart(id) },
        T.names[id],
      ),
    )
  return h(
    'nav',
    { class: 'parts', 'aria-label': T.list },
    ...(Object.keys(GROUPS) as (keyof typeof GROUPS)[]).map(group =>
      h('div', {}, h('h3', {}, T.groups[group]), h('ul', {}, ...AUDITS.filter(id => GROUPS[group].test(id)).map(item))),
    ),
  )
}

/** The service takes no more beside tasks. */
const OWN_BYTES_MAX = 4 * 2 ** 20

function ownPart(again: () => void): HTMLElement {
  const said = h('span', { role: 'status' }, own?.name ?? '')
  const take = async (file: File): Promise<void> => {
    try {
      if (file.size > OWN_BYTES_MAX) {
        said.textContent = T.ownLarge(file.name)
        return
      }
      const catalogue = jsonOf(await file.text()) as object
      // a text can be nested deeper than it can be written again
      JSON.stringify(catalogue)
      own = { name: file.name, catalogue, number: (own?.number ?? 0) + 1 }
      said.textContent = file.name
      again()
    } catch (error) {
      said.textContent = faultOfFile(file.name, error)
    }
  }
  const input = h('input', {
    type: 'file',
    id: 'catalogue',
    class: 'hidden',
    accept: '.json,application/json',
    onchange: () => {
      const [file] = input.files ?? []
      if (file !== undefined) void take(file)
    },
  })
  const form = transport().hasService ? h('a', { href: 'docs/methods/checks' }, T.ownForm) : null
  return h(
    'div',
    {},
    h('p', {}, T.ownLead, ' ', form),
    h('p', { class: 'actions' }, h('label', { class: 'button', for: 'catalogue' }, T.ownChoose, input), said),
  )
}

function resultOf(reply: AuditReply, id: AuditId, state: Kept, again: () => void, shell: Shell): HTMLElement[] {
  const { components = [], observations = [], custom_thresholds: own = {} } = reply.data
  const checks = (reply.data.checks ?? components).map(each =>
    Object.hasOwn(own, each.code) ? { ...each, hasOwnLimit: true } : each,
  )
  const inCards = new Set([...checks, ...observations].map(({ code }) => code))
  const others = reply.findings.filter(({ code }) => !inCards.has(code))
  return [
    h('p', { class: 'lead', ...ENGLISH }, plainWords(reply.summary)),
    ...cataloguePart(reply),
    h('dl', { class: 'figures' }, ...auditFigures(reply)),
    ...auditParts(reply, shell),
    ...(checks.length === 0 ? [] : [checksPart(checks, reply, id, state, again, shell)]),
    ...(observations.length === 0
      ? []
      : [h('section', {}, h('h3', {}, T.observations), cards(observations, new Map(), shell))]),
    ...(others.length === 0
      ? []
      : [h('section', {}, h('h3', {}, TEXT.overview.findings), ...others.map(each => findingItem(each, shell)))]),
  ]
}

/** Which rules these were: the same hash, the same conditions and limits. */
const cataloguePart = ({ data: { catalogue } }: AuditReply): HTMLElement[] =>
  catalogue === undefined
    ? []
    : [h('p', { class: 'note', ...ENGLISH }, `${catalogue.code}, ${catalogue.version}, SHA-256 ${catalogue.sha256}`)]

/** Beyond so many checks those that fail are shown first. */
const SEEN_AT_ONCE = 40

/** All checks, or those of one state; each state says how many it has. */
function checksPart(
  checks: readonly Check[],
  { findings, recommendations }: AuditReply,
  id: AuditId,
  { states, answers }: Kept,
  again: () => void,
  shell: Shell,
): HTMLElement {
  const found = new Map(findings.map(each => [each.code, each]))
  const known = Object.keys(TEXT.check.statuses).filter(state => checks.some(each => each.status === state))
  const first = checks.length > SEEN_AT_ONCE && known.includes('fail') ? 'fail' : ''
  const place = h('div')
  const buttons = h('div', { class: 'row', role: 'group', 'aria-label': T.show })
  /** What to do about it, and the answer to what only people know. */
  const more = (check: Check): HTMLElement =>
    h(
      'div',
      {},
      ...recommendations
        .filter(({ codes }) => codes.includes(check.code))
        .map(({ description }) => h('p', ENGLISH, plainWords(description))),
      answer(check),
    )
  const answer = (check: Check): HTMLElement | null => {
    if (check.status !== 'asked' && check.answer == null) return null
    const select = h(
      'select',
      {
        onchange: () => {
          const { [check.code]: _, ...others } = answers.get(id) ?? {}
          answers.set(id, select.value === '' ? others : { ...others, [check.code]: select.value })
          again()
        },
      },
      ...Object.entries(T.answers).map(([value, text]) =>
        h('option', { value, selected: value === (check.answer ?? '') }, text),
      ),
    )
    return h('label', { class: 'choice' }, h('span', {}, T.answer), select)
  }
  const show = (state: string): void => {
    states.set(id, state)
    const button = (each: string): HTMLElement => {
      const count = each === '' ? checks.length : checks.filter(({ status }) => status === each).length
      const name = each === '' ? T.all : TEXT.check.statuses[each as Check['status']]
      return h(
        'button',
        { type: 'button', class: 'button small', 'aria-pressed': String(each === state), onclick: () => show(each) },
        `${name} ${TEXT.number(count)}`,
      )
    }
    const isInside = buttons.contains(document.activeElement)
    buttons.replaceChildren(...['', ...known].map(button))
    if (isInside) buttons.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    const shown = state === '' ? checks : checks.filter(({ status }) => status === state)
    place.replaceChildren(shown.length === 0 ? h('p', { class: 'empty' }, T.none) : cards(shown, found, shell, more))
  }
  show(states.get(id) ?? first)
  return h('section', {}, h('h3', {}, T.checks), buttons, place)
}

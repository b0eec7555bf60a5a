/** Audits and catalogues of checks: a list at the side, and of the chosen one its score, its checks by their state, and what it has beside them. */
import { h } from '../dom/element.ts'
import type { LoadedFile, Shell } from '../loaded.ts'
import type { AuditReply } from '../schedule/audit-replies.ts'
import type { Check } from '../schedule/replies.ts'
import { AUDITS, type AuditId, OWN_CATALOGUE } from '../service/audit.ts'
import { Refused } from '../service/refused.ts'
import { transport } from '../service/transport.ts'
import { TEXT } from '../texts.ts'
import { auditFigures, auditParts } from './audit-parts.ts'
import { sentenceOf } from './failure.ts'
import { ENGLISH } from './language.ts'
import { findingItem } from './overview.ts'
import { cards } from './scorecard.ts'

const T = TEXT.audits

/** Stays with the file while the page is open. */
interface Kept {
  readonly replies: Map<AuditId, Promise<AuditReply>>
  readonly answers: Map<AuditId, Record<string, string>>
  /** State of the checks that are shown. */
  readonly states: Map<AuditId, string>
  /** The catalogue of the customer that was run. */
  ran?: object | undefined
}
const kept = new WeakMap<LoadedFile, Kept>()
/** The catalogue of a customer, for every file. */
let own: { readonly name: string; readonly catalogue: object } | undefined

const GROUPS = { own: /^\w+$/, public: /^catalogue:(?!own$)/, yours: /^catalogue:own$/ } as const satisfies Record<
  keyof typeof T.groups,
  RegExp
>

export function auditsView(loaded: LoadedFile, files: readonly LoadedFile[], shell: Shell): HTMLElement {
  const chosen = AUDITS.find(id => id === shell.part) ?? AUDITS[0]!
  const state: Kept = kept.get(loaded) ?? { replies: new Map(), answers: new Map(), states: new Map() }
  kept.set(loaded, state)
  const place = h('div', { class: 'audit', 'aria-live': 'polite' })
  const request = (): Promise<AuditReply> => {
    // another one was chosen, perhaps over another file
    if (chosen === OWN_CATALOGUE && state.ran !== own?.catalogue) state.replies.delete(chosen)
    if (chosen === OWN_CATALOGUE) state.ran = own?.catalogue
    let reply = state.replies.get(chosen)
    if (reply === undefined) {
      const answers = state.answers.get(chosen) ?? {}
      reply = shell.audit(loaded, { id: chosen, catalogue: own?.catalogue, answers })
      const asked = reply
      asked.catch(() => state.replies.get(chosen) === asked && state.replies.delete(chosen))
      state.replies.set(chosen, asked)
    }
    return reply
  }
  const again = (): void => {
    state.replies.delete(chosen)
    run()
  }
  /** An answer to an earlier question comes too late to be shown. */
  let turns = 0
  const head = (): HTMLElement[] => [
    h('h2', {}, T.names[chosen]),
    ...(chosen === OWN_CATALOGUE ? [ownPart(again, place)] : []),
  ]
  const run = (): void => {
    if (chosen === OWN_CATALOGUE && own === undefined) place.replaceChildren(...head())
    else if (chosen === 'history' && files.length < 2)
      place.replaceChildren(...head(), h('p', { class: 'empty' }, T.fewFiles))
    else {
      place.replaceChildren(...head(), h('p', { role: 'status', 'aria-busy': 'true' }, T.waiting))
      const turn = ++turns
      const show = (...parts: HTMLElement[]): void => {
        if (turn === turns) place.replaceChildren(...head(), ...parts)
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
    h('div', { class: 'audits' }, listOf(chosen, shell), place),
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
    places.length === 0 ? null : h('ul', ENGLISH, ...places.map(place => h('li', {}, place))),
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

function ownPart(again: () => void, place: HTMLElement): HTMLElement {
  const said = h('span', { role: 'status' }, own?.name ?? '')
  const take = async (file: File): Promise<void> => {
    try {
      if (file.size > OWN_BYTES_MAX) {
        said.textContent = T.ownLarge(file.name)
        return
      }
      const catalogue = JSON.parse(await file.text()) as object
      // a text can be nested deeper than it can be written again
      JSON.stringify(catalogue)
      own = { name: file.name, catalogue }
      again()
      place.querySelector('input')?.focus()
    } catch (error) {
      said.textContent = T.ownUnread(file.name, (error as Error).message)
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
  const { checks = reply.data.components ?? [], observations = [] } = reply.data
  const inCards = new Set([...checks, ...observations].map(({ code }) => code))
  const others = reply.findings.filter(({ code }) => !inCards.has(code))
  return [
    h('p', { class: 'lead', ...ENGLISH }, reply.summary),
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
        .map(({ description }) => h('p', ENGLISH, description)),
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

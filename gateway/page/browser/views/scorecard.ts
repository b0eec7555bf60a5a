/** The DCMA 14 points as cards that open. A state is shown by a word and a sign, never by colour alone. */
import { h } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import type { Check, Dcma14Data, Envelope, Finding } from '../schedule/replies.ts'
import { plainWords } from '../texts/plain-words.ts'
import { pointName, TEXT } from '../texts.ts'
import { amount, checkDetail, checkTasks, limitText } from './check-detail.ts'
import { ENGLISH } from './language.ts'

const SIGNS: Readonly<Record<Check['status'], string>> = {
  pass: '✓',
  fail: '✗',
  skipped: '–',
  not_applicable: '–',
  info: 'i',
  cannot: '–',
  asked: '?',
  withdrawn: '–',
}

export function scorecard(dcma: Envelope<Dcma14Data>, shell: Shell): HTMLElement {
  const findings = new Map(dcma.findings.map(each => [each.code, each]))
  const { passed, failed, skipped, checks } = dcma.data
  // why the grade is lower than the points would give
  const gate = dcma.findings.find(({ code }) => code.startsWith('GATE_'))
  return h(
    'section',
    {},
    h('h2', {}, TEXT.overview.dcma, dcma.grade === null ? null : h('span', { class: 'grade' }, dcma.grade)),
    h('p', { class: 'note' }, TEXT.overview.dcmaNote(passed, failed, skipped)),
    gate === undefined ? null : h('p', { class: 'note', ...ENGLISH }, plainWords(gate.description)),
    cards(checks, findings, shell),
  )
}

/** more: what else of a check is said where it is opened. */
export const cards = (
  checks: readonly Check[],
  findings: ReadonlyMap<string, Finding>,
  shell: Shell,
  more?: (check: Check) => HTMLElement | null,
): HTMLElement =>
  h(
    'div',
    { class: 'cards' },
    ...checks.map(check => card(check, checkTasks(check, findings.get(check.code), shell), shell, more)),
  )

/** Contracts and people name the checks of a catalogue by their ids. */
const isOfCatalogue = ({ metric, title, code }: Check): boolean => metric !== undefined && title !== code

function nameElement(check: Check): HTMLElement {
  const own = pointName(check)
  const title = own ?? check.title
  return h(
    'span',
    { class: 'name', ...(own === undefined ? ENGLISH : {}) },
    isOfCatalogue(check) ? `${check.code} ${title}` : title,
  )
}

/** tasks: the way to what it found, beside what opens, since a button has no place in a summary. */
function card(
  check: Check,
  tasks: HTMLElement | null,
  shell: Shell,
  more?: (check: Check) => HTMLElement | null,
): HTMLElement {
  const status = TEXT.check.statuses[check.status]
  const summary = h(
    'summary',
    {},
    h('span', { class: 'sign', 'aria-hidden': 'true' }, SIGNS[check.status]),
    nameElement(check),
    h('span', { class: 'value' }, amount(check.value, check.unit)),
    h('span', { class: 'limit' }, [status, limitText(check)].filter(text => text !== '').join(', ')),
  )
  const element = h('details', {}, summary)
  element.addEventListener('toggle', () => {
    if (element.open && element.children.length === 1) element.append(checkDetail(check, shell, more?.(check) ?? null))
  })
  return h('div', { class: `card ${check.status}` }, element, tasks)
}

/** What stands on the page before there is a file: how one comes in, and what the page may call. */
import { h } from '../dom/element.ts'
import type { Kept } from '../service/kept-files.ts'
import type { Keys, PageSettings } from '../service/key.ts'
import type { Language } from '../texts/languages.ts'
import { TEXT } from '../texts.ts'
import { fileInput } from './files.ts'
import { languageSelect } from './language.ts'

interface Intake {
  take(files: readonly File[]): void
  sample(): void
  /** Absent: the page has no service to fetch them from. */
  series?(): void
  /** Files that were open before; undefined: none are kept. */
  readonly kept: Promise<Kept | undefined>
  restore(kept: Kept): void
  forget(): Promise<unknown>
}

export function startView(settings: PageSettings, keys: Keys, intake: Intake): HTMLElement {
  const input = fileInput('file', files => intake.take(files))
  return h(
    'div',
    { class: 'start' },
    h('h1', {}, TEXT.start.heading),
    h(
      'section',
      { class: 'drop' },
      h('p', { class: 'lead' }, TEXT.start.lead),
      h(
        'p',
        { class: 'actions' },
        h('label', { class: 'button primary', for: 'file' }, TEXT.start.choose, input),
        h('button', { type: 'button', class: 'button', onclick: () => intake.sample() }, TEXT.start.sample),
        ...(intake.series === undefined
          ? []
          : [h('button', { type: 'button', class: 'button', onclick: () => intake.series?.() }, TEXT.start.series)]),
      ),
      h('p', { class: 'note' }, TEXT.start.drop),
    ),
    keptPart(intake),
    ...(settings.isOneFile ? filePart() : servicePart(settings, keys)),
  )
}

/** Which of the two this page is, and its language: at the top of every view. */
export const whereIt = (
  { base, isOneFile }: PageSettings,
  speak: (language: Language) => void,
  set: () => void,
): HTMLElement =>
  h(
    'div',
    { class: 'where' },
    isOneFile ? TEXT.where.file : TEXT.where.service(new URL(base).host),
    isOneFile ? null : h('a', { href: 'docs' }, TEXT.start.docs),
    languageSelect(speak),
    h('button', { type: 'button', class: 'button small', onclick: set }, TEXT.settings.open),
  )

const filePart = (): HTMLElement[] => [
  h('section', { class: 'access' }, h('h2', {}, TEXT.where.heading), ...TEXT.where.told.map(text => h('p', {}, text))),
]

function servicePart(settings: PageSettings, keys: Keys): HTMLElement[] {
  return [
    accessPart(settings, keys),
    h('p', { class: 'note' }, TEXT.start.privacy),
    h(
      'p',
      { class: 'note' },
      TEXT.where.offer,
      ' ',
      h('a', { href: 'sis.html', download: 'sis.html' }, TEXT.where.take),
    ),
    h(
      'p',
      { class: 'note' },
      h('a', { href: 'docs' }, TEXT.start.docs),
      ' · ',
      h('a', { href: 'docs/guide' }, TEXT.start.guide),
      ' · ',
      h('a', { href: 'docs/methods' }, TEXT.start.more),
    ),
  ]
}

/** The files of last time, to be opened again or forgotten. */
function keptPart({ kept, restore, forget }: Intake): HTMLElement {
  const element = h('section', { class: 'kept', hidden: true })
  void kept.then(known => {
    if (known === undefined) return
    const again = h('button', { type: 'button', class: 'button', onclick: () => restore(known) }, TEXT.start.again)
    const gone = (): void => void forget().then(() => element.remove())
    element.append(
      h('h2', {}, TEXT.start.kept),
      h('p', {}, known.files.map(({ name }) => name).join(', ')),
      h('p', { class: 'note' }, TEXT.start.keptNote),
      h(
        'p',
        { class: 'actions' },
        again,
        h('button', { type: 'button', class: 'button', onclick: gone }, TEXT.start.forget),
      ),
    )
    element.hidden = false
  })
  return element
}

/** What the page calls with, and a field for another key; used: called when one was entered. */
export function accessPart(settings: PageSettings, keys: Keys, used: () => void = () => {}): HTMLElement {
  const said = h('p', { role: 'status' })
  const input = h('input', { type: 'password', id: 'key', autocomplete: 'off', spellcheck: 'false' })
  const say = () => {
    const kind = TEXT.access.kinds[keys.kind](settings.localTier ?? '', settings.demoTasks, settings.demoCalls)
    said.textContent = keys.kind === 'playground' && keys.isOthers ? `${kind} ${TEXT.access.others}` : kind
    forget.hidden = keys.kind !== 'own'
  }
  const use = (text: string) => {
    keys.useOwn(text)
    input.value = ''
    say()
    used()
  }
  const forget = h('button', { type: 'button', class: 'button', onclick: () => use('') }, TEXT.access.forget)
  const form = h(
    'form',
    {
      class: 'key',
      onsubmit: event => {
        event.preventDefault()
        use(input.value.trim())
      },
    },
    h('label', { for: 'key' }, TEXT.access.own),
    input,
    h('button', { class: 'button' }, TEXT.access.use),
    forget,
  )
  say()
  void keys.prepare().then(say)
  return h('section', { class: 'access' }, h('h2', {}, TEXT.access.heading), said, form)
}

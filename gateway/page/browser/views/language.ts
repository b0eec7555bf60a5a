/** The language of the page: chosen in a small list, and what is English in every language, said once. */
import { h } from '../dom/element.ts'
import { LANGUAGES, type Language } from '../texts/languages.ts'
import { pointName, TEXT } from '../texts.ts'

export function languageSelect(choose: (language: Language) => void): HTMLElement {
  const option = ([language, name]: readonly [string, string]): HTMLElement =>
    h('option', { value: language, lang: language, selected: language === TEXT.counting.language }, name)
  const select = h(
    'select',
    { 'aria-label': TEXT.language, onchange: () => choose(select.value as Language) },
    ...Object.entries(LANGUAGES).map(option),
  )
  return select
}

/** Sentences of the engine are English in every language; they are marked so for those who hear the page. */
export const ENGLISH = { lang: 'en' } as const

/** The title of a check, of a finding or a pattern by it: in the language of the page where that has it. */
export function checkTitle(check: { readonly code: string; readonly title: string }, name = ''): HTMLElement {
  const own = pointName(check)
  return h('span', { class: name || undefined, ...(own === undefined ? ENGLISH : {}) }, own ?? check.title)
}

export const englishNote = (): HTMLElement | null =>
  TEXT.englishSentences === '' ? null : h('p', { class: 'note' }, TEXT.englishSentences)

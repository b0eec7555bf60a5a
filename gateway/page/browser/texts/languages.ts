/** The languages of the page: which there are, which is wanted, and the tables that were loaded. A table takes no more than this and what counts: English is not in its script. */
import type { Texts } from '../texts.ts'

/** Each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español', pt: 'Português' } as const
export type Language = keyof typeof LANGUAGES

/** Tables that were loaded, by their languages: scripts of their own put them there. */
const LOADED = 'sisTexts'
type Loaded = Partial<Record<Language, Texts>>
export const loadedTexts = (): Loaded => ((globalThis as { [LOADED]?: Loaded })[LOADED] ??= {})

export function offerTexts(language: Exclude<Language, 'en'>, texts: Texts): void {
  loadedTexts()[language] = texts
}

const KEPT = 'language'

/** What was chosen on this machine, else what the browser prefers of what there is. */
export function wantedLanguage(): Language {
  const isKnown = (each: string | null | undefined): each is Language => each != null && Object.hasOwn(LANGUAGES, each)
  let kept: string | null = null
  try {
    kept = localStorage.getItem(KEPT)
  } catch {} // this browser keeps nothing
  return isKnown(kept) ? kept : (navigator.languages.map(each => each.split('-')[0]).find(isKnown) ?? 'en')
}

export function keepLanguage(language: Language): void {
  try {
    localStorage.setItem(KEPT, language)
  } catch {} // as above
}

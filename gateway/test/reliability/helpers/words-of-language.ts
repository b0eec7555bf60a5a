/** What of the page is still English where another language is shown: its fixed texts, found by the tables of both. */

import type { Language } from '../../../page/browser/texts/languages.ts'
import { TEXT, type Texts } from '../../../page/browser/texts.ts'
import { BUNDLES_OF_TEXTS } from '../../../page/bundle.ts'

type Other = Exclude<Language, 'en'>
export const OTHERS = Object.keys(BUNDLES_OF_TEXTS) as Other[]

/** Tables register themselves when they are loaded, as in the page. */
export async function tableOf(language: Other): Promise<Texts> {
  await import(`../../../page/browser/texts/${language}.ts`)
  return (globalThis as unknown as { sisTexts: Record<string, Texts> }).sisTexts[language]!
}

function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) yield* leaves(each)
}

/** English texts that are none of the other language. */
export function englishOnly(other: Texts): string[] {
  const { counting: _, ...english } = TEXT
  const theirs = new Set(leaves(other))
  return [...new Set(leaves(english))].filter(text => /[a-z]{3}/i.test(text) && !theirs.has(text))
}

/** Texts and names of the page that are in the list, outside of what is marked as English; and those with a value that was missing. */
export const leftIn = (list: readonly string[]): string => `(() => {
  const english = new Set(${JSON.stringify(list)})
  const found = []
  const note = (text, element) => {
    const plain = text.trim()
    if (element.closest('[lang=en], script, style') !== null) return
    if (english.has(plain) || /\\b(?:undefined|NaN|null)\\b|\\[object/.test(plain)) found.push(plain)
  }
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) note(walk.currentNode.data, walk.currentNode.parentElement)
  for (const name of ['aria-label', 'title', 'placeholder'])
    for (const element of document.querySelectorAll('[' + name + ']')) note(element.getAttribute(name), element)
  return [...new Set(found)]
})()`

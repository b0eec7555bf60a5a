/** The button that opens all activities which something names as a filter of their table. */
import { h } from '../dom/element.ts'
import type { Shell } from '../loaded.ts'
import { TEXT } from '../texts.ts'

interface Named {
  readonly ids: readonly string[]
  /** What the service found, where its list is cut. */
  readonly count?: number
}

/** An element of its own beside what names them, since a button has no place within another. */
export function openActivities(title: string, { ids, count }: Named, shell: Shell): HTMLElement {
  const open = (): void => shell.show({ only: { title, ids } })
  const different = new Set(ids).size
  const button = h('button', { type: 'button', class: 'link open', onclick: open }, TEXT.activities.open(different))
  return count === undefined || count <= different
    ? button
    : h('span', {}, button, ` ${TEXT.activities.foundInAll(count)}`)
}

/** A text that opens the activities behind it. */
export function opening(text: string, title: string, ids: readonly string[], shell: Shell): HTMLElement {
  const name = `${text}: ${TEXT.activities.showIn(title, new Set(ids).size)}`
  const open = (): void => shell.show({ only: { title, ids } })
  return h('button', { type: 'button', class: 'link', 'aria-label': name, onclick: open }, text)
}

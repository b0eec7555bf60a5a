/** Keys of every view, where nothing is typed. */
import { VIEWS, type View } from './place.ts'

interface KeyListener {
  /** Whether there is such a view now. */
  has(view: View): boolean
  chosen(view: View): void
  searches(): void
  opensSettings(): void
}

export function listenForKeys(listener: KeyListener): void {
  document.addEventListener('keydown', event => {
    const { target, key, ctrlKey, metaKey, altKey } = event
    const isTyped = target instanceof HTMLElement && /^(?:INPUT|SELECT|TEXTAREA)$/.test(target.tagName)
    if (isTyped || ctrlKey || metaKey || altKey || document.querySelector('dialog[open]') !== null) return
    const view = VIEWS[Number(key) - 1]
    if (key === '?') listener.opensSettings()
    else if (key === '/' && listener.has('activities')) listener.searches()
    else if (view !== undefined && listener.has(view)) listener.chosen(view)
    else return
    event.preventDefault()
  })
}

/** Ctrl+Z takes a tried change back; with Shift, or as Ctrl+Y, it comes again. */
export function undoByKey(event: KeyboardEvent, changes: { undo(): void; redo(): void }): void {
  const key = event.key.toLowerCase()
  if (!(event.ctrlKey || event.metaKey) || (key !== 'z' && key !== 'y')) return
  const { target } = event
  // what is typed is taken back by the browser
  if (target instanceof HTMLInputElement && target.value !== target.defaultValue) return
  event.preventDefault()
  if (key === 'y' || event.shiftKey) changes.redo()
  else changes.undo()
}

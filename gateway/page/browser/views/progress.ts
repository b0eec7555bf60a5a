/** How far a file is: sent, waiting, computed, fetched. */
import { h } from '../dom/element.ts'
import type { Progress } from '../service/messages.ts'
import { TEXT } from '../texts.ts'

export class ProgressView {
  readonly element: HTMLElement
  readonly #bar = h('progress', { max: 1, 'aria-labelledby': 'progress-stage' })
  readonly #stage = h('p', { id: 'progress-stage', role: 'status' })
  readonly #cancel = h('button', { type: 'button', class: 'button' }, TEXT.progress.cancel)

  constructor(name: string) {
    this.element = h(
      'div',
      { class: 'start' },
      h('h1', {}, TEXT.progress.heading(name)),
      h('section', { class: 'drop' }, this.#stage, this.#bar, h('p', {}, this.#cancel)),
    )
    this.show({ stage: 'upload', part: 0 })
  }

  whenCancelled(cancel: () => void): void {
    this.#cancel.addEventListener('click', cancel, { once: true })
  }

  show({ stage, part, queuePosition = 0 }: Progress): void {
    if (part === null) this.#bar.removeAttribute('value')
    else this.#bar.value = part
    const text = TEXT.progress.stages[stage](queuePosition)
    if (this.#stage.textContent !== text) this.#stage.textContent = text
  }
}

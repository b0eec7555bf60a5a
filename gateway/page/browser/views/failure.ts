/** Why a file was not analysed, in words, with the places of its faults. */
import { h } from '../dom/element.ts'
import type { Failure } from '../service/messages.ts'
import { TEXT } from '../texts.ts'

function sentenceOf({ code, sentence, places }: Failure): string {
  if (code === 'json_syntax') return `${TEXT.failure.json_syntax} ${sentence}`
  if (sentence !== '') return sentence
  return TEXT.failure.byCode[code] ?? (places.length > 0 ? TEXT.failure.byCode.validation! : TEXT.failure.unknown(code))
}

export function failureView(name: string, failure: Failure, again: () => void): HTMLElement {
  return h(
    'div',
    { class: 'start' },
    h('h1', {}, TEXT.failure.heading(name)),
    h(
      'section',
      { class: 'drop', role: 'alert' },
      h('p', { class: 'lead' }, sentenceOf(failure)),
      failure.places.length === 0 ? null : h('ul', {}, ...failure.places.map(place => h('li', {}, place))),
      h('p', {}, h('button', { type: 'button', class: 'button primary', onclick: again }, TEXT.failure.again)),
    ),
  )
}

/** Why a file was not analysed, in words, with the places of its faults. */
import { h } from '../dom/element.ts'
import type { Failure } from '../service/messages.ts'
import { Refused } from '../service/refused.ts'
import { TEXT, wordOf } from '../texts.ts'

/** What the service calls a file that came in a form. */
const FORM_PART = /^The part "\w+"/

/** In words why something came to nothing. */
export const sentenceOf = (error: unknown): string =>
  sentenceOfFailure(error instanceof Refused ? error.failure : { code: 'page', sentence: '', places: [] })

function sentenceOfFailure({ code, sentence, places }: Failure): string {
  const ours = wordOf(TEXT.failure.instead, code)
  if (ours !== undefined) return ours
  if (code === 'json_syntax') return `${TEXT.failure.json_syntax} ${sentence}`
  if (sentence !== '') return sentence.replace(FORM_PART, TEXT.failure.file)
  const { byCode, unknown } = TEXT.failure
  return wordOf(byCode, code) ?? (places.length > 0 ? byCode.validation : unknown(code))
}

interface WayOn {
  again(): void
  /** Other files are open. */
  readonly hasOthers: boolean
}

export function failureView(heading: string, failure: Failure, { again, hasOthers }: WayOn): HTMLElement {
  const T = TEXT.failure
  return h(
    'div',
    { class: 'start' },
    h('h1', {}, heading),
    h(
      'section',
      { class: 'drop', role: 'alert' },
      h('p', { class: 'lead' }, sentenceOfFailure(failure)),
      failure.places.length === 0 ? null : h('ul', {}, ...failure.places.map(place => h('li', {}, place))),
      h(
        'p',
        {},
        h('button', { type: 'button', class: 'button primary', onclick: again }, hasOthers ? T.goOn : T.again),
      ),
    ),
  )
}

/** Why a file was not analysed, in words, with the places of its faults. */
import { h } from '../dom/element.ts'
import type { Failure, Misplaced } from '../service/messages.ts'
import { Refused } from '../service/refused.ts'
import { TEXT, wordOf } from '../texts.ts'

/** What the service calls a file that came in a form. */
const FORM_PART = /^The part "\w+"/

/** In words why something came to nothing. */
export const sentenceOf = (error: unknown): string =>
  sentenceOfFailure(error instanceof Refused ? error.failure : { code: 'page', sentence: '', places: [] })

function sentenceOfFailure({ code, sentence, places, at }: Failure): string {
  const ours = wordOf(TEXT.failure.instead, code)
  if (ours !== undefined) return ours
  if (at !== undefined) return misplacedText(TEXT.failure.file, at)
  if (sentence !== '') return sentence.replace(FORM_PART, TEXT.failure.file)
  const { byCode, unknown } = TEXT.failure
  return wordOf(byCode, code) ?? (places.length > 0 ? byCode.validation : unknown(code))
}

/** Why a file that a person chose could not be read as JSON. */
export function faultOfFile(name: string, error: unknown): string {
  if (error instanceof Refused && error.failure.at !== undefined) return misplacedText(name, error.failure.at)
  return error instanceof RangeError ? TEXT.failure.tooDeep(name) : TEXT.failure.byCode.unreadable
}

/** file: what it is of, as a sentence begins with it. */
const misplacedText = (file: string, { line, column, found }: Misplaced): string =>
  found === '' ? TEXT.failure.jsonEnds(file, line, column) : TEXT.failure.jsonBroken(file, line, column, found)

/** Of a job. */
const TOOK_TOO_LONG = 'timeout'

interface WayOn {
  again(): void
  /** The same once more; absent: it would end as it did. */
  readonly retry?: (() => void) | undefined
  /** Other files are open. */
  readonly hasOthers: boolean
  /** Where the key is what stands in the way: which one it is, and a field for another. */
  readonly access: HTMLElement | undefined
}

export function failureView(
  heading: string,
  failure: Failure,
  { again, retry, hasOthers, access }: WayOn,
): HTMLElement {
  const T = TEXT.failure
  return h(
    'div',
    { class: 'start' },
    h('h1', {}, heading),
    h(
      'section',
      { class: 'drop', role: 'alert' },
      h('p', { class: 'lead' }, access === undefined ? sentenceOfFailure(failure) : T.noKey),
      failure.places.length === 0 ? null : h('ul', {}, ...failure.places.map(place => h('li', {}, place))),
      failure.code === TOOK_TOO_LONG ? h('p', {}, T.busy) : null,
      h(
        'p',
        { class: 'actions' },
        retry === undefined ? null : h('button', { type: 'button', class: 'button primary', onclick: retry }, T.retry),
        h(
          'button',
          { type: 'button', class: retry === undefined ? 'button primary' : 'button', onclick: again },
          hasOthers ? T.goOn : T.again,
        ),
      ),
    ),
    access ?? null,
  )
}

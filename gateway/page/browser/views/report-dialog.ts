/** The drawer that asks what a report to sign is, and what stands on its cover; what was entered is there the next time. */
import { type Child, h } from '../dom/element.ts'
import { keepUnder, keptUnder } from '../dom/kept.ts'
import type { Shell } from '../loaded.ts'
import { Refused } from '../service/refused.ts'
import {
  COVER_FIELDS,
  FORMS,
  KINDS,
  PAPERS,
  type ReportAsked,
  type ReportForm,
  SECTIONS,
} from '../service/signed-report.ts'
import { TEXT } from '../texts.ts'
import { sentenceOf } from './failure.ts'

const KEY = 'sis.report'
const LOGO_BYTES_MAX = 290_000

const labelled = (title: string, field: Child): HTMLElement => h('label', {}, h('span', {}, title), field)

function choice<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
  chosen: Value | undefined,
) {
  const select = h(
    'select',
    {},
    ...values.map(value => h('option', { value, selected: value === chosen }, words[value])),
  )
  return { select, value: (): Value => values[select.selectedIndex]! }
}

const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })

export function openReport(shell: Shell): void {
  if (document.querySelector('dialog') !== null) return
  const T = TEXT.report
  const kept = keptUnder<ReportAsked>(KEY)
  const kind = choice(KINDS, T.kinds, kept.kind)
  const form = choice(Object.keys(FORMS) as ReportForm[], T.forms, kept.form)
  const paper = choice(PAPERS, T.papers, kept.paper)
  const day = (value: string | undefined) => h('input', { type: 'date', value: value ?? '' })
  const contractDate = day(kept.completionDate)
  const fields = COVER_FIELDS.map(name => {
    const value = kept.cover?.[name]
    const input =
      name === 'report_date' ? day(value) : h('input', { type: 'text', maxlength: 200, value: value ?? '', name })
    return { name, input }
  })
  const sections = SECTIONS.map(name => {
    const checked = kept.leftOut?.includes(name) !== true
    return { name, input: h('input', { type: 'checkbox', checked, name: `section-${name}` }) }
  })
  const logo = h('input', { type: 'file', accept: 'image/png,image/jpeg' })
  const said = h('p', { role: 'status', class: 'note' })
  const make = h('button', { type: 'submit', class: 'button primary' }, T.make)
  const giveUp = new AbortController()

  const asked = async (): Promise<ReportAsked> => {
    const texts = fields.map(({ name, input }) => [name, input.value.trim()]).filter(([, value]) => value !== '')
    const file = logo.files?.[0]
    const picture = file === undefined ? kept.cover?.logo : await dataUrl(file)
    const cover = { ...Object.fromEntries(texts), ...(picture === undefined ? {} : { logo: picture }) }
    const leftOut = sections.filter(({ input }) => !input.checked).map(({ name }) => name)
    const completionDate = contractDate.value
    return { kind: kind.value(), form: form.value(), paper: paper.value(), cover, completionDate, leftOut }
  }
  const making = async (): Promise<string> => {
    if ((logo.files?.[0]?.size ?? 0) > LOGO_BYTES_MAX) return T.logoTooLarge
    said.textContent = T.making
    const request = await asked()
    keepUnder(KEY, request)
    await shell.report(request, giveUp.signal)
    return T.made
  }
  const submitted = async (event: Event): Promise<void> => {
    event.preventDefault()
    make.disabled = true
    try {
      said.textContent = await making()
    } catch (error) {
      const places = error instanceof Refused ? error.failure.places : []
      said.textContent = T.failed([sentenceOf(error), ...places].join(' '))
    }
    make.disabled = false
  }
  const closed = (): void => {
    giveUp.abort()
    dialog.remove()
  }
  const dialog = h(
    'dialog',
    { class: 'settings report', 'aria-labelledby': 'report-heading', onclose: closed },
    h('h2', { id: 'report-heading' }, T.heading),
    h('p', { class: 'note' }, T.note),
    h(
      'form',
      { onsubmit: event => void submitted(event) },
      labelled(T.kind, kind.select),
      labelled(T.form, form.select),
      labelled(T.paper, paper.select),
      labelled(T.contractDate, contractDate),
      h(
        'p',
        { class: 'actions' },
        make,
        h('button', { type: 'button', class: 'button', onclick: () => dialog.close() }, TEXT.settings.close),
      ),
      said,
      h('h3', {}, T.sectionsHeading),
      ...sections.map(({ name, input }) => h('label', { class: 'box' }, input, h('span', {}, T.sections[name]))),
      h('h3', {}, T.cover),
      ...fields.map(({ name, input }) => labelled(T.fields[name], input)),
      labelled(T.logo, logo),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
  make.focus()
}

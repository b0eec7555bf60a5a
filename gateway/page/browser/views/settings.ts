/** The drawer with the settings and the map of keys. */
import { h, table } from '../dom/element.ts'
import { CRITICAL_BY, NONE_SET, set, settings } from '../settings.ts'
import { TEXT } from '../texts.ts'

/** changed: what is shown has to be drawn anew. */
export function openSettings(changed: () => void): void {
  if (document.querySelector('dialog.settings') !== null) return
  const T = TEXT.settings
  const { criticalBy, nearDays } = settings()
  const by = h(
    'select',
    {
      onchange: () => {
        set({ criticalBy: CRITICAL_BY.find(each => each === by.value)! })
        changed()
      },
    },
    ...CRITICAL_BY.map(each => h('option', { value: each, selected: each === criticalBy }, T.by[each])),
  )
  const near = h('input', {
    type: 'number',
    min: 0,
    step: 'any',
    value: nearDays ?? '',
    onchange: () => {
      const days = Number(near.value)
      set({ nearDays: near.value === '' || !(days >= 0) ? undefined : days })
      changed()
    },
  })
  const back = (): void => {
    set(NONE_SET)
    by.value = NONE_SET.criticalBy
    near.value = ''
    changed()
  }
  const dialog = h(
    'dialog',
    { class: 'settings', 'aria-labelledby': 'settings-heading', onclose: () => dialog.remove() },
    h('h2', { id: 'settings-heading' }, T.heading),
    h('p', { class: 'note' }, T.note),
    h('label', {}, h('span', {}, T.criticalBy), by),
    h('label', {}, h('span', {}, T.nearDays), near),
    h('h3', {}, T.keys),
    table(
      T.keys,
      [],
      T.keyList.map(([keys, does]) => [h('kbd', {}, keys), does]),
    ),
    h(
      'p',
      { class: 'actions' },
      h('button', { type: 'button', class: 'button primary', onclick: () => dialog.close() }, T.close),
      h('button', { type: 'button', class: 'button', onclick: back }, T.back),
    ),
  )
  document.body.append(dialog)
  dialog.showModal()
}

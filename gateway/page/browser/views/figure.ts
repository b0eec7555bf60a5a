/** A figure of a headline with its name and a note below it. */
import { h } from '../dom/element.ts'
import { TEXT } from '../texts.ts'

/** Hundredths of a day are some minutes. */
export const signed = (days: number): string => `${days > 0 ? '+' : ''}${TEXT.number(Math.round(days * 100) / 100)}`

export const figure = (name: string, value: string | Node, note = '', id?: string): HTMLElement =>
  h(
    'div',
    { class: 'figure', id },
    h('dt', {}, name),
    h('dd', { class: 'large' }, value === '' ? '–' : value),
    note === '' ? null : h('dd', { class: 'note' }, note),
  )

/** Elements by a function instead of markup: what comes from a schedule is text everywhere, never HTML. */
import { straight } from '../../../../shared/contract/schedule/text.ts'

export type Child = Node | string | null | undefined
type Value = string | number | boolean | undefined | ((event: Event) => void)

/** Attributes by their names; a function listens to the event of its name without "on". undefined and false: absent. */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Value>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value)
    else if (value === true) element.setAttribute(name, '')
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value))
  }
  appendTo(element, attributes.lang === undefined ? children : children.flatMap(withWholeDates))
  return element
}

const DATE = /([1-9]\d{3}-\d\d-\d\d)/

/** Sentences of the engine have dates with hyphens, at which a browser would break the line. */
function withWholeDates(child: Child): readonly Child[] {
  if (typeof child !== 'string' || !DATE.test(child)) return [child]
  return straight(child)
    .split(DATE)
    .map((part, n) => (n % 2 === 1 ? h('span', { class: 'whole' }, part) : part))
}

/** Names are within sentences and labels; none turns round what follows it. */
function appendTo(element: Element, children: readonly Child[]): void {
  for (const child of children)
    if (child !== null && child !== undefined) element.append(typeof child === 'string' ? straight(child) : child)
}

const SVG = 'http://www.w3.org/2000/svg'

export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: Child[]
): SVGElement {
  const element = document.createElementNS(SVG, tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value))
  appendTo(element, children)
  return element
}

/** A table with a head; a cell may be an element. On a telephone, tables in an element of the class stacks show the head of each cell beside it. */
export function table(
  caption: string,
  head: readonly string[],
  rows: readonly (readonly Child[])[],
  numeric: readonly number[] = [],
): HTMLElement {
  const of = (column: number): string | undefined => (numeric.includes(column) ? 'number' : undefined)
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
    h(
      'table',
      {},
      h('thead', {}, h('tr', {}, ...head.map((text, i) => h('th', { scope: 'col', class: of(i) }, text)))),
      h(
        'tbody',
        {},
        ...rows.map(cells =>
          h('tr', {}, ...cells.map((cell, i) => h('td', { class: of(i), 'data-head': head[i] || undefined }, cell))),
        ),
      ),
    ),
  )
}

/**
 * Colours of the chart from the style sheet, so that light, dark and print have their own. Hues are those of Okabe and Ito, which people
 * with any form of colour blindness distinguish; what is critical also has a line below it, so that no colour says it alone.
 */
const COLOURS = [
  'text',
  'muted',
  'page',
  'raised',
  'line',
  'weekend',
  'bar',
  'done',
  'critical',
  'float',
  'baseline',
  'data-date',
  'chosen',
  'marked',
  'accent',
] as const
export type Palette = Readonly<Record<(typeof COLOURS)[number], string>>

export function readPalette(element: Element): Palette {
  const style = getComputedStyle(element)
  return Object.fromEntries(COLOURS.map(name => [name, style.getPropertyValue(`--${name}`).trim()])) as Palette
}

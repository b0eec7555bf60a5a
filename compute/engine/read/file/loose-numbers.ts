/** Numbers with groups and a decimal mark: "1.204,5" and "1,204.5" leave no doubt, whatever country wrote them. NaN = no number, or a doubt. */

const PLAIN_NUMBER = /^[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?$/i
/** Groups of three behind a first one that does not begin with 0. */
const GROUPED = /^([-+]?[1-9]\d{0,2}(?:([.,' \u00a0\u202f])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/

/** `text` has no blanks around it. "1,5" is a decimal; "1,204" alone may be either, so it is none here. */
export function looseNumber(text: string): number {
  if (PLAIN_NUMBER.test(text)) return finite(Number(text))
  if (/^[-+]?\d*,(?:\d{1,2}|\d{4,})$/.test(text)) return finite(Number(text.replace(',', '.')))
  const grouped = GROUPED.exec(text)
  if (grouped === null) return Number.NaN
  const [, whole = '', group = '', decimal, places = ''] = grouped
  if (decimal === group) return Number.NaN
  const groups = whole.split(group).length - 1
  // one group of three and no decimals: "1.204" or "1,204" says nothing of which mark it is
  if (groups === 1 && decimal === undefined && (group === '.' || group === ',')) return Number.NaN
  return finite(Number(`${whole.replaceAll(group, '')}.${places || '0'}`))
}

const finite = (value: number): number => (Number.isFinite(value) ? value : Number.NaN)

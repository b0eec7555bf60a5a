/** JSON of a value with the members of every object in the order of code units: equal values give equal text. */

/** A text that is printed as it is, in contrast to a value. */
class Literal {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const COMMA = new Literal(',')
const CLOSE_ARRAY = new Literal(']')
const CLOSE_OBJECT = new Literal('}')

/** Members that are null or undefined are left out, as null equals absent. Iterative: depth is the caller's. */
export function canonicalJson(value: unknown): string {
  let text = ''
  const lists = new Map<readonly unknown[], string>()
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (next instanceof Literal) text += next.text
    else if (Array.isArray(next)) {
      let list = lists.get(next)
      if (list === undefined && isOfPairs(next)) lists.set(next, (list = JSON.stringify(next)))
      if (list !== undefined) {
        text += list
        continue
      }
      text += '['
      waiting.push(CLOSE_ARRAY)
      for (let i = next.length - 1; i >= 0; i--) waiting.push(next[i] ?? null, ...(i > 0 ? [COMMA] : []))
    } else if (typeof next === 'object' && next !== null) {
      const members = next as Record<string, unknown>
      const names = Object.keys(members).filter(name => members[name] !== null && members[name] !== undefined)
      text += '{'
      waiting.push(CLOSE_OBJECT)
      names
        .sort()
        .toReversed()
        .forEach((name, i) => {
          const isFirst = i === names.length - 1
          waiting.push(members[name], new Literal(`${isFirst ? '' : ','}${JSON.stringify(name)}:`))
        })
    } else text += JSON.stringify(next) ?? 'null'
  }
  return text
}

/** Pairs of texts, as shifts are: they need no sorting, and thousands of exceptions may share one list of them. */
const isOfPairs = (list: readonly unknown[]): boolean =>
  list.length > 0 &&
  list.every(
    pair => Array.isArray(pair) && pair.length === 2 && typeof pair[0] === 'string' && typeof pair[1] === 'string',
  )

/** Text that a person wrote, read as JSON: where it is none, line and column of the first thing that does not belong there, and that thing itself. Browsers word this each in its own way. */
import type { Misplaced } from './messages.ts'
import { Refused } from './refused.ts'

/** Throws Refused. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused({ code: 'json_syntax', sentence: '', places: [], at: misplacedIn(text) })
  }
}

const BLANKS = /[\t\n\r ]*/y
const STRING = /"[ !#-[\]-\uffff]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[ !#-[\]-\uffff]*)*"/y
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?|true|false|null)(?![\w.+-])/y
/** What is shown of it: a text to its end, else a word or a sign. */
const SHOWN = /"[^"\n]*"?|[\w.+-]+|./uy
const SHOWN_MAX = 30

const after = (pattern: RegExp, text: string, at: number): number => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : -1
}

/** What may stand at a place: a value, one or the end of its list, the name of a member, one or the end of its object, the colon behind it, or what goes on after a value. */
type Wanted = 'value' | 'item' | 'name' | 'member' | 'colon' | 'next'

/** text is no JSON. */
function misplacedIn(text: string): Misplaced {
  const closing: ('}' | ']')[] = []
  let wanted: Wanted = 'value'
  let at = after(BLANKS, text, 0)
  for (;;) {
    const sign = text[at]
    let end = -1
    if (wanted === 'colon') {
      if (sign === ':') [end, wanted] = [at + 1, 'value']
    } else if (wanted === 'next') {
      const close = closing.at(-1)
      if (close !== undefined && sign === ',') [end, wanted] = [at + 1, close === '}' ? 'name' : 'value']
      else if (close !== undefined && sign === close) {
        closing.pop()
        end = at + 1
      }
    } else if ((wanted === 'item' || wanted === 'member') && sign === closing.at(-1)) {
      closing.pop()
      ;[end, wanted] = [at + 1, 'next']
    } else if (wanted === 'name' || wanted === 'member') {
      ;[end, wanted] = [after(STRING, text, at), 'colon']
    } else if (sign === '{' || sign === '[') {
      closing.push(sign === '{' ? '}' : ']')
      ;[end, wanted] = [at + 1, sign === '{' ? 'member' : 'item']
    } else {
      ;[end, wanted] = [after(sign === '"' ? STRING : PLAIN, text, at), 'next']
    }
    if (end < 0 || at >= text.length) break
    at = after(BLANKS, text, end)
  }
  SHOWN.lastIndex = at
  const found = SHOWN.exec(text)?.[0] ?? ''
  const before = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: before.length, column: before.at(-1)!.length + 1, found: [...found].slice(0, SHOWN_MAX).join('') }
}

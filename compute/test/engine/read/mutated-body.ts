/** JSON text with one or more of its tokens changed, so that most of a body stays plain: what no clean body has, here and there. */
import { between, pick, type Random } from '../../helpers/random.ts'

const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null|[[\]{},:]/g

const ODD_TOKENS = [
  'null', 'true', 'false', '0', '-0', '007', '1.', '.5', '-', '1e5', '1E-2', '1e400', '-1', '101', '12345678901234567890',
  '0.30000000000000004', '123456789012345.6', '""', '" "', '"\\u0020"', '"\\ud83d\\ude00"', '"\\ud800"', '"\\u00e9 \\/ \\n\\t\\b\\f\\r"', '"\\x"', '"\\u12g4"',
  '"\u0001"', '"2026-02-29"', '"2024-02-29"', '"2026-03-02T08:30"', '"2026-03-02 24:00"', '"2026-03-02x"', '"1899-12-31"', '"2501-01-01"',
  '"Start No Earlier Than"', '"TT_Mile"', '"\u00a0Crew 1\u2003"', '"\u3000"', '[]', '{}', '[1]', '["a","a"," a "]', '[["a"]]', '[{"a":[{}]}]', '{"a":1}',
  '{"float_rationale":"x","a":{"b":[1,2]}}', '{"float_justification":null,"float_rationale":""}', '{"\\u0066loat_rationale":1}',
  '"id"', '"name"', '"resource"', '"resources"', '"\\u0069d"', '"unheard_of"', '"__proto__"', '[', ']', '{', '}', ',', ':', '', 'nul', 'truex', '\u0000', '\u00e9',
] // biome-ignore format: a table

/** Deeper than a body may be nested, and nearly so. */
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`

const BLANKS = [' ', '\n', '\r\n\t', '                 ', '\n        ', '\u000b', '\u00a0']

export function mutated(rnd: Random, text: string, changes: number): string {
  let out = text
  for (let change = 0; change < changes; change++) {
    TOKEN.lastIndex = between(rnd, 0, out.length - 1)
    const found = TOKEN.exec(out)
    if (found === null) continue
    const from = found.index
    const to = from + found[0].length
    out = out.slice(0, from) + changed(rnd, found[0], out, to) + out.slice(to)
  }
  return out
}

function changed(rnd: Random, token: string, text: string, to: number): string {
  switch (between(rnd, 0, 9)) {
    case 0:
      return ''
    case 1:
      return token + pick(rnd, BLANKS)
    case 2:
      return pick(rnd, BLANKS) + token
    case 3:
      return token.startsWith('"') ? escapedSomewhere(rnd, token) : pick(rnd, ODD_TOKENS)
    case 4:
      // what comes next, once more
      return token + text.slice(to, to + between(rnd, 1, 80)) + token
    case 5:
      return nested(pick(rnd, [3, 31, 32, 33, 61, 62, 63, 70]))
    case 6:
      return token.startsWith('"') ? `"${'long '.repeat(between(rnd, 1, 60))}"` : token
    default:
      return pick(rnd, ODD_TOKENS)
  }
}

function escapedSomewhere(rnd: Random, token: string): string {
  if (token.length < 3) return token
  const at = between(rnd, 1, token.length - 2)
  const code = token.charCodeAt(at).toString(16).padStart(4, '0')
  return `${token.slice(0, at)}\\u${code}${token.slice(at + 1)}`
}

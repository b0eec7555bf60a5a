/** custom_field_map: all that is read of it is whether it gives a reason for float. */
import { NameTable } from './name-table.ts'
import { END, NULL, STRING, type Tokens, UNDECLARED } from './tokens.ts'

/** The members of custom_field_map that count as a reason for float. */
export const FLOAT_REASONS: readonly string[] = ['float_rationale', 'float_justification']
const RATIONALE_NAMES = new NameTable(FLOAT_REASONS)

/** Whether one of them has a value that is neither null nor empty; the object stands at `at`. */
export function hasFloatRationale(tokens: Tokens, at: number): boolean {
  // bit n: name n has such a value
  let given = 0
  tokens.pos = at
  tokens.next()
  RATIONALE_NAMES.begin()
  for (let index = 0; ; index++) {
    const name = tokens.field(index, RATIONALE_NAMES)
    if (name === END) break
    const kind = tokens.next()
    if (name !== UNDECLARED) {
      const isEmpty = kind === NULL || (kind === STRING && tokens.start === tokens.end)
      given = isEmpty ? given & ~(1 << name) : given | (1 << name)
    }
    tokens.skip(kind)
  }
  return given !== 0
}

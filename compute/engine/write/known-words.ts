/** Texts that results repeat, as bytes that are made once per process: names of members, labels of columns. */
import { type Words, wordsOf } from './byte-sink.ts'

/** What this program calls its members and labels is far fewer; what a request names is written all the same. */
const KNOWN_MAX = 5_000
const encoder = new TextEncoder()

/** What `make` gives, kept by the text it was made of. */
export function kept<Made>(make: (text: string) => Made): (text: string) => Made {
  const known = new Map<string, Made>()
  return text => {
    const found = known.get(text)
    if (found !== undefined) return found
    const made = make(text)
    if (known.size < KNOWN_MAX) known.set(text, made)
    return made
  }
}

const words = (text: string): Words => wordsOf(encoder.encode(text))

/** The text as it stands. */
export const knownWords = kept(words)

/** A label as JSON. */
export const labelWords = kept(label => words(JSON.stringify(label)))

/** What stands before a cell: `{"id":` and `,"id":`. */
export const openingKey = kept(name => `{${JSON.stringify(name)}:`)
export const nextKey = kept(name => `,${JSON.stringify(name)}:`)

interface Member {
  readonly name: string
  readonly first: Words
  readonly next: Words
  /** The member that was written after it last: mostly the next one too, which is found without a look at the text. */
  after: Member | undefined
}

const memberOf = kept(
  (name): Member => ({ name, first: words(`${JSON.stringify(name)}:`), next: words(nextKey(name)), after: undefined }),
)
let last = memberOf('')

/** What stands before the value of a member: `"id":`, or `,"id":` where it is not the first. */
export function memberWords(name: string, isFirst: boolean): Words {
  const before = last
  if (before.after?.name !== name) before.after = memberOf(name)
  last = before.after
  return isFirst ? last.first : last.next
}

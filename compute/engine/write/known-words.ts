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

/** What stands before the value of a member: `{"id":`, `"id":` and `,"id":`. */
export const openingKey = kept(name => `{${JSON.stringify(name)}:`)
export const nextKey = kept(name => `,${JSON.stringify(name)}:`)
export const firstKeyWords = kept(name => words(`${JSON.stringify(name)}:`))
export const nextKeyWords = kept(name => words(nextKey(name)))

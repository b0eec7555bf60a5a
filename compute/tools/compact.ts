/**
 * The compact answer: the members of the envelope with their long lists cut, a summary in sentences, and under `truncated` how long
 * each cut list is in the full result. Without a wish of the caller the lists are as long as fits.
 */
import type { ReplyFacts, ResultFacts } from '../../shared/envelope.ts'
import type { Fieldset } from '../fieldset.ts'
import { keepFields } from '../fieldset.ts'
import type { AnalysisResult } from '../result.ts'
import { replyMetadata, resultMembers, resultMetadata } from '../write/envelope.ts'
import { Cutter, type ListLimits } from './cut.ts'
import { addListTotals, type ListTotals } from './list-totals.ts'
import type { Plain, PlainMap } from './plain.ts'

/**
 * UTF-8 bytes of a compact answer in all its forms together: the summary, the JSON as an object and once more as a string. Clients warn
 * beyond 25,000 tokens or 50,000 characters; bytes, since a character of three bytes is a token or more.
 */
export const COMPACT_BYTES_MAX = 48_000

/** What is tried in turn until it fits; the last holds nothing that grows with the schedule. */
const LIMITS: readonly ListLimits[] = [
  { items: 40, texts: 120, innerItems: 8, innerTexts: 8 },
  { items: 25, texts: 80, innerItems: 6, innerTexts: 6 },
  { items: 15, texts: 50, innerItems: 5, innerTexts: 5 },
  { items: 10, texts: 30, innerItems: 4, innerTexts: 4 },
  { items: 7, texts: 20, innerItems: 3, innerTexts: 3 },
  { items: 5, texts: 10, innerItems: 2, innerTexts: 3 },
  { items: 3, texts: 5, innerItems: 2, innerTexts: 2 },
  { items: 1, texts: 2, innerItems: 1, innerTexts: 1 },
  { items: 0, texts: 0, innerItems: 0, innerTexts: 0 },
  { items: 0, texts: 0, innerItems: 0, innerTexts: 0, textBytes: 100 },
]

interface CompactFacts {
  readonly rowId: string
  readonly result: ResultFacts
  readonly reply: ReplyFacts
  /** Members of `data` to return. */
  readonly fieldset: Fieldset
  /** Longest list that the caller wants; else as long as fits. */
  readonly itemsMax: number | undefined
}

interface Compact {
  readonly summary: string
  /** structuredContent as JSON. */
  readonly json: string
}

const same = (count: number): ListLimits => ({ items: count, texts: count, innerItems: count, innerTexts: count })

export function compactAnswer(result: AnalysisResult, facts: CompactFacts, summarise: Summarise): Compact {
  const { summary: _, ...envelope } = resultMembers({ ...result, data: keepFields(result.data, facts.fieldset) })
  const whole = { ...envelope, metadata: { ...resultMetadata(facts.result), ...replyMetadata(facts.reply) } }
  const totals: ListTotals = new Map()
  for (const [name, member] of Object.entries(whole)) if (member !== undefined) addListTotals(member, name, totals)
  const tries = facts.itemsMax === undefined ? LIMITS : [same(facts.itemsMax)]
  let made: Compact | undefined
  for (const limits of tries) {
    const cutter = new Cutter(facts.rowId, limits)
    const { metadata, ...members } = cutter.map(whole, '')
    const truncated = truncatedLists(totals, cutter.shown)
    const summary = summarise(truncated)
    const json = JSON.stringify({
      ...summaryAfterScore(members, summary),
      ...(Object.keys(truncated).length === 0 ? {} : { truncated }),
      metadata,
    })
    made = { summary, json }
    if (bytesOf(made) <= COMPACT_BYTES_MAX) break
  }
  return made!
}

/** The sentences about a result, given what its compact form leaves out. */
type Summarise = (truncated: Truncated) => string

/** Full and shown length of the lists that were cut, by path. */
export type Truncated = { [path: string]: { total: number; shown: number } }

function truncatedLists(totals: ListTotals, shown: ListTotals): Truncated {
  const cut = [...totals].filter(([path, total]) => (shown.get(path) ?? 0) < total)
  return Object.fromEntries(cut.map(([path, total]) => [path, { total, shown: shown.get(path) ?? 0 }]))
}

/** Where the endpoint has its summary: after status, score and grade. */
function summaryAfterScore(members: PlainMap, summary: string): PlainMap {
  const { status, score, grade, ...rest } = members
  const known = Object.entries({ status, score, grade }).filter(
    (member): member is [string, Plain] => member[1] !== undefined,
  )
  return { ...Object.fromEntries(known), summary, ...rest }
}

const bytesOf = ({ summary, json }: Compact): number =>
  Buffer.byteLength(json) + Buffer.byteLength(JSON.stringify(json)) + Buffer.byteLength(JSON.stringify(summary))

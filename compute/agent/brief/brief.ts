/**
 * The brief answer: the verdict, the key figures, the worst checks with numerator, denominator and limit, the worst items with their names, what could not be
 * checked, and counts of what is left out with the way to it. It fits into some hundred tokens, whatever the schedule is.
 */
import { type AnalysisId, analyses } from '../../../shared/contract/analysis/analyses.ts'
import type { ReplyContext, ResultContext } from '../../../shared/contract/envelope.ts'
import type { AnalysisResult } from '../../engine/result/result.ts'
import type { Plain, PlainMap } from '../../engine/summary/plain.ts'
import { resultMembers } from '../../engine/write/envelope.ts'
import { choiceOf, keepChosen } from '../choice.ts'
import { Cutter, type ListLimits } from '../cut.ts'
import { addListTotals, type ListTotals } from '../lists.ts'
import { BRIEF_FIELDS } from './brief-fields.ts'
import { advised, CHECK_LISTS, type CheckView, checksOf, problemsOf } from './problems.ts'
import { CHAINS, headOf, listNotes, tidy } from './tidy.ts'
import { unitsOf, withoutZeros } from './units.ts'

/** UTF-8 bytes of structuredContent: about 1,000 tokens. */
export const BRIEF_BYTES_MAX = 3_300

interface View extends CheckView {
  /** Longest list of data, and of a list inside it. */
  readonly items: number
  readonly innerItems: number
  /** undefined: whole. */
  readonly summaryCharacters?: number
  readonly recommendations: number
}

const RICH: View = {
  items: 6,
  innerItems: 3,
  problems: 8,
  tasks: 3,
  words: 'all',
  skipped: 8,
  namesPassed: true,
  recommendations: 3,
}

/** From rich to poor: the first that fits. */
const VIEWS: readonly View[] = [
  RICH,
  { ...RICH, words: 'short' },
  { ...RICH, items: 5, problems: 6, words: 'short', namesPassed: false },
  { ...RICH, items: 5, problems: 5, words: 'short', skipped: 4, namesPassed: false },
  { ...RICH, items: 4, innerItems: 2, problems: 4, words: 'short', skipped: 3, namesPassed: false },
  { ...RICH, items: 3, innerItems: 2, problems: 4, tasks: 2, words: 'short', skipped: 3, namesPassed: false },
  {
    ...RICH,
    items: 3,
    innerItems: 2,
    problems: 3,
    tasks: 2,
    words: 'short',
    skipped: 2,
    namesPassed: false,
    summaryCharacters: 600,
  },
  {
    ...RICH,
    items: 2,
    innerItems: 2,
    problems: 3,
    tasks: 1,
    words: 'short',
    skipped: 1,
    namesPassed: false,
    summaryCharacters: 500,
  },
  {
    ...RICH,
    items: 2,
    innerItems: 1,
    problems: 2,
    tasks: 1,
    words: 'least',
    skipped: 1,
    namesPassed: false,
    recommendations: 2,
    summaryCharacters: 400,
  },
  {
    ...RICH,
    items: 1,
    innerItems: 1,
    problems: 3,
    tasks: 1,
    words: 'least',
    skipped: 0,
    namesPassed: false,
    recommendations: 0,
    summaryCharacters: 300,
  },
  {
    ...RICH,
    items: 1,
    innerItems: 1,
    problems: 2,
    tasks: 1,
    words: 'least',
    skipped: 0,
    namesPassed: false,
    recommendations: 1,
    summaryCharacters: 300,
  },
  {
    ...RICH,
    items: 0,
    innerItems: 0,
    problems: 2,
    tasks: 1,
    words: 'least',
    skipped: 0,
    namesPassed: false,
    recommendations: 0,
    summaryCharacters: 200,
  },
  {
    ...RICH,
    items: 0,
    innerItems: 0,
    problems: 1,
    tasks: 1,
    words: 'none',
    skipped: 0,
    namesPassed: false,
    recommendations: 0,
    summaryCharacters: 150,
  },
]
/** The last resort cuts every text at this length, ids too. */
const TEXT_BYTES = 48

/** Checks have members of their own; week days say nothing that the unit does not. */
const SHOWN_ELSEWHERE: readonly string[] = [...CHECK_LISTS, 'calendar.work_days']

const dataOfRow = new Map(analyses.map(row => [row.id, row.data]))

/** Lists whose rows have the lists that matter: of a single row these may be as long as a list of data. */
const OUTER: readonly string[] = ['data.windows', 'data.impact.comparisons']

const limitsOf = (
  rowId: AnalysisId,
  { items, innerItems }: View,
  hasOneRow: boolean,
  textBytes?: number,
): ListLimits => ({
  items,
  texts: items,
  innerItems: hasOneRow ? items : innerItems,
  innerTexts: innerItems,
  ...(CHAINS[rowId] === undefined ? {} : { chains: CHAINS[rowId] }),
  ...(textBytes === undefined ? {} : { textBytes }),
})

/** A chain of which the middle is left out says so where it is. */
function withGaps(figures: PlainMap, rowId: AnalysisId, totals: ListTotals): PlainMap {
  const gapped = { ...figures }
  for (const name of CHAINS[rowId] ?? []) {
    const [chain, total] = [figures[name], totals.get(`data.${name}`) ?? 0]
    if (!Array.isArray(chain) || chain.length < 2 || chain.length >= total) continue
    const head = headOf(chain.length)
    gapped[name] = [...chain.slice(0, head), `(${total - chain.length} more in between)`, ...chain.slice(head)]
  }
  return gapped
}

const figuresIn = (data: AnalysisResult['data']): string[] =>
  Object.keys(data).filter(name => data[name] !== undefined && typeof data[name] !== 'object')

interface BriefContext {
  readonly rowId: AnalysisId
  readonly result: ResultContext
  readonly reply: ReplyContext
}

export function briefAnswer(result: AnalysisResult, { rowId, result: facts, reply }: BriefContext): string {
  const wanted = choiceOf(BRIEF_FIELDS[rowId] ?? figuresIn(result.data), dataOfRow.get(rowId)!)
  if (!('choice' in wanted)) throw new Error(`${rowId}: ${JSON.stringify(wanted.faults)}`)
  const { data } = keepChosen(result, wanted.choice)
  const { status, score, grade } = resultMembers(result)
  const checks = checksOf(result.data)
  const totals: ListTotals = new Map()
  addListTotals(result.data as Parameters<typeof addListTotals>[0], 'data', totals)
  const hasOneRow = OUTER.some(path => totals.get(path) === 1)
  const make = (view: View, textBytes?: number): string => {
    const cutter = new Cutter(rowId, limitsOf(rowId, view, hasOneRow, textBytes))
    const figures = withGaps(withoutZeros(tidy(cutter.map({ data }, '').data as PlainMap)) as PlainMap, rowId, totals)
    const units = unitsOf(rowId, result.data, figures)
    const lists = listNotes(rowId, result.data, totals, cutter.shown, SHOWN_ELSEWHERE)
    const mending = advised(result, view, cutter)
    const shown: PlainMap = {
      status: status as Plain,
      ...(score === undefined ? {} : { score: score as Plain, grade: (grade ?? null) as Plain }),
      summary: wholeSentences(result.summary ?? '', view.summaryCharacters),
      ...problemsOf(result, checks, view, cutter),
      ...(mending.length === 0 ? {} : { mend_first: mending }),
      data: { ...(units === undefined ? {} : { units }), ...figures },
      ...(Object.keys(lists).length === 0 ? {} : { lists_shown: lists }),
      more: HOW,
      metadata: { endpoint: reply.endpoint, task_count: facts.taskCount },
    }
    return JSON.stringify(shown)
  }
  for (const view of VIEWS) {
    const json = make(view)
    if (Buffer.byteLength(json) <= BRIEF_BYTES_MAX) return json
  }
  return make(VIEWS.at(-1)!, TEXT_BYTES)
}

const HOW =
  'output.fields with names of lists ("tasks", "windows.days") and output.offset, output.detail "compact" or "full", or get_tasks'

/** As many sentences as fit, the first one always; what is left out says so. */
function wholeSentences(text: string, charactersMax = Number.POSITIVE_INFINITY): string {
  if (text.length <= charactersMax) return text
  const end = text.lastIndexOf('. ', charactersMax - 1)
  const first = text.indexOf('. ')
  if (first < 0) return text
  return `${text.slice(0, Math.max(end, first) + 1)} …`
}

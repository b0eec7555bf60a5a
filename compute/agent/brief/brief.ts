/**
 * The brief answer: the verdict, the key figures, the worst checks with numerator, denominator and limit, the worst items with their names, what could not be
 * checked, and counts of what is left out with the way to it. It fits into some hundred tokens, whatever the schedule is.
 */
import { type AnalysisId, analyses } from '../../../shared/analysis/analyses.ts'
import type { ReplyContext, ResultContext } from '../../../shared/envelope.ts'
import type { AnalysisResult } from '../../engine/result/result.ts'
import type { Plain, PlainMap } from '../../engine/summary/plain.ts'
import { resultMembers } from '../../engine/write/envelope.ts'
import { choiceOf, keepChosen } from '../choice.ts'
import { Cutter, type ListLimits, shorten } from '../cut.ts'
import { addListTotals, type ListTotals } from '../list-totals.ts'
import { BRIEF_FIELDS } from './brief-fields.ts'
import { CHECK_LISTS, type CheckView, checksOf, problemsOf } from './problems.ts'
import { tidy } from './tidy.ts'
import { unitsOf } from './units.ts'

/** UTF-8 bytes of structuredContent: about 1,000 tokens. */
export const BRIEF_BYTES_MAX = 3_300

interface View extends CheckView {
  /** Longest list of data, and of a list inside it. */
  readonly items: number
  readonly innerItems: number
  readonly summaryCharacters: number
  readonly recommendations: number
}

/** From rich to poor: the first that fits. */
const VIEWS: readonly View[] = [
  {
    items: 6,
    innerItems: 3,
    problems: 6,
    tasks: 3,
    words: 140,
    skipped: 6,
    summaryCharacters: 600,
    recommendations: 3,
  },
  { items: 5, innerItems: 3, problems: 5, tasks: 3, words: 90, skipped: 4, summaryCharacters: 500, recommendations: 3 },
  { items: 4, innerItems: 2, problems: 5, tasks: 3, words: 0, skipped: 3, summaryCharacters: 400, recommendations: 3 },
  { items: 3, innerItems: 2, problems: 4, tasks: 2, words: 0, skipped: 3, summaryCharacters: 350, recommendations: 2 },
  { items: 2, innerItems: 1, problems: 3, tasks: 2, words: 0, skipped: 2, summaryCharacters: 300, recommendations: 1 },
  { items: 1, innerItems: 1, problems: 3, tasks: 1, words: 0, skipped: 1, summaryCharacters: 250, recommendations: 0 },
  { items: 0, innerItems: 0, problems: 2, tasks: 1, words: 0, skipped: 0, summaryCharacters: 200, recommendations: 0 },
]
/** Of the last resort: every text is cut, ids too. */
const TEXT_BYTES = 48
/** Lists whose length is stated where they are left out. */
const LEFT_OUT_MAX = 6

/** Checks have members of their own; week days say nothing that the unit does not. */
const SHOWN_ELSEWHERE: readonly string[] = [...CHECK_LISTS, 'calendar.work_days']

const dataOfRow = new Map(analyses.map(row => [row.id, row.data]))

const limitsOf = ({ items, innerItems }: View, textBytes?: number): ListLimits => ({
  items,
  texts: items,
  innerItems,
  innerTexts: innerItems,
  isRanked: true,
  ...(textBytes === undefined ? {} : { textBytes }),
})

/** How many items of each long list are not here. */
function leftOut(totals: ListTotals, shown: ListTotals): PlainMap {
  const rest = [...totals]
    .map(([path, total]) => [path.replace(/^data\./, ''), total - (shown.get(path) ?? 0)] as const)
    .filter(([path]) => !path.includes('[]') && !SHOWN_ELSEWHERE.includes(path))
    .filter(([, count]) => count > 0)
    .sort(([, a], [, b]) => b - a)
  return Object.fromEntries(rest.slice(0, LEFT_OUT_MAX))
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
  const units = unitsOf(result.data)
  const make = (view: View, textBytes?: number): string => {
    const cutter = new Cutter(rowId, limitsOf(view, textBytes))
    const figures = tidy(cutter.map({ data }, '').data as PlainMap)
    const rest = leftOut(totals, cutter.shown)
    const shown: PlainMap = {
      status: status as Plain,
      ...(score === undefined ? {} : { score: score as Plain, grade: (grade ?? null) as Plain }),
      summary: shorten(result.summary ?? '', view.summaryCharacters),
      ...problemsOf(result, checks, view, cutter),
      ...(view.recommendations === 0 || result.recommendations.length === 0
        ? {}
        : {
            mend_first: result.recommendations
              .slice(0, view.recommendations)
              .map(({ title, codes }) => `${title} (${codes.join(', ')})`),
          }),
      data: { ...(units === undefined ? {} : { units }), ...figures },
      ...(Object.keys(rest).length === 0 ? {} : { left_out: { items: rest, how: HOW } }),
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

const HOW = 'output.detail "compact" or "full", output.fields, or get_tasks'

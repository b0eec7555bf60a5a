/**
 * What an agent would say to a planner, in plain sentences: the result in one, the figures of the analysis, the findings, what could not be
 * checked, what to do first, and what the answer leaves out. It depends on the result alone, so two calls say the same.
 */

import { type AnalysisId, analyses, type ToolName } from '../../../shared/contract/analysis/analyses.ts'
import { SEVERITIES } from '../../../shared/contract/envelope.ts'
import { shownText } from '../../../shared/contract/shown-text.ts'
import { IGNORED_FIELDS } from '../../engine/input/request-findings.ts'
import { METHODS } from '../../engine/methods.ts'
import {
  type AnalysisResult,
  FINDING_TASKS_MAX,
  type Finding,
  References,
  type ResultValue,
} from '../../engine/result/result.ts'
import type { PlainMap } from '../../engine/summary/plain.ts'
import { numberAt, rowsAt, sentence, tasksAt, wordAt } from '../../engine/summary/read-plain.ts'
import { figure, plural } from '../../engine/wording/numbers.ts'
import { capital, listed } from '../../engine/wording/tasks.ts'
import type { Truncated } from '../compact.ts'
import { Cutter, type ListLimits, shorten } from '../cut.ts'

// What the checks of a result cost its score, which their findings do not state.

/** Members of data whose items are checks. */
const CHECK_LISTS = ['components', 'checks', 'sub_metrics'] as const
const SHOWN_MAX = 6

/** "Score lost: Links other than finish-to-start 4.1 points, Connectivity 1 point.", those that cost most first. */
function checkSentences(data: PlainMap): (string | undefined)[] {
  const lost = (check: PlainMap): number => figure(numberAt(check, 'points_lost') ?? 0)
  const costly = CHECK_LISTS.flatMap(name => rowsAt(data, name))
    .filter(check => lost(check) > 0)
    .sort((a, b) => lost(b) - lost(a))
  const shown = costly.slice(0, SHOWN_MAX).map(check => `${wordAt(check, 'title')} ${plural(lost(check), 'point')}`)
  return [shown.length === 0 ? undefined : sentence('Score lost', [listed(shown, costly.length)])]
}

/** What of the lists the sentences are made of: the first whose sentences fit, so that long ids make a short summary. */
const VIEWS: readonly ListLimits[] = [
  { items: 6, texts: 8, innerItems: 4, innerTexts: 5, isRanked: true },
  { items: 3, texts: 2, innerItems: 2, innerTexts: 1, isRanked: true },
  { items: 0, texts: 0, innerItems: 0, innerTexts: 0 },
]
const FINDINGS_MAX = 7
const REST_MAX = 6
/** Tasks of a finding, with their names; its list has more. */
const TASKS_MAX = 3
const RECOMMENDATIONS_MAX = 3
const CUT_LISTS_MAX = 4
const SENTENCE_CHARACTERS_MAX = 600
const ADVICE_CHARACTERS_MAX = 340
/** UTF-8 bytes of the summary as a JSON string, what was cut not counted. */
export const SUMMARY_BYTES_MAX = 4_000

/** The sentences about a result, whatever of it is shown. */
export function summaryText(rowId: AnalysisId, result: AnalysisResult): string {
  let sentences: readonly string[] = []
  for (const view of VIEWS) {
    sentences = sentencesOf(rowId, result, view)
    if (jsonBytes(sentences.join('\n')) <= SUMMARY_BYTES_MAX) break
  }
  return fitting(sentences).join('\n')
}

/** The sentence about a further page, which does not repeat what the first one said. */
export const pageSummary = ({ summary }: AnalysisResult, offset: number): string =>
  [summary, `This page passes over the first ${plural(offset, 'item')} of each list of data.`]
    .filter(Boolean)
    .join('\n')

/** The summary, with a sentence on what the answer leaves out. */
export function withCutSentence(ownText: string, truncated: Truncated): string {
  const cut = cutSentence(truncated)
  return cut === undefined ? ownText : `${ownText}\n${cut}`
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** As many of the sentences, in their order, as there is room for. */
function fitting(sentences: readonly string[]): string[] {
  let bytes = 0
  return sentences.filter(each => {
    const more = jsonBytes(each)
    if (bytes + more > SUMMARY_BYTES_MAX) return false
    bytes += more
    return true
  })
}

function sentencesOf(rowId: AnalysisId, result: AnalysisResult, limits: ListLimits): readonly string[] {
  const { summary, findings, recommendations, data } = result
  const view = new Cutter(rowId, limits).map({ findings, recommendations, data } as unknown as ResultMap, '')
  const ownText = METHODS[rowId].summary(view.data as PlainMap, data)
  return [
    summary,
    ...ownText,
    ...checkSentences(view.data as PlainMap),
    ...findingSentences(rowsAt(view, 'findings'), findings),
    ...recommendationSentences(rowsAt(view, 'recommendations')),
  ].flatMap(each =>
    each === undefined || each === '' ? [] : [shownText(shorten(withTools(each), SENTENCE_CHARACTERS_MAX))],
  )
}

/** An endpoint that an advice names is a tool to an agent. */
const withTools = (text: string): string =>
  text.replace(/POST (\/api\/v1\/[a-z0-9/-]+)/g, (call, path: string) => toolOfPath.get(path) ?? call)

const toolOfPath: ReadonlyMap<string, ToolName> = new Map(analyses.map(row => [row.path, row.tool]))

type ResultMap = Readonly<Record<string, ResultValue | undefined>>

/** The gravest first; of one severity in the order of the result. */
function findingSentences(shown: readonly PlainMap[], findings: readonly Finding[]): (string | undefined)[] {
  const order = findings.map((_, i) => i)
  order.sort((a, b) => SEVERITIES.indexOf(findings[a]!.severity) - SEVERITIES.indexOf(findings[b]!.severity))
  // what was not read of the request is reported whatever else was found
  const isShown = (i: number, rank: number): boolean => rank < FINDINGS_MAX || findings[i]!.code === IGNORED_FIELDS
  const rest = order.filter((i, rank) => !isShown(i, rank)).map(i => findings[i]!.title)
  return [
    ...order.filter(isShown).map(i => findingSentence(shown[i]!, findings[i]!)),
    rest.length === 0 ? undefined : `Also found: ${listed(rest.slice(0, REST_MAX), rest.length)}.`,
  ]
}

function findingSentence(shown: PlainMap, { severity, title, code, task_ids, count }: Finding): string {
  const tasks = tasksAt(shown, 'task_ids').slice(0, TASKS_MAX)
  const named = task_ids instanceof References ? task_ids.values.length : task_ids.length
  // a finding names no more than so many; its count may be of links
  const hasOthers = named > tasks.length || (named === FINDING_TASKS_MAX && count > named)
  const who = tasks.length === 0 ? '' : ` Tasks: ${tasks.join(', ')}${hasOthers ? ' and others' : ''}.`
  const description = wordAt(shown, 'description') ?? ''
  // where the title is all there is to say, the description begins with it
  const said = description.startsWith(`${title}: `) ? description.slice(title.length + 2) : description
  return `${capital(severity)}: ${title} (${code}). ${said}${who}`
}

function recommendationSentences(recommendations: readonly PlainMap[]): string[] {
  return recommendations.slice(0, RECOMMENDATIONS_MAX).map((each, n) => {
    const effect = numberAt(each, 'effect')
    const gain = effect === undefined || effect === 0 ? '' : ` (up to ${plural(effect, 'point')})`
    const advice = `${wordAt(each, 'title')}${gain}: ${wordAt(each, 'description')}`
    return shorten(`${n === 0 ? 'To do first' : 'Then'}: ${advice}`, ADVICE_CHARACTERS_MAX)
  })
}

/** What is not in the answer, and how to get it. */
function cutSentence(truncated: Truncated): string | undefined {
  const lists = Object.entries(truncated).sort(([, a], [, b]) => b.total - b.shown - (a.total - a.shown))
  if (lists.length === 0) return undefined
  const named = lists.slice(0, CUT_LISTS_MAX).map(([path, { total, shown }]) => `${path} ${shown} of ${total}`)
  const cut = listed(named, lists.length)
  return `Lists cut here, the most relevant items first: ${cut}; see truncated. For more, pass output.fields with the members of data you need ("list" or "list.member"), output.max_items, output.offset with the next_offset of a list, or output.detail "full" for everything.`
}

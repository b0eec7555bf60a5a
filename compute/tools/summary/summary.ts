/**
 * What an agent would tell a planner, in plain sentences: the result in one, the figures of the analysis, what was found, what could not
 * be looked at, what to do first, and what the answer leaves out. Made of the result alone, so two calls say the same.
 */
import { SEVERITIES } from '../../../shared/envelope.ts'
import type { AnalysisResult, ResultValue } from '../../result.ts'
import type { Truncated } from '../compact.ts'
import { Cutter, type ListLimits, shorten } from '../cut.ts'
import type { PlainMap } from '../plain.ts'
import { checkSentences } from './check-sentences.ts'
import { FORENSICS } from './forensics.ts'
import { HEALTH } from './health.ts'
import { NETWORK } from './network.ts'
import type { Tell } from './tell.ts'
import { listed, numberAt, rowsAt, textsAt, wordAt } from './words.ts'

const TELL_BY_ROW: Readonly<Record<string, Tell>> = { ...HEALTH, ...NETWORK, ...FORENSICS }

/** What of the lists the sentences are made of: the first whose sentences fit, so that long ids make a short summary. */
const VIEWS: readonly ListLimits[] = [
  { items: 6, texts: 8, innerItems: 4, innerTexts: 5, isRanked: true },
  { items: 3, texts: 2, innerItems: 2, innerTexts: 1, isRanked: true },
  { items: 0, texts: 0, innerItems: 0, innerTexts: 0 },
]
const FINDINGS_MAX = 7
const RECOMMENDATIONS_MAX = 3
const CUT_LISTS_MAX = 4
const SENTENCE_CHARACTERS_MAX = 600
/** UTF-8 bytes of the summary as a JSON string, what was cut not counted. */
export const SUMMARY_BYTES_MAX = 4_000

export function summaryOf(rowId: string, result: AnalysisResult, truncated: Truncated): string {
  let sentences: readonly string[] = []
  for (const view of VIEWS) {
    sentences = sentencesOf(rowId, result, view)
    if (jsonBytes(sentences.join('\n')) <= SUMMARY_BYTES_MAX) break
  }
  const told = fitting(sentences)
  const cut = cutSentence(truncated)
  return (cut === undefined ? told : [...told, cut]).join('\n')
}

const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text))

/** As many of the sentences, in their order, as there is room for. */
function fitting(sentences: readonly string[]): string[] {
  let bytes = 0
  return sentences.filter(sentence => {
    const more = jsonBytes(sentence)
    if (bytes + more > SUMMARY_BYTES_MAX) return false
    bytes += more
    return true
  })
}

function sentencesOf(rowId: string, result: AnalysisResult, limits: ListLimits): readonly string[] {
  const { summary, findings, recommendations, data } = result
  const view = new Cutter(rowId, limits).map({ findings, recommendations, data } as unknown as ResultMap, '')
  const told = TELL_BY_ROW[rowId]?.(view.data as PlainMap, data) ?? []
  return [
    summary,
    ...told,
    ...checkSentences(view.data as PlainMap, result.score ?? undefined),
    ...findingSentences(rowsAt(view, 'findings')),
    recommendationSentence(rowsAt(view, 'recommendations')),
  ].flatMap(each => (each === undefined || each === '' ? [] : [shorten(each, SENTENCE_CHARACTERS_MAX)]))
}

type ResultMap = Readonly<Record<string, ResultValue | undefined>>

/** The gravest first; of one severity in the order of the result. */
function findingSentences(findings: readonly PlainMap[]): (string | undefined)[] {
  const weight = ({ severity }: PlainMap): number => SEVERITIES.indexOf(severity as (typeof SEVERITIES)[number])
  const sorted = [...findings].sort((a, b) => weight(a) - weight(b))
  const rest = sorted.slice(FINDINGS_MAX).map(each => wordAt(each, 'title') ?? '')
  return [
    ...sorted.slice(0, FINDINGS_MAX).map(findingSentence),
    rest.length === 0 ? undefined : `Also found: ${rest.join(', ')}.`,
  ]
}

function findingSentence(finding: PlainMap): string {
  const ids = textsAt(finding, 'task_ids')
  const count = numberAt(finding, 'count') ?? ids.length
  const severity = wordAt(finding, 'severity') ?? ''
  const tasks = ids.length === 0 ? '' : ` Tasks: ${ids.join(', ')}${count > ids.length ? ' and others' : ''}.`
  return `${capital(severity)}: ${wordAt(finding, 'title')} (${wordAt(finding, 'code')}). ${wordAt(finding, 'description')}${tasks}`
}

function recommendationSentence(recommendations: readonly PlainMap[]): string | undefined {
  if (recommendations.length === 0) return undefined
  const first = recommendations.slice(0, RECOMMENDATIONS_MAX).map(each => {
    const effect = numberAt(each, 'effect')
    const gain = effect === undefined || effect === 0 ? '' : ` (up to ${effect} points)`
    return `${wordAt(each, 'priority')}. ${wordAt(each, 'title')}${gain}: ${wordAt(each, 'description')}`
  })
  return `To do first: ${first.join(' ')}`
}

/** What is not in the answer, and how to get it. */
function cutSentence(truncated: Truncated): string | undefined {
  const lists = Object.entries(truncated).sort(([, a], [, b]) => b.total - b.shown - (a.total - a.shown))
  if (lists.length === 0) return undefined
  const named = lists.slice(0, CUT_LISTS_MAX).map(([path, { total, shown }]) => `${path} ${shown} of ${total}`)
  const cut = listed(named, lists.length)
  return `Lists cut here, the most relevant items kept: ${cut}; see truncated. For more, pass output.fields with the members of data you need, output.max_items, or output.detail "full" for the whole result.`
}

const capital = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

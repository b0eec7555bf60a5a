import { numberAt, rowsAt, wordAt } from '../../summary/read-plain.ts'
import type { SummarySentences } from '../../summary/sentences.ts'

/** Delays that an agent reads as sentences; the others are in data.delays. */
const SENTENCES_MAX = 5

export const levellingSummary: SummarySentences = data => {
  const unresolved = rowsAt(data, 'unresolved').slice(0, SENTENCES_MAX)
  const delays = rowsAt(data, 'delays').toSorted(
    (a, b) => (numberAt(b, 'beyond_float_days') ?? 0) - (numberAt(a, 'beyond_float_days') ?? 0),
  )
  return [...unresolved, ...delays.slice(0, SENTENCES_MAX)].map(row => wordAt(row, 'text'))
}

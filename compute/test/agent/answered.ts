/** A result of an analysis, and what its tool makes of it: how the tests of the tools read. */
import type { AnalysisRow } from '../../../shared/contract/analysis/analyses.ts'
import type { ResultContext } from '../../../shared/contract/envelope.ts'
import type { Refusal } from '../../../shared/contract/errors.ts'
import type { ToolOutput } from '../../../shared/contract/tools/tool.ts'
import { type ToolAnswer, toolAnswer } from '../../agent/answer.ts'
import { isNameList } from '../../agent/lists.ts'
import { analysers } from '../../engine/analysers.ts'
import { NO_LIMITS, readRequest } from '../../engine/read/read-request.ts'
import { type AnalysisResult, isRefusal } from '../../engine/result/result.ts'
import { spliceTail, writeEnvelope } from '../../engine/write/envelope.ts'
import { type Plain, TODAY } from '../helpers/analyse.ts'

const REPLY = { endpoint: '/', requestId: 'f3b4c1d2', processingTimeMs: 7 }

export interface Analysed {
  readonly row: AnalysisRow
  readonly result: AnalysisResult
  readonly facts: ResultContext
}

export function analysed(row: AnalysisRow, body: object): Analysed {
  const made = analysedOrRefusal(row, body)
  if ('code' in made) throw new Error(`${row.id}: ${JSON.stringify(made)}`)
  return made
}

export function analysedOrRefusal(row: AnalysisRow, body: object): Analysed | Refusal {
  const input = readRequest(row, Buffer.from(JSON.stringify(body)), 'application/json', NO_LIMITS)
  if (!('schedules' in input)) return input
  const result = analysers[row.id](input, { today: TODAY })
  if (isRefusal(result)) return result
  const facts = { taskCount: input.taskCount, inputSha256: '0'.repeat(64), ignoredFields: input.ignoredFields }
  return { row, result, facts }
}

export const answerOrRefusal = ({ row, result, facts }: Analysed, output: ToolOutput, processingTimeMs = 7) =>
  toolAnswer(row.id, result, facts, { ...REPLY, processingTimeMs }, output)

export function answered(from: Analysed, output: ToolOutput = {}, processingTimeMs?: number): ToolAnswer {
  const answer = answerOrRefusal(from, output, processingTimeMs)
  if (!('texts' in answer)) throw new Error(`${from.row.id}: ${JSON.stringify(answer)}`)
  return answer
}

/** structuredContent as a client reads it. */
export const structuredOf = ({ structured }: ToolAnswer): Plain => JSON.parse(Buffer.concat(structured).toString())

/** The bytes of the endpoint. */
export const restOf = ({ result, facts }: Analysed): Buffer =>
  Buffer.concat([...writeEnvelope(result, facts, 'application/json').chunks, spliceTail('application/json', REPLY)])

/** How many items stand under each path of lists, as `truncated` names it; not those of names. */
export function listLengths(value: Plain, path = '', lengths = new Map<string, number>()): Map<string, number> {
  if (Array.isArray(value)) {
    lengths.set(path, (lengths.get(path) ?? 0) + value.length)
    for (const item of value) listLengths(item, `${path}[]`, lengths)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      // told of with the ids beside them
      if (isNameList(name, value)) continue
      listLengths(member, path === '' ? name : `${path}.${name}`, lengths)
    }
  }
  return lengths
}

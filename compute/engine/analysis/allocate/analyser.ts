/** POST /api/v1/resources/allocate: what the analysis levelling finds, in the form that the specification names. */
import type { Analyser, AnalysisInput } from '../../result/result.ts'
import { isRefusal } from '../../result/result.ts'
import { levellingAnalyser } from '../levelling/analyser.ts'

export const allocate: Analyser = (input, context) => {
  const result = levellingAnalyser(withNamedResources(input), context)
  if (isRefusal(result)) return result
  return { ...result, data: { allocation: result.data, message: result.summary } }
}

/** `resources` of the specification are names: of those that are levelled. */
function withNamedResources(input: AnalysisInput): AnalysisInput {
  const { resources, options } = input.params as { resources?: readonly unknown[]; options?: Record<string, unknown> }
  const names = (resources ?? []).filter(each => typeof each === 'string')
  if (names.length === 0 || (options?.resources ?? null) !== null) return input
  return { ...input, params: { ...input.params, options: { ...options, resources: names } } }
}

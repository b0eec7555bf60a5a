/** The result that families of weighted components share. */
import type { AnalysisResult } from '../result/result.ts'
import { type ReportedFinish, reportedFinishSentence } from './beyond-dates.ts'
import { type ComponentPart, showComponent } from './components.ts'
import { type Data, type FamilyInput, scoredResult } from './scored-result.ts'

interface ComponentInput extends FamilyInput {
  readonly parts: readonly ComponentPart[]
  /** Where the reported dates put the finish of the job, for the families that speak of it. */
  readonly finish?: ReportedFinish | undefined
  /** The sentence about it of a family that takes the finish from a network. */
  readonly finishSentence?: string | undefined
  /** Members of a component that only this family shows. */
  readonly showMore?: (part: ComponentPart) => Data
  /** The rest of `data`, which may follow the score; before it come the components and the figures of the score. */
  readonly data: Data | ((score: number | null) => Data)
}

export function componentResult(input: ComponentInput): AnalysisResult {
  const { parts, finish, finishSentence, showMore, data, ...family } = input
  const evaluated = parts.filter(part => part.score !== null)
  return scoredResult({
    ...family,
    parts,
    noun: 'component',
    lead: '',
    nothing: 'nothing could be scored.',
    finishSentence: finishSentence ?? reportedFinishSentence(finish),
    before: weighed => ({
      components: weighed.parts.map(part => ({
        ...showComponent(family.analysis, part, family.columns.id, family.withDetails),
        ...showMore?.(part),
      })),
    }),
    behind: score => ({
      weight_evaluated: evaluated.reduce((sum, { weight }) => sum + weight, 0),
      ...(typeof data === 'function' ? data(score) : data),
    }),
  })
}

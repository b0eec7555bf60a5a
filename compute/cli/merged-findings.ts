/** Findings of a report for a reader: what several analyses found stands once, as the gravest of them says it, with the names of all. */
import type { FindingShown } from './outcome.ts'

/** One analysis of the report. */
export interface AnalysisFindings {
  readonly title: string
  readonly findings: readonly FindingShown[]
}

/** The title and the first sentence: what else is said depends on which tasks and links an analysis counts. */
const saidBy = ({ title, description }: FindingShown): string => `${title}. ${description.split('. ', 1)[0]!}`

/** findings: the gravest first. */
export function mergedFindings(
  findings: readonly FindingShown[],
  analyses: readonly AnalysisFindings[],
): FindingShown[] {
  const said = new Map<string, FindingShown>()
  for (const finding of findings) if (!said.has(saidBy(finding))) said.set(saidBy(finding), finding)
  return [...said].map(([words, finding]) => {
    const by = analyses.filter(analysis => analysis.findings.some(each => saidBy(each) === words))
    if (by.length < 2) return finding
    return { ...finding, description: `${finding.description} (${by.map(({ title }) => title).join(', ')})` }
  })
}

/** What a report is and which analyses it has: ?kind=, ?analyses=, ?paper= of its path. Admission counts them before the body is read. */
import Type from 'typebox'
import { type AnalysisId, type AnalysisRow, analyses } from '../analysis/analyses.ts'
import { fileQuery } from '../endpoint/table-query.ts'
import type { ValidationFault } from '../errors.ts'
import { OneOf } from '../schedule/day.ts'
import { describe } from '../schedule/text.ts'
import { admits, type TierName } from '../tiers.ts'

/** The analyses of one schedule that most readers need; every tier may use them. */
export const REPORT_DEFAULT: readonly AnalysisId[] = [
  'health.score',
  'health.dcma-14-point',
  'analysis.cpm',
  'health.logic-audit',
  'health.progress-audit',
]

/** The methods by which a claim says whose the days are; a claim report that lacks one says so first. */
export const CLAIM_METHODS: readonly AnalysisId[] = [
  'forensics.delay-analysis',
  'forensics.as-planned-vs-as-built',
  'forensics.time-impact',
  'forensics.collapsed-as-built',
]

/** What a claim rests on; what a request has nothing for (no events) says so in its part. */
const CLAIM: readonly AnalysisId[] = [...CLAIM_METHODS, 'forensics.change-tracking', 'forensics.history']

/** What a monthly report tells: the finish, its story since the update before, scores, and what comes next. */
const MONTHLY: readonly AnalysisId[] = [
  'analysis.cpm',
  'health.score',
  'health.dcma-14-point',
  'health.progress-audit',
  'forensics.delay-analysis',
  'forensics.baseline-compare',
  'forensics.change-tracking',
  'forensics.history',
  'analysis.resources',
]

export const REPORT_KINDS = ['claim', 'monthly'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

const OF_KIND: Readonly<Record<ReportKind, readonly AnalysisId[]>> = { claim: CLAIM, monthly: MONTHLY }

/** Sizes of paper that the pages of a report are cut for. */
export const PAPERS = ['a4', 'letter'] as const
export type Paper = (typeof PAPERS)[number]

/** What the query chooses; kind and paper absent: a plain report, which prints to the paper of the printer. */
export interface ReportChoice {
  readonly analyses?: readonly AnalysisId[]
  readonly kind?: ReportKind
  readonly paper?: Paper
}

const ANALYSES_LENGTH_MAX = 1_000

export const ReportQuery = Type.Object({
  ...fileQuery,
  kind: Type.Optional(
    OneOf(REPORT_KINDS, {
      description: `claim: the evidence pack of a claim of delay (cover, sources with hashes, method and limits, windows, events, concurrency by each policy, changes, exhibits), of ${CLAIM.join(', ')}. monthly: the report of an update to sign, of ${MONTHLY.join(', ')}. analyses, where given, names others.`,
    }),
  ),
  paper: Type.Optional(
    OneOf(PAPERS, {
      description: 'Paper that the pages of a claim or monthly report are cut for. Absent: a4.',
    }),
  ),
  analyses: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: ANALYSES_LENGTH_MAX,
      default: REPORT_DEFAULT.join(),
      description: `Analyses of the report, in its order, with commas between them: ${analyses.map(({ id }) => id).join(', ')}. A path (health/score) and the last part of an id (score) name the same analysis. Each counts as one call.`,
    }),
  ),
})

const byName: ReadonlyMap<string, AnalysisRow> = new Map(
  analyses.flatMap(row => [row.id, row.id.replace('.', '/'), row.name].map(name => [name, row] as const)),
)

const LISTED = analyses.map(({ id }) => id).join(', ')

/** text, kind: as the query has them; undefined: the default. */
export function chosenAnalyses(
  text: string | undefined,
  kind?: string,
): readonly AnalysisId[] | { readonly faults: ValidationFault[] } {
  if (text === undefined) return OF_KIND[kind as ReportKind] ?? REPORT_DEFAULT
  const ids: AnalysisId[] = []
  const faults: ValidationFault[] = []
  const fault = (type: string, msg: string): void => {
    faults.push({ loc: ['query', 'analyses'], msg, type })
  }
  for (const name of text.split(',').map(each => each.trim())) {
    const row = byName.get(name)
    if (row === undefined) fault('enum', `analyses must name some of ${LISTED}, not ${describe(name)}.`)
    else if (ids.includes(row.id)) fault('value', `analyses names ${row.id} more than once.`)
    else ids.push(row.id)
  }
  return faults.length > 0 ? { faults } : ids
}

export const areChosen = (chosen: ReturnType<typeof chosenAnalyses>): chosen is readonly AnalysisId[] =>
  Array.isArray(chosen)

/** What a report costs and who may have it. */
interface ReportNeeds {
  /** Units of the month, and calls of the window. */
  readonly unitCount: number
  readonly tier: TierName
}

/** What the query of a call needs, as it was sent. One that is wrong is refused when the body has come, and costs nothing. */
export function needsOf(query: string): ReportNeeds {
  const asked = new URLSearchParams(query)
  const chosen = chosenAnalyses(asked.get('analyses') ?? undefined, asked.get('kind') ?? undefined)
  if (!areChosen(chosen)) return { unitCount: 1, tier: 'demo' }
  const rows = analyses.filter(({ id }) => chosen.includes(id))
  const tier = rows.reduce<TierName>((needed, row) => (admits(row.tier, needed) ? needed : row.tier), 'demo')
  return { unitCount: rows.length, tier }
}

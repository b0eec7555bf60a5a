/** sis report: several analyses of one schedule as one HTML file. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { REPORT_ID } from '../../../shared/contract/endpoint/paths.ts'
import { NOT_RUN } from '../../../shared/contract/report/report-data.ts'
import {
  areChosen,
  CLAIM_METHODS,
  chosenAnalyses,
  PAPERS,
  REPORT_DEFAULT,
  REPORT_KINDS,
  type ReportKind,
} from '../../../shared/contract/report/report-query.ts'
import { OF_CONTRACT } from '../../../shared/contract/report/report-request.ts'
import { type Options, READ_OPTIONS } from '../options.ts'
import {
  type Command,
  type Context,
  type Envelope,
  EXIT,
  type FindingShown,
  type RunReply,
  type SentFile,
  UsageError,
} from '../outcome.ts'
import { asOptions, membersOf, placedFiles } from '../request.ts'
import { table } from '../terminal.ts'
import { noteIgnored, noteOrder, showResult } from './analysis-command.ts'
import { eventsIn } from './forensic.ts'

/** A report of several files has these as well. */
const COMPARISONS: readonly AnalysisId[] = ['forensics.delay-analysis', 'forensics.baseline-compare']

interface Reported {
  readonly analysis: AnalysisId
  readonly title: string
  readonly status: string
  readonly score: number | null
  readonly grade: string | null
  readonly summary: string | null
  readonly reasons: readonly string[]
}

export const report: Command = {
  usage: 'report [BASELINE...] FILE [--kind claim] --html REPORT',
  about:
    'several analyses as one report; several files with the oldest first; of a claim with --events, --set contract.completion_date=2026-07-10, --set cover.author=NAME',
  options: [...READ_OPTIONS, 'kind', 'paper', 'analyses', 'events', 'html', 'docx', 'xlsx'],
  async run(context) {
    const { envelope, json } = await run(context)
    noteIgnored(context, 'the report', envelope)
    noteOrder(context, envelope.metadata.import ?? [])
    const merged = { ...envelope, findings: mergedFindings(envelope.findings, findingsOf(envelope)) }
    showResult(
      context,
      REPORT_ID,
      { envelope: merged, json },
      { before: () => ['', ...table(rowsOf(reportedOf(envelope)), context.layout)] },
    )
    if (kindOf(context.options) !== 'claim') return EXIT.ok
    const isMade = reportedOf(envelope).every(
      ({ analysis, status }) => !CLAIM_METHODS.includes(analysis) || status !== NOT_RUN,
    )
    if (!isMade) context.note(envelope.summary ?? '')
    return isMade ? EXIT.ok : EXIT.wrong
  },
}

async function run({ paths, options, progress, run }: Context): Promise<RunReply> {
  const kind = kindOf(options)
  const paper = oneOf('paper', options.paper, PAPERS)
  const analyses = analysesOf(options.analyses, paths.length, kind)
  progress.say('report ...')
  try {
    return await run({
      id: REPORT_ID,
      analyses,
      ...(kind && { kind }),
      ...(paper && { paper }),
      files: filesOf(paths, analyses, kind),
      members: { ...membersOf(withContract(options)), ...eventsOf(options) },
    })
  } finally {
    progress.clear()
  }
}

/** "contract.completion_date=2026-07-10" stands for the option of all analyses that take contract dates. */
const withContract = ({ set, ...options }: Options): Options => ({
  ...options,
  ...(set !== undefined && { set: set.map(pair => pair.replace(/^contract(?=[.=])/, `options.${OF_CONTRACT}`)) }),
})

/** Change tracking reads earlier versions, not a baseline: the oldest file is both. In a claim that would be a window of its own. */
function filesOf(
  paths: readonly string[],
  analyses: readonly AnalysisId[],
  kind: ReportKind | undefined,
): readonly SentFile[] {
  const files = placedFiles(REPORT_ID, paths)
  if (kind !== undefined) return files
  const oldest = files.find(({ part }) => part === 'baseline_schedule')
  if (oldest === undefined || !analyses.includes('forensics.change-tracking')) return files
  return [{ ...oldest, part: 'schedule_history' }, ...files]
}

const kindOf = ({ kind }: Options): ReportKind | undefined => oneOf('kind', kind, REPORT_KINDS)

function oneOf<Value extends string>(name: string, given: string | undefined, values: readonly Value[]) {
  const found = values.find(value => value === given)
  if (given !== undefined && found === undefined)
    throw new UsageError(`--${name} takes ${values.join(' or ')}, not "${given}".`)
  return found
}

/** The events of a claim lie in a file of their own, as they do for time-impact. */
const eventsOf = ({ events }: Options) => (events === undefined ? {} : { delay_events: eventsIn(events) })

function analysesOf(names: string | undefined, fileCount: number, kind: ReportKind | undefined): readonly AnalysisId[] {
  if (names === undefined && kind !== undefined) return chosenAnalyses(undefined, kind) as readonly AnalysisId[]
  if (names === undefined) return fileCount > 1 ? [...REPORT_DEFAULT, ...COMPARISONS] : REPORT_DEFAULT
  const chosen = chosenAnalyses(names)
  if (areChosen(chosen)) return chosen
  throw new UsageError(`--analyses: ${chosen.faults.map(({ msg }) => msg).join(' ')}`)
}

const reportedOf = ({ data }: Envelope): readonly Reported[] => data.analyses as readonly Reported[]

function findingsOf(envelope: Envelope): AnalysisFindings[] {
  const results = envelope.data.results as Readonly<Record<string, Pick<Envelope, 'findings'>>>
  return reportedOf(envelope).map(({ analysis, title }) => ({ title, findings: results[analysis]?.findings ?? [] }))
}

const rowsOf = (reported: readonly Reported[]) =>
  reported.map(({ title, status, score, grade, summary, reasons }) => [
    { text: title },
    { text: status },
    { text: score === null ? '' : `${score} ${grade ?? ''}`.trim(), isRight: true },
    { text: summary ?? reasons.map(asOptions).join(' ') },
  ])

/** One analysis of the report. */
interface AnalysisFindings {
  readonly title: string
  readonly findings: readonly FindingShown[]
}

/** The title and the first sentence: what else is said depends on which tasks and links an analysis counts. */
const saidBy = ({ title, description }: FindingShown): string => `${title}. ${description.split('. ', 1)[0]!}`

/** findings: the gravest first. */
function mergedFindings(findings: readonly FindingShown[], analyses: readonly AnalysisFindings[]): FindingShown[] {
  const said = new Map<string, FindingShown>()
  for (const finding of findings) if (!said.has(saidBy(finding))) said.set(saidBy(finding), finding)
  return [...said].map(([words, finding]) => {
    const by = analyses.filter(analysis => analysis.findings.some(each => saidBy(each) === words))
    if (by.length < 2) return finding
    return { ...finding, description: `${finding.description} (${by.map(({ title }) => title).join(', ')})` }
  })
}

/** Which document a report of a kind is; one of no kind has how each analysis came out, the gravest findings, where the figures come from. */
import type { ReportKind } from '../../../../shared/contract/report/report-query.ts'
import { visitResult } from '../../write/stored/visit-result.ts'
import { type Block, type Document, number, plain, table, text } from './blocks.ts'
import { claimDocument } from './claim.ts'
import { Gathered, numberIn, textIn } from './gathered.ts'
import { monthlyDocument } from './monthly.ts'
import { documentOf, Exhibits, entriesOf, notMade, recomputeBlocks, Sections, sourceBlocks } from './say.ts'

const DOCUMENTS: Readonly<Record<ReportKind, (report: Gathered) => Document>> = {
  claim: claimDocument,
  monthly: monthlyDocument,
}

const makerOf = (report: Gathered) => DOCUMENTS[report.own.text('data.kind') as ReportKind]

/** undefined: the report is of no kind, so its page is made of the pages of its analyses. */
export const documentOfKind = (report: Gathered): Document | undefined => makerOf(report)?.(report)

/** chunks: a report as JSON. hasAll: with all rows, as a workbook has them. */
export function reportDocument(chunks: Iterable<Uint8Array>, hasAll: boolean): Document {
  const report = hasAll ? new Gathered(Number.POSITIVE_INFINITY) : new Gathered()
  visitResult(chunks, report)
  return (makerOf(report) ?? plainDocument)(report)
}

const NOTICE =
  'An excerpt: the answer as HTML has each analysis with its charts and tables, the answer as JSON has all of it.'

function plainDocument(report: Gathered): Document {
  const sections = new Sections()
  const exhibits = new Exhibits(report)
  const blocks: Block[] = [
    sections.begin('Results in short'),
    text(report.own.text('summary') ?? '', 'lead'),
    table(
      'Analyses',
      'Analyses and how they came out.',
      [plain('Analysis'), plain('Status'), number('Score'), plain('Grade'), plain('In short')],
      entriesOf(report).map(row => [
        textIn(row, 'title'),
        textIn(row, 'status'),
        numberIn(row, 'score') ?? null,
        textIn(row, 'grade'),
        textIn(row, 'summary'),
      ]),
    ),
    ...notMade(report),
    sections.begin('Gravest findings'),
    table(
      'Findings',
      'Findings of all analyses, the gravest first.',
      [plain('Code'), plain('Severity'), plain('Finding'), number('Count'), plain('Tasks')],
      report.own
        .rows('findings')
        .map(row => [
          textIn(row, 'code'),
          textIn(row, 'severity'),
          `${textIn(row, 'title')}. ${textIn(row, 'description')}`,
          numberIn(row, 'count') ?? null,
          ((row.task_names ?? row.task_ids ?? []) as readonly unknown[]).join(', '),
        ]),
    ),
    sections.begin('Sources'),
    ...sourceBlocks(report, exhibits),
    sections.begin('How each figure is computed again'),
    ...recomputeBlocks(report, []),
  ]
  return documentOf(report, 'Schedule report', [], NOTICE, blocks)
}

/** A report of no kind as a document: how each analysis came out, the gravest findings, where the figures come from. */
import { type Block, type Document, number, plain, table, text } from './blocks.ts'
import { type Gathered, numberIn, textIn } from './gathered.ts'
import { documentOf, Exhibits, entriesOf, notMade, recomputeBlocks, Sections, sourceBlocks } from './say.ts'

const NOTICE =
  'An excerpt: the answer as HTML has each analysis with its charts and tables, the answer as JSON has all of it.'

export function plainDocument(report: Gathered): Document {
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

/** sis level: which task waits for which resource, until when, and what that costs. */
import type { AnalysisId } from '../../../shared/contract/analysis/analyses.ts'
import { FORM_OPTIONS, READ_OPTIONS } from '../options.ts'
import { type Envelope, EXIT } from '../outcome.ts'
import { type Layout, table } from '../terminal.ts'
import { envelopeView, importView } from '../views.ts'
import { fileCommand, ONE_FILE, runAnalysis, writeForms } from './analysis-command.ts'

const ID: AnalysisId = 'analysis.levelling'
/** Delays that are printed; --json has all. */
const SHOWN_MAX = 20

export const level = fileCommand(ONE_FILE, {
  usage: 'level FILE',
  about: 'delay tasks until limits hold, with a reason for each; --set options.rule=p6, options.effort=best',
  options: [...READ_OPTIONS, ...FORM_OPTIONS],
  async run(context) {
    const { paths, options, layout, print } = context
    const { envelope, json } = await runAnalysis(context, ID, paths)
    writeForms(context, ID, json)
    if (options.json === true) print(`${json}\n`)
    else
      print([
        ...importView(envelope.metadata.import, layout),
        ...delaysView(envelope, layout),
        '',
        ...envelopeView(envelope, layout),
      ])
    return EXIT.ok
  },
})

interface Levelled {
  readonly delays: readonly { readonly text: string }[]
  readonly unresolved: readonly { readonly text: string }[]
  readonly resources: readonly {
    readonly resource: string
    readonly limit_most: number | null
    readonly peak_before: number
    readonly peak_after: number
    readonly over_hours_before: number
    readonly over_hours_after: number
  }[]
}

function delaysView({ data }: Envelope, layout: Layout): string[] {
  const { delays, unresolved, resources } = data as unknown as Levelled
  const number = (value: number | null) => ({ text: value === null ? 'none' : String(value) })
  const sentences = [...unresolved, ...delays]
  const more = sentences.length - SHOWN_MAX
  if (resources.length === 0) return []
  return [
    ...table(
      [
        ['resource', 'limit', 'peak before', 'after', 'hours over before', 'after'].map(text => ({ text })),
        ...resources.map(row => [
          { text: row.resource },
          number(row.limit_most),
          number(row.peak_before),
          number(row.peak_after),
          number(row.over_hours_before),
          number(row.over_hours_after),
        ]),
      ],
      layout,
    ),
    '',
    ...sentences.slice(0, SHOWN_MAX).map(({ text }) => text),
    ...(more > 0 ? [`${more} more; --json has all.`] : []),
  ]
}

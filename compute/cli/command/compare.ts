/** sis compare: why the finish moved from one file to the next, and what changed. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import type { Command } from '../context.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { EXIT } from '../exit-codes.ts'
import { RunError, type RunReply } from '../outcome.ts'
import { runAnalysis } from '../run-analysis.ts'
import type { Layout } from '../table.ts'
import { UsageError } from '../usage-error.ts'
import { writeForms } from '../write-forms.ts'

const SHOWN = ['forensics.delay-analysis', 'forensics.change-tracking'] as const satisfies readonly AnalysisId[]

export const compare: Command = {
  usage: 'compare BASELINE [UPDATE...] LATEST',
  about: 'where the days of a delay came from, and what changed; the oldest file first',
  async run(context) {
    const { paths, options, layout, print } = context
    if (paths.length < 2) throw new UsageError('sis compare takes at least two files, the oldest first.')
    const delay = await runAnalysis(context, SHOWN[0], paths)
    writeForms(context, SHOWN[0], delay.json)
    // two revisions of one data date have a delay, but are no updates of each other
    const changes = await runAnalysis(context, SHOWN[1], paths).catch(refusedAlone)
    if (options.json === true) print(`{"${SHOWN[0]}":${delay.json},"${SHOWN[1]}":${changesJson(changes)}}\n`)
    else {
      const { envelope } = delay
      print([
        ...importView(envelope.metadata.import, layout),
        '',
        ...envelopeView(envelope, layout),
        '',
        ...changesView(changes, layout),
      ])
    }
    return EXIT.ok
  },
}

function refusedAlone(error: unknown): RunError {
  if (error instanceof RunError) return error
  throw error
}

const changesJson = (changes: RunReply | RunError): string =>
  changes instanceof RunError ? JSON.stringify({ error: changes.lines }) : changes.json

const changesView = (changes: RunReply | RunError, layout: Layout): readonly string[] =>
  changes instanceof RunError ? ['No change tracking:', ...changes.lines] : envelopeView(changes.envelope, layout)

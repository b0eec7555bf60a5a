/** sis path: finish, agreement with the file, the longest path. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import type { Command } from '../context.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { EXIT } from '../exit-codes.ts'
import { finishView, pathView } from '../finish-view.ts'
import { runAnalysis } from '../run-analysis.ts'
import { UsageError } from '../usage-error.ts'
import { writeForms } from '../write-forms.ts'

const ID: AnalysisId = 'analysis.cpm'

export const path: Command = {
  usage: 'path FILE',
  about: 'critical path: finish, beside that of the file, and longest path',
  async run(context) {
    const { paths, options, layout, print } = context
    if (paths.length !== 1) throw new UsageError('sis path takes one file.')
    const { envelope, json } = await runAnalysis(context, ID, paths)
    writeForms(context, ID, json)
    if (options.json === true) print(`${json}\n`)
    else
      print([
        ...importView(envelope.metadata.import, layout),
        ...finishView(envelope, layout),
        '',
        ...pathView(envelope, layout),
        '',
        ...envelopeView(envelope, layout),
      ])
    return EXIT.ok
  },
}

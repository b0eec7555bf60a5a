/** sis path: finish, agreement with the file, the longest path. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { EXIT } from '../exit-codes.ts'
import { finishView, pathView } from '../finish-view.ts'
import { FORM_OPTIONS, READ_OPTIONS } from '../options.ts'
import { runAnalysis } from '../run-analysis.ts'
import { writeForms } from '../write-forms.ts'
import { fileCommand, ONE_FILE } from './file-command.ts'

const ID: AnalysisId = 'analysis.cpm'

export const path = fileCommand(ONE_FILE, {
  usage: 'path FILE',
  about: 'critical path: finish, beside that of the file, and longest path',
  options: [...READ_OPTIONS, ...FORM_OPTIONS],
  async run(context) {
    const { paths, options, layout, print } = context
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
})

/** sis health: the finish, the health score and the fourteen points of one file. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import type { Command } from '../context.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { finishView } from '../finish-view.ts'
import { runAnalysis } from '../run-analysis.ts'
import { UsageError } from '../usage-error.ts'
import { writeForms } from '../write-forms.ts'
import { exitCode, limitLine, scoreLimit } from './fail-under.ts'

const SCORED = ['health.score', 'health.dcma-14-point'] as const satisfies readonly AnalysisId[]

export const health: Command = {
  usage: 'health FILE',
  about: 'finish, health score and DCMA 14-point assessment',
  async run(context) {
    const { paths, options, layout, print } = context
    if (paths.length !== 1) throw new UsageError('sis health takes one file.')
    const limit = scoreLimit(options)
    const runOne = (id: AnalysisId) => runAnalysis(context, id, paths)
    const score = await runOne(SCORED[0])
    const points = await runOne(SCORED[1])
    writeForms(context, SCORED[1], points.json)
    if (options.json === true) {
      print(`{"${SCORED[0]}":${score.json},"${SCORED[1]}":${points.json}}\n`)
    } else {
      const path = await runOne('analysis.cpm')
      print([
        ...importView(score.envelope.metadata.import, layout),
        ...finishView(path.envelope, layout),
        '',
        ...envelopeView(score.envelope, layout),
        '',
        ...envelopeView(points.envelope, layout),
        ...limitLine(limit, score.envelope),
      ])
    }
    return exitCode(limit, [score.envelope])
  },
}

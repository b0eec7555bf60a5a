/** sis health: the finish, the health score and the fourteen points of one file. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { finishView } from '../finish-view.ts'
import { READ_OPTIONS } from '../options.ts'
import { runAnalysis } from '../run-analysis.ts'
import { writeForms } from '../write-forms.ts'
import { exitCode, limitLine, scoreLimit } from './fail-under.ts'
import { fileCommand, jsonOf, ONE_FILE } from './file-command.ts'

const SCORED = ['health.score', 'health.dcma-14-point'] as const satisfies readonly AnalysisId[]

export const health = fileCommand(ONE_FILE, {
  usage: 'health FILE',
  about: 'finish, health score and DCMA 14-point assessment',
  options: [...READ_OPTIONS, 'fail-under', 'html', 'xlsx', 'csv'],
  async run(context) {
    const { paths, options, layout, print } = context
    const limit = scoreLimit(options)
    const runOne = (id: AnalysisId) => runAnalysis(context, id, paths)
    const score = await runOne(SCORED[0])
    const points = await runOne(SCORED[1])
    writeForms(context, SCORED[1], points.json)
    if (options.json === true) {
      print(jsonOf({ [SCORED[0]]: score.json, [SCORED[1]]: points.json }))
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
})

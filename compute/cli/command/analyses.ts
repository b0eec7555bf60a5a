/** sis health, path and run: one analysis of a file, or two; sis list: their names. */
import { type AnalysisId, analyses } from '../../../shared/contract/analysis/analyses.ts'
import { nearest } from '../../../shared/contract/did-you-mean.ts'
import { FORM_OPTIONS, READ_OPTIONS } from '../options.ts'
import { type Command, EXIT, UsageError } from '../outcome.ts'
import { table } from '../terminal.ts'
import { envelopeView, finishView, importView, pathView } from '../views.ts'
import {
  exitCode,
  fileCommand,
  jsonOf,
  limitLine,
  ONE_FILE,
  runAnalysis,
  scoreLimit,
  showResult,
  viewCommand,
  writeForms,
} from './analysis-command.ts'

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

/** sis path: finish, agreement with the file, the longest path. */
export const path = viewCommand(
  'analysis.cpm',
  { usage: 'path FILE', about: 'critical path: finish, beside that of the file, and longest path' },
  (envelope, layout) => [...finishView(envelope, layout), '', ...pathView(envelope, layout)],
)

/** sis run: any of the analyses. */
export const run: Command = {
  usage: 'run ANALYSIS FILE...',
  about: 'any analysis of sis list; several files with the oldest first',
  options: [...READ_OPTIONS, 'fail-under', ...FORM_OPTIONS],
  async run(context) {
    const [name, ...paths] = context.paths
    const id = analysisOf(name)
    const limit = scoreLimit(context.options)
    const reply = await runAnalysis(context, id, paths)
    showResult(context, id, reply, { after: () => limitLine(limit, reply.envelope) })
    return exitCode(limit, [reply.envelope])
  },
}

/** By id ("health.score") or by its last part ("score"). */
function analysisOf(name: string | undefined): AnalysisId {
  const row = analyses.find(({ id, name: last }) => id === name || last === name)
  if (row !== undefined) return row.id
  if (name === undefined)
    throw new UsageError('sis run takes the name of an analysis, then its files; sis list names them.')
  const names = analyses.flatMap(({ id, name: last }) => [id, last])
  const near = [
    nearest(name, names) ?? analyses.filter(({ name: last }) => last.includes(name)).map(({ name: last }) => last),
  ].flat()
  throw new UsageError(
    `"${name}" is no analysis.${near.length === 0 ? ' sis list names them.' : ` Is ${near.join(' or ')} meant?`}`,
  )
}

/** sis list: the analyses. */
export const list: Command = {
  usage: 'list',
  about: 'names of the analyses',
  options: [],
  async run({ options, layout, print }) {
    const rows = analyses.map(({ id, summary }) => ({ id, summary }))
    if (options.json === true) print(`${JSON.stringify(rows)}\n`)
    else
      print(
        table(
          rows.map(({ id, summary }) => [{ text: id }, { text: summary }]),
          layout,
        ),
      )
    return EXIT.ok
  },
}

/** sis run: any of the analyses. */
import { type AnalysisId, analyses } from '../../../shared/analysis/analyses.ts'
import { nearest } from '../../../shared/did-you-mean.ts'
import type { Command } from '../context.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { FORM_OPTIONS, READ_OPTIONS } from '../options.ts'
import { runAnalysis } from '../run-analysis.ts'
import { UsageError } from '../usage-error.ts'
import { writeForms } from '../write-forms.ts'
import { exitCode, limitLine, scoreLimit } from './fail-under.ts'

export const run: Command = {
  usage: 'run ANALYSIS FILE...',
  about: 'any analysis of sis list; several files with the oldest first',
  options: [...READ_OPTIONS, 'fail-under', ...FORM_OPTIONS],
  async run(context) {
    const { options, layout, print } = context
    const [name, ...paths] = context.paths
    const id = analysisOf(name)
    const limit = scoreLimit(options)
    const { envelope, json } = await runAnalysis(context, id, paths)
    writeForms(context, id, json)
    if (options.json === true) print(`${json}\n`)
    else
      print([
        ...importView(envelope.metadata.import, layout),
        '',
        ...envelopeView(envelope, layout),
        ...limitLine(limit, envelope),
      ])
    return exitCode(limit, [envelope])
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

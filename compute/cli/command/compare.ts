/** sis compare: why the finish moved from one file to the next, and what changed. */
import type { AnalysisId } from '../../../shared/analysis/analyses.ts'
import type { ImportReport } from '../../../shared/schedule/import-report.ts'
import { changesView } from '../changes-view.ts'
import type { Context } from '../context.ts'
import { envelopeView, importView } from '../envelope-view.ts'
import { EXIT } from '../exit-codes.ts'
import { shownPath } from '../named-lines.ts'
import { READ_OPTIONS } from '../options.ts'
import { RunError, type RunReply } from '../outcome.ts'
import { runAnalysis } from '../run-analysis.ts'
import type { Layout } from '../table.ts'
import { asCompared, asTracked } from '../tracked-names.ts'
import { writeForms } from '../write-forms.ts'
import { fileCommand, jsonOf, TWO_FILES_OR_MORE } from './file-command.ts'

const SHOWN = ['forensics.delay-analysis', 'forensics.change-tracking'] as const satisfies readonly AnalysisId[]

export const compare = fileCommand(TWO_FILES_OR_MORE, {
  usage: 'compare BASELINE [UPDATE...] LATEST',
  about: 'where the days of a delay came from, and what changed; the oldest file first',
  options: [...READ_OPTIONS, 'html', 'xlsx', 'csv'],
  async run(context) {
    const { paths, options, layout, print } = context
    const delay = await runAnalysis(context, SHOWN[0], paths)
    writeForms(context, SHOWN[0], delay.json)
    noteOrder(context, delay.envelope.metadata.import ?? [])
    const tracked = options.set === undefined ? options : { ...options, set: options.set.map(asTracked) }
    const changes = await runAnalysis({ ...context, options: tracked }, SHOWN[1], paths).catch(refusedAlone)
    if (options.json === true) print(jsonOf({ [SHOWN[0]]: delay.json, [SHOWN[1]]: changesJson(changes) }))
    else {
      const { envelope } = delay
      print([
        ...importView(envelope.metadata.import, layout),
        '',
        ...envelopeView(envelope, layout),
        '',
        ...trackedView(changes, layout),
      ])
    }
    return EXIT.ok
  },
})

/** The order on the command line says which is older; the files say it too, by their data dates. */
function noteOrder({ paths, note }: Context, imports: readonly ImportReport[]): void {
  const dateOf = (container: string): string | undefined =>
    imports.find(({ path }) => path.startsWith(container))?.data_date ?? undefined
  const [first, last] = [dateOf('baseline_schedule') ?? dateOf('schedule_history'), dateOf('current_schedule')]
  if (first === undefined || last === undefined || first <= last) return
  note(
    `${shownPath(paths[0]!)} has the data date ${first.slice(0, 10)}, after that of ${shownPath(paths.at(-1)!)}, ${last.slice(0, 10)}: the oldest file comes first. Are they in the wrong order?`,
  )
}

function refusedAlone(error: unknown): RunError {
  if (error instanceof RunError) return new RunError(error.lines.map(asCompared))
  throw error
}

const changesJson = (changes: RunReply | RunError): string =>
  changes instanceof RunError ? JSON.stringify({ error: changes.lines }) : changes.json

const trackedView = (changes: RunReply | RunError, layout: Layout): readonly string[] =>
  changes instanceof RunError
    ? ['No change tracking:', ...changes.lines]
    : [...envelopeView(changes.envelope, layout), ...changesView(changes.envelope, layout)]

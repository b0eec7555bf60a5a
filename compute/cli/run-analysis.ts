/** Runs one analysis on the files of the command line, and shows its progress on the terminal. */
import type { AnalysisId } from '../../shared/analysis/analyses.ts'
import type { Context } from './context.ts'
import { membersOf } from './members.ts'
import type { RunReply } from './outcome.ts'
import { placedFiles } from './placed-files.ts'

export async function runAnalysis(
  { options, progress, run }: Context,
  id: AnalysisId,
  paths: readonly string[],
): Promise<RunReply> {
  progress.say(`${id} ...`)
  try {
    return await run({ id, files: placedFiles(id, paths), members: membersOf(options) })
  } finally {
    progress.clear()
  }
}

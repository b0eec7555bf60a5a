/** Runs one analysis on the files of the command line, and shows its progress on the terminal. */
import type { AnalysisId } from '../../shared/analysis/analyses.ts'
import type { Context } from './context.ts'
import { membersOf } from './members.ts'
import { noteIgnored } from './note-ignored.ts'
import type { RunReply } from './outcome.ts'
import { placedFiles } from './placed-files.ts'

export async function runAnalysis(context: Context, id: AnalysisId, paths: readonly string[]): Promise<RunReply> {
  const { options, progress, run } = context
  progress.say(`${id} ...`)
  try {
    const reply = await run({ id, files: placedFiles(id, paths), members: membersOf(options) })
    progress.clear()
    noteIgnored(context, id, reply.envelope)
    return reply
  } finally {
    progress.clear()
  }
}

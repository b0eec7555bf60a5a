/** Analyser by name. A row of the catalogue that is not pending has its function here; a test compares both ways. */
import { cpmAnalyser } from './analysis/cpm.ts'
import { validateAnalyser } from './analysis/validate.ts'
import type { Analyser } from './result.ts'

export const analysers: Readonly<Record<string, Analyser>> = {
  'analysis.cpm': cpmAnalyser,
  'analysis.validate': validateAnalyser,
}

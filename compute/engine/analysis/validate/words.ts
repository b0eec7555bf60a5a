/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  summarise: {
    noTasks: 'The schedule has no tasks to validate.',
    valid: 'The schedule is valid',
    notValid: 'The schedule is not valid',
    verdict: (
      verdict: string,
      errors: number,
      errorChecks: number,
      warnings: number,
      warningChecks: number,
      score: number,
      grade: string,
    ) =>
      `${verdict}: ${errors} of ${errorChecks} error checks and ${warnings} of ${warningChecks} warning checks found something; score ${score}, grade ${grade}.`,
  },
  validateSummary: {
    message: (parts: number, largestTaskCount: number) =>
      `The network falls into ${parts} parts that no link joins; the largest has ${plural(largestTaskCount, 'task')}.`,
  },
  invalidGate: {
    description: (errors: number, errorChecks: number, named: string) =>
      `${plural(errors, 'error check')} of ${errorChecks} found something: ${named}.`,
  },
} as const

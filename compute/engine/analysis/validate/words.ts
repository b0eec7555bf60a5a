/** What this analysis says to its readers, by the check or sentence that says it. Texts of several analyses are in engine/check and engine/wording. */
import { plural } from '../../wording/plural.ts'

export const WORDS = {
  summarise: {
    message: 'The schedule has no tasks to validate.',
  },
  validateSummary: {
    message: (parts: number, largestTaskCount: number) =>
      `The network falls into ${parts} parts that no link joins; the largest has ${plural(largestTaskCount, 'task')}.`,
  },
} as const

/** What is said, in every format, of assignments that name nobody. */
import type { ImportWarnings } from './import-warnings.ts'

export const reportUnknownResources = (warnings: ImportWarnings, count: number): void =>
  warnings.add(
    'resource_unknown',
    'Assignments name resources that the file does not have; their tasks are read without them.',
    count,
  )

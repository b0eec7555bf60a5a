/** What is said, in every format, of assignments that cannot be read as they are. */
import type { ImportWarnings } from './import-warnings.ts'

/** `count`: assignments of materials, or of other than 1 unit. */
export const reportUnitsLeftOut = (warnings: ImportWarnings, count: number): void =>
  warnings.add(
    'resource_units_left_out',
    'Assignments of materials, or of other than 1 unit an hour: units and limits were left out, and a resource analysis counts each as 1 unit of a limit of 1.',
    count,
  )

export const reportUnknownResources = (warnings: ImportWarnings, count: number): void =>
  warnings.add(
    'resource_unknown',
    'Assignments name resources that the file does not have; their tasks are read without them.',
    count,
  )

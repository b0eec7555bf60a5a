/** What is said, in every format, of calendars that cannot be read as a whole. */
import type { ImportWarnings } from './import-warnings.ts'

/** `count`: parts of their working times that are no days or shifts. */
export const reportCalendarParts = (warnings: ImportWarnings, count = 1): void =>
  warnings.add(
    'calendar_parts',
    'Parts of the working times of calendars are no days or shifts and were left out.',
    count,
  )

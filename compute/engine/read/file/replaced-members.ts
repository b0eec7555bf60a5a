/** What is said of a project file where the request gives members that the file has as well: those of the request are used. */
import type { ImportReport } from '../../../../shared/contract/schedule/import-report.ts'

/** `names`: members of the request in the place of those of the file. */
export function withReplaced(report: ImportReport, names: readonly string[]): ImportReport {
  if (names.length === 0) return report
  const text = `The request has members of its own in the place of those of the file, which are reported here as the file has them: ${names.join(', ')}.`
  return { ...report, warnings: [...report.warnings, { code: 'members_replaced', text, count: names.length }] }
}

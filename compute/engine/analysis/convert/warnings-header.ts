/** The header of a reply that is a project file (WARNINGS_HEADER): a list of tokens with parameters, as RFC 9651 has them, so short that no proxy minds. */
import type { ConversionReport } from '../../../../shared/contract/schedule/conversion-report.ts'

/** undefined: there is nothing to warn of. */
export function warningsHeader({ warnings, finish_before, finish_after }: ConversionReport): string | undefined {
  if (warnings.length === 0) return undefined
  const items = warnings.map(({ code, count, of }) =>
    code === 'finish_differs'
      ? `${code};from="${finish_before ?? ''}";to="${finish_after ?? ''}"`
      : `${code};count=${count};of=${of}`,
  )
  return items.join(', ')
}

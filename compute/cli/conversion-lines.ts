/** What a conversion changes, in lines beside the file. */
import type { ConversionReport, ConversionWarning } from '../../shared/schedule/conversion-report.ts'

const EXAMPLES_MAX = 3

export function conversionLines({ warnings, finish_before, finish_after }: ConversionReport): string[] {
  return warnings.flatMap(warning =>
    warning.code === 'finish_differs'
      ? [`The computed finish differs: ${finish_before ?? 'none'} as sent, ${finish_after ?? 'none'} in the file.`]
      : [`${warning.count} of ${warning.of}: ${warning.text} (${warning.code})`, ...exampleLines(warning)],
  )
}

function exampleLines({ count, examples }: ConversionWarning): string[] {
  const shown = examples.slice(0, EXAMPLES_MAX)
  const lines = shown.map(({ task_id, task_name, place, before, after }) => {
    const where = place === null ? '' : ` ${place.replace(/^tasks\[\d+\]\./, '')}`
    const name = task_name === null ? '' : ` "${task_name}"`
    return `  ${task_id}${name}${where}: ${before ?? 'nothing'} -> ${after ?? 'nothing'}`
  })
  return count > shown.length && shown.length > 0 ? [...lines, `  and ${count - shown.length} more`] : lines
}

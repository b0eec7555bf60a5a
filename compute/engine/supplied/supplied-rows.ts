/** The rows of the finding about supplied values: apart from how it is found, which needs the passes. */
import type { FindingRow } from '../check/finding-rows.ts'
import type { Finding } from '../result/result.ts'

const row = {
  code: 'CPM_DIFFERS_FROM_SUPPLIED',
  title: 'Computed dates or floats differ from those supplied',
  description: (count: number) =>
    `The finish or total float that the request supplies for ${count === 1 ? '1 open task' : `${count} open tasks`} is not the computed one.`,
  advice: ({ evidence }: Finding) => ({
    title: 'Make the computed dates agree with the source',
    description: (evidence as { readonly to_agree: string }).to_agree,
  }),
}

/** The same finding, by how far the two are apart. */
export const SUPPLIED_ROWS = {
  differsFromSupplied: { ...row, severity: 'medium' },
  differsLittleFromSupplied: { ...row, severity: 'low' },
} as const satisfies Record<string, FindingRow>

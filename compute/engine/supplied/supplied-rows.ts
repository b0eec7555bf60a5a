/** The rows of the finding about supplied values, without the computation, which imports the passes. */
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

/** One finding; its severity depends on the size of the difference. */
export const SUPPLIED_ROWS = {
  differsFromSupplied: { ...row, severity: 'medium' },
  differsLittleFromSupplied: { ...row, severity: 'low' },
} as const satisfies Record<string, FindingRow>

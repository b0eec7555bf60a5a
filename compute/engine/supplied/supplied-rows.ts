/** The rows of the finding about supplied values, without the computation, which imports the passes. */
import type { FindingRow } from '../check/finding-rows.ts'
import type { Finding } from '../result/result.ts'
import { WORDS } from './words.ts'

const row = {
  code: 'CPM_DIFFERS_FROM_SUPPLIED',
  title: WORDS.finding.title,
  description: WORDS.finding.description,
  advice: ({ evidence }: Finding) => ({
    title: WORDS.finding.adviceTitle,
    description: (evidence as { readonly to_agree: string }).to_agree,
  }),
}

/** One finding; its severity depends on the size of the difference. */
export const SUPPLIED_ROWS = {
  differsFromSupplied: { ...row, severity: 'medium' },
  differsLittleFromSupplied: { ...row, severity: 'low' },
} as const satisfies Record<string, FindingRow>

/** Maker of analysis rows: what follows from the family and the name is written here once. */
import Type, { type TSchema } from 'typebox'
import type { ColumnName } from '../schedule/column-rows.ts'
import { admits, type TierName } from '../tiers.ts'
import { withTaskNames } from './data/named.ts'
import type { AnalysisRow, InputKind } from './row.ts'

interface Facts {
  readonly request: TSchema
  readonly data?: TSchema
  readonly summary: string
  readonly description: string
  readonly tier?: TierName
  readonly input: InputKind
  readonly syncLimit?: AnalysisRow['syncLimit']
  readonly columns?: readonly ColumnName[]
  readonly pending?: true
}

/** `name` is the last part of the path; the agent tool is called <family>_<name> with underscores. */
export function analysis(family: AnalysisRow['family'], name: string, facts: Facts): AnalysisRow {
  return {
    kind: 'analysis',
    family,
    id: `${family}.${name}`,
    method: 'POST',
    path: `/api/v1/${family}/${name}`,
    tool: `${family}_${name.replaceAll('-', '_')}`,
    tier: facts.tier ?? 'demo',
    asyncTier: 'starter',
    syncLimit: facts.syncLimit ?? 'syncTaskCountMax',
    input: facts.input,
    request: facts.request,
    data: replyData(facts),
    summary: facts.summary,
    description: facts.description,
    ...(facts.columns === undefined ? {} : { columns: facts.columns }),
    ...(facts.pending === undefined ? {} : { pending: facts.pending }),
  }
}

/** Schema of `data` in a reply: a row that takes options.fields may leave out any member of it. */
function replyData({ request, data }: Facts): TSchema {
  if (data === undefined) return Type.Object({}, { description: 'Declared with the analysis.' })
  const named = withTaskNames(data)
  return takesFieldset(request) ? Type.Unsafe({ ...named, required: [] }) : named
}

type Schema = { readonly properties?: Readonly<Record<string, Schema>> }

const takesFieldset = (request: TSchema): boolean =>
  (request as Schema).properties?.options?.properties?.fields !== undefined

/** Path of the async variant. */
export const asyncPath = (row: AnalysisRow): string => `${row.path}/async`

/** What a caller can do with a schedule that is too large for a synchronous call. */
export const syncHint = (row: AnalysisRow, tier: TierName): string =>
  admits(row.asyncTier, tier)
    ? `Send larger schedules to ${asyncPath(row)}.`
    : 'Upgrade to the tier starter or higher and use the async path.'

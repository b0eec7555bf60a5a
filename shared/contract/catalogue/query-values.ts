/** What stands behind the ? of an address, as the row of the endpoint declares it: values of the declared types, or a 422 with every fault. */
import type { TSchema } from 'typebox'
import type { AnalysisId } from '../analysis/analyses.ts'
import type { ConvertTarget, FileTarget } from '../endpoint/convert.ts'
import type { CatalogueId } from '../endpoint/data/catalogue-words.ts'
import { type Refusal, refuse, type ValidationFault } from '../errors.ts'
import { areChosen, chosenAnalyses, type Paper, type ReportKind } from '../report/report-query.ts'
import { describe } from '../schedule/text.ts'
import { checkerOf } from '../schema/schema-checker.ts'
import { wordsOf } from '../schema/schema-faults.ts'

type Query = Readonly<Record<string, string | number | boolean>>

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
])

/** The text as a value of the type, where it is one; else as it is, for the validator to refuse. */
function typed(type: unknown, text: string): string | number | boolean {
  if (type === 'integer') return /^-?\d{1,15}$/.test(text) ? Number(text) : text
  if (type === 'boolean') return BOOLEANS.get(text) ?? text
  return text
}

/** The analyses of a report, by their ids. */
export function withAnalyses(query: {
  readonly analyses?: unknown
  readonly kind?: ReportKind
  readonly paper?: Paper
}): FileQuery | Refusal {
  const chosen = chosenAnalyses(query.analyses as string | undefined, query.kind)
  if (areChosen(chosen)) return { ...query, analyses: chosen }
  return { ...refuse('validation'), faults: chosen.faults, faultCount: chosen.faults.length }
}

/** Undeclared names are ignored. */
export function queryValues(schema: TSchema, text: string): Query | Refusal {
  const declared = (schema as { readonly properties: Readonly<Record<string, { readonly type?: unknown }>> }).properties
  const query: Record<string, string | number | boolean> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(declared, name)) query[name] = typed(declared[name]!.type, value)
  }
  const validator = checkerOf(schema)
  if (validator.Check(query)) return query
  const faults = validator.Errors(query).map((error): ValidationFault => {
    const name = error.instancePath.slice(1)
    const msg = `${name} ${wordsOf(error)}, not ${describe(query[name])}.`
    return { loc: ['query', name], msg, type: error.keyword }
  })
  return { ...refuse('validation'), faults, faultCount: faults.length }
}

/** to, report: of a conversion; table: of an answer as CSV; ttl, seconds: of a schedule that is to be kept. */
export interface FileQuery {
  readonly project?: string
  readonly encoding?: string
  readonly to?: ConvertTarget
  readonly report?: FileTarget
  readonly table?: string
  readonly ttl?: number
  /** Of a report: its analyses, and what else it is. */
  readonly analyses?: readonly AnalysisId[]
  readonly kind?: ReportKind
  readonly paper?: Paper
  /** Of a catalogue of checks. */
  readonly catalogue?: CatalogueId
}

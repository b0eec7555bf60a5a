/** The query of a call as its row declares it: values of the declared types, or a 422 with every fault. Undeclared names are ignored. */
import type { Static, TSchema } from 'typebox'
import type { AnalysisId } from '../../shared/contract/analysis/analyses.ts'
import type { ConvertTarget, FileTarget } from '../../shared/contract/endpoint/convert.ts'
import type { CatalogueId } from '../../shared/contract/endpoint/data/catalogue-words.ts'
import type { QueryOf, ServiceId } from '../../shared/contract/endpoint/service.ts'
import { type Refusal, refuse, type ValidationFault } from '../../shared/contract/errors.ts'
import { areChosen, chosenAnalyses, type Paper, type ReportKind } from '../../shared/contract/report/report-query.ts'
import { describe } from '../../shared/contract/schedule/text.ts'
import { checkerOf } from '../../shared/contract/schema/schema-checker.ts'
import { addSchemaFaults, wordsOf } from '../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../shared/contract/schema/validation-faults.ts'
import type { Call, CallTo } from './call.ts'
import { isReport, takesFiles } from './routes.ts'

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

export function readQuery<Id extends ServiceId>(call: CallTo<Id>): QueryOf<Id> | Refusal {
  const { exchange, route }: Call = call
  const schema = route.kind === 'service' ? route.row.query : undefined
  // as the schema of the row has it, which is checked here
  return (schema === undefined ? {} : read(schema, exchange.query)) as QueryOf<Id> | Refusal
}

/** to, report: of a conversion; table: of an answer as CSV; ttl, seconds: of a schedule that is to be kept. */
interface FileQueryOf {
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

const NO_QUERY: FileQueryOf = Object.freeze({})

/** What the query says of the project files that a call takes. */
export function readFileQuery({ exchange, route }: Call): FileQueryOf | Refusal {
  if (route.kind === 'retired' || !takesFiles(route)) return NO_QUERY
  const query = exchange.query === '' ? NO_QUERY : read(route.row.query!, exchange.query)
  return isReport(route) && !isRefusal(query) ? withChosen(query) : query
}

/** The analyses of a report, by their ids. */
function withChosen(query: {
  readonly analyses?: unknown
  readonly kind?: ReportKind
  readonly paper?: Paper
}): FileQueryOf | Refusal {
  const chosen = chosenAnalyses(query.analyses as string | undefined, query.kind)
  if (areChosen(chosen)) return { ...query, analyses: chosen }
  return { ...refuse('validation'), faults: chosen.faults, faultCount: chosen.faults.length }
}

function read(schema: TSchema, text: string): Query | Refusal {
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

export const isRefusal = (value: object): value is Refusal => 'details' in value

// The value of a small JSON body, checked against its schema.

const decoder = new TextDecoder('utf-8', { fatal: true })

/** The value of a small body, or why it is refused. Handlers of raw bodies call it when they know who sent them. */
export function parseJson<Schema extends TSchema>(
  bytes: Uint8Array,
  schema: Schema,
  isOptional = false,
): { readonly value: Static<Schema> } | { readonly refusal: Refusal } {
  if (bytes.length === 0) return { refusal: refuse('body_empty', { format: 'JSON' }) }
  let text = ''
  let value: unknown
  try {
    text = decoder.decode(bytes)
    value = JSON.parse(text)
  } catch (error) {
    return { refusal: refuse('json_syntax', { reason: syntaxReason(error as Error, text) }) }
  }
  value = isOptional && value === null ? {} : withoutNulls(value)
  const faults = new ValidationFaults(['body'])
  addSchemaFaults(checkerOf(schema), value, faults)
  if (faults.count === 0) return { value: value as Static<Schema> }
  return { refusal: { ...refuse('validation'), faults: faults.faults, faultCount: faults.count } }
}

/** The members that are there. */
const withoutNulls = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
    : value

/** The message of the parser holds parts of the body: only the place is taken from it, where it has one. */
function syntaxReason({ name, message }: Error, text: string): string {
  if (name !== 'SyntaxError') return 'it is not UTF-8'
  if (/^Un(?:expected end|terminated)/.test(message)) return 'it ends too early'
  const comma = trailingComma(text)
  if (comma >= 0) return `a comma follows the last item or member at character ${comma}`
  const place = / at position (\d+)(?: \(line \d+ column \d+\))?$/.exec(message)?.[1]
  return `a value, a comma or a bracket is wrong${place === undefined ? '' : ` at character ${place}`}`
}

/** Place of the first comma outside strings that a closing bracket follows, -1 = there is none. */
function trailingComma(text: string): number {
  let comma = -1
  let isText = false
  for (let at = 0; at < text.length; at++) {
    const c = text[at]!
    if (isText && c === '\\') at++
    else if (c === '"') isText = !isText
    if (isText || c === ' ' || c === '\n' || c === '\r' || c === '\t') continue
    if ((c === ']' || c === '}') && comma >= 0) return comma
    comma = c === ',' ? at : -1
  }
  return -1
}

/** The query of a call as its row declares it (shared/contract/catalogue/query-values.ts), and the value of a small body. */
import type { Static, TSchema } from 'typebox'
import { type FileQuery, queryValues, withAnalyses } from '../../shared/contract/catalogue/query-values.ts'
import type { QueryOf, ServiceId } from '../../shared/contract/endpoint/service.ts'
import { type Refusal, refuse } from '../../shared/contract/errors.ts'
import { checkerOf } from '../../shared/contract/schema/schema-checker.ts'
import { addSchemaFaults } from '../../shared/contract/schema/schema-faults.ts'
import { ValidationFaults } from '../../shared/contract/schema/validation-faults.ts'
import type { Call, CallTo } from './call.ts'
import { isReport, takesFiles } from './routes.ts'

export function readQuery<Id extends ServiceId>(call: CallTo<Id>): QueryOf<Id> | Refusal {
  const { exchange, route }: Call = call
  const schema = route.kind === 'service' ? route.row.query : undefined
  // as the schema of the row has it, which is checked here
  return (schema === undefined ? {} : queryValues(schema, exchange.query)) as QueryOf<Id> | Refusal
}

const NO_QUERY: FileQuery = Object.freeze({})

/** What the query says of the project files that a call takes. */
export function readFileQuery({ exchange, route }: Call): FileQuery | Refusal {
  if (route.kind === 'retired' || !takesFiles(route)) return NO_QUERY
  const query = exchange.query === '' ? NO_QUERY : queryValues(route.row.query!, exchange.query)
  return isReport(route) && !isRefusal(query) ? withAnalyses(query) : query
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

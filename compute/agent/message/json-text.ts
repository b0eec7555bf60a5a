/**
 * Arguments that came as JSON text: some models write "[{...}]" where a list belongs, or the arguments as one text. What the schema wants as an object, a list, a number or a
 * yes or no, and what is such a value in quotes, is taken out of them. Only arguments that are refused as they stand are looked at, so an ordinary call pays nothing.
 */
import type { TSchema } from 'typebox'
import { TASK_LIST_MARK } from '../../../shared/contract/schedule/task.ts'
import { JsonTokens } from '../../engine/read/json-tokens.ts'
import { ARRAY, BodySyntaxError, FALSE, NUMBER, OBJECT, STRING, TRUE } from '../../engine/read/tokens.ts'

type Schema = { readonly [keyword: string]: unknown }

/** A text within the bytes, its quotes included, and what stands in it. */
interface Found {
  readonly start: number
  readonly end: number
  readonly value: Uint8Array
}

const KINDS: Readonly<Record<string, readonly number[]>> = {
  object: [OBJECT],
  array: [ARRAY],
  number: [NUMBER],
  integer: [NUMBER],
  boolean: [TRUE, FALSE],
}

const branchesOf = (schema: Schema): readonly Schema[] => {
  const branches = ['anyOf', 'oneOf', 'allOf'].flatMap(word => (schema[word] as Schema[] | undefined) ?? [])
  return branches.length === 0 ? [schema] : branches.flatMap(branchesOf)
}

/** Kinds of tokens that may stand there in the place of a text; none where any text may. */
function kindsWanted(schema: Schema): readonly number[] {
  const branches = branchesOf(schema)
  const typesOf = ({ type, [TASK_LIST_MARK]: isTaskList }: Schema): readonly string[] =>
    isTaskList === true ? ['array'] : ([type ?? []].flat() as string[])
  if (branches.some(branch => typesOf(branch).includes('string') && branch.enum === undefined)) return []
  return branches.flatMap(branch => typesOf(branch).flatMap(type => KINDS[type] ?? []))
}

const memberOf = (schema: Schema, name: string): Schema | undefined =>
  branchesOf(schema)
    .map(({ properties }) => (properties as Readonly<Record<string, Schema>> | undefined) ?? {})
    .find(properties => Object.hasOwn(properties, name))?.[name]

/** The only value of these bytes, by the kind of its token; undefined: they are no JSON. */
function kindOf(bytes: Uint8Array): number | undefined {
  try {
    const tokens = new JsonTokens(bytes)
    const kind = tokens.next()
    tokens.skip(kind)
    tokens.finish()
    return kind
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return undefined
  }
}

/** The text just read, without its escapes. */
function contentOf(tokens: JsonTokens): Uint8Array {
  const { bytes, start, end, escaped } = tokens
  if (!escaped) return bytes.slice(start, end)
  const length = tokens.unescape(start, end)
  return tokens.unescaped.slice(0, length)
}

function search(tokens: JsonTokens, schema: Schema, found: Found[]): void {
  const kind = tokens.next()
  if (kind === STRING) {
    const wanted = kindsWanted(schema)
    if (wanted.length === 0) return
    const value = contentOf(tokens)
    const meant = kindOf(value)
    if (meant !== undefined && wanted.includes(meant)) found.push({ start: tokens.start - 1, end: tokens.pos, value })
    return
  }
  if (kind === OBJECT) {
    for (let index = 0; tokens.member(index); index++) {
      const inner = memberOf(schema, Buffer.from(contentOf(tokens)).toString())
      if (inner === undefined) tokens.skip(tokens.next())
      else search(tokens, inner, found)
    }
    return
  }
  const items = branchesOf(schema).find(branch => branch.items !== undefined && branch[TASK_LIST_MARK] !== true)?.items
  if (kind !== ARRAY || items === undefined) {
    tokens.skip(kind)
    return
  }
  for (let index = 0; tokens.item(index); index++) search(tokens, items as Schema, found)
}

/** undefined: there is none. */
export function withoutJsonText(args: Uint8Array, request: TSchema): Uint8Array | undefined {
  const found: Found[] = []
  try {
    search(new JsonTokens(args), { ...(request as unknown as Schema), type: 'object' }, found)
  } catch (error) {
    if (!(error instanceof BodySyntaxError)) throw error
    return undefined
  }
  if (found.length === 0) return undefined
  const parts: Uint8Array[] = []
  let from = 0
  for (const { start, end, value } of found) {
    parts.push(args.subarray(from, start), value)
    from = end
  }
  return Buffer.concat([...parts, args.subarray(from)])
}

/** Every operation of the OpenAPI document, with the route that serves it. */
import { analyses } from '../../../../shared/contract/analysis/analyses.ts'
import { findRoute, type Route } from '../../../call/routes.ts'
import { openApiDocument } from '../../../openapi/document.ts'

/** There is a route for each tool, and none for another name. */
const TOOL = analyses[0].tool

type Content = Readonly<Record<string, { readonly schema?: object }>>

export interface Row {
  /** operationId. */
  readonly id: string
  readonly method: string
  /** Template. */
  readonly path: string
  readonly route: Route
  /** By status, what the document says of the body. */
  readonly contents: ReadonlyMap<number, Content>
}

interface Described {
  readonly $ref?: string
  readonly content?: Content
}

interface Document {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<string, { readonly operationId: string; readonly responses: Readonly<Record<string, Described>> }>
      >
    >
  >
  readonly components: { readonly responses: Readonly<Record<string, Described>> }
}

export function describedRows(): Row[] {
  const { paths, components } = openApiDocument() as unknown as Document
  const contentOf = ({ $ref, content = {} }: Described): Content =>
    $ref === undefined ? content : (components.responses[$ref.split('/').at(-1)!]!.content ?? {})
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([lower, { operationId: id, responses }]) => {
      const method = lower.toUpperCase()
      const found = findRoute(method, path.replace('{tool_name}', TOOL))
      if ('refusal' in found) throw new Error(`${id} is not routed`)
      const contents = new Map(Object.entries(responses).map(([status, each]) => [Number(status), contentOf(each)]))
      return { id, method, path, route: found.route, contents }
    }),
  )
}

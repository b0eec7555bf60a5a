/** Walks a stored result: what stands outside of lists comes as values, lists come item by item, in the order of the envelope. */
import { JsonSource } from './json-source.ts'

/** Names of the members that lead to a value, e.g. data, agreement, fields. */
export type MemberPath = readonly string[]

export interface ResultVisitor {
  /** A text, number, boolean or null. */
  value(path: MemberPath, value: unknown): void
  beginList(path: MemberPath): void
  /** An item, whole, with everything in it. */
  item(value: unknown): void
  endList(): void
}

export function visitResult(chunks: Iterable<Uint8Array>, visitor: ResultVisitor): void {
  const source = new JsonSource(chunks)
  const path: string[] = []
  const visit = (): void => {
    if (source.isObject) {
      source.members(name => {
        path.push(name)
        visit()
        path.pop()
      })
    } else if (source.isArray) {
      visitor.beginList([...path])
      source.items(() => visitor.item(source.value()))
      visitor.endList()
    } else visitor.value([...path], source.value())
  }
  visit()
}

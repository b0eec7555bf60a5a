/** The document without components that nothing refers to, such as the example of a refusal that no operation gives. */
import type { Json, JsonObject } from './schemas.ts'

/** What may be referred to; the others are there by name. */
const REFERRED: readonly string[] = ['schemas', 'responses', 'examples', 'parameters', 'headers', 'pathItems']

export function withoutUnused(document: JsonObject): JsonObject {
  const components = document.components as Record<string, JsonObject>
  const used = new Set<string>()
  const rest: Json[] = Object.entries(document).flatMap(([key, part]) => (key === 'components' ? [] : [part]))
  while (rest.length > 0) {
    const value = rest.pop()!
    if (typeof value !== 'object' || value === null) continue
    const ref = Array.isArray(value) ? undefined : value.$ref
    if (typeof ref === 'string' && !used.has(ref)) {
      used.add(ref)
      const [, , kind = '', name = ''] = ref.split('/')
      rest.push(components[kind]![name]!)
    }
    rest.push(...Object.values(value))
  }
  const kept = (kind: string, parts: JsonObject): JsonObject =>
    REFERRED.includes(kind)
      ? Object.fromEntries(Object.entries(parts).filter(([name]) => used.has(`#/components/${kind}/${name}`)))
      : parts
  return {
    ...document,
    components: Object.fromEntries(Object.entries(components).map(([kind, parts]) => [kind, kept(kind, parts)])),
  }
}

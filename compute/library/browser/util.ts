/** What the engine uses of node:util, for a browser. */

const { TextDecoder } = globalThis

export { TextDecoder }

/** Of values as JSON has them. */
export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b)
  const [left, right] = [Object.entries(a), Object.entries(b)]
  return (
    Array.isArray(a) === Array.isArray(b) &&
    left.length === right.length &&
    left.every(
      ([name, value]) => Object.hasOwn(b, name) && isDeepStrictEqual(value, (b as Record<string, unknown>)[name]),
    )
  )
}

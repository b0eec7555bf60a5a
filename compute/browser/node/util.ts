/** What the engine uses of node:util. */
const { TextDecoder: Decoder } = globalThis

export { Decoder as TextDecoder }

/** Of values that JSON has. */
export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every(
      name =>
        Object.hasOwn(b, name) &&
        isDeepStrictEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  )
}

/** Whether no code of a column is greater than this: one look at a column that says which rules can matter at all. */
export function isUpTo(codes: Uint8Array, max: number): boolean {
  for (let i = 0; i < codes.length; i++) if (codes[i] > max) return false
  return true
}

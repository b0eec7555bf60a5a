/** What the browser of this machine keeps under a key, as JSON. One that keeps nothing, or something else under the key, has none of it. */
export function keptUnder<Of extends object>(key: string): Partial<Of> {
  try {
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Of> | null) ?? {}
  } catch {
    return {}
  }
}

/** undefined: nothing any more. */
export function keepUnder(key: string, value: object | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

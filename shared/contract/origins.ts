/**
 * Origins of web pages that the operator trusts (ALLOWED_ORIGINS): their scripts may read answers, and a checkout may send its
 * user back to them. Pure.
 */

export type Origins = ReadonlySet<string>

const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')

/** Entries of a list by commas, each as a browser writes its origin. Throws on one that is none. */
export function originsOf(text: string | undefined): Origins {
  const origins = entriesOf(text ?? '')
  const wrong = origins.find(origin => originOf(origin) !== origin || origin.includes('*'))
  if (wrong !== undefined) throw new Error(`${wrong} is not an origin like https://app.example.com`)
  return new Set(origins)
}

/** The origin of an http or https URL; undefined when it is none, or carries a user name or password. */
export function originOf(text: string): string | undefined {
  const url = URL.parse(text)
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return undefined
  return url.username === '' && url.password === '' ? url.origin : undefined
}

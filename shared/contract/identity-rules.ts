/** The settings of the identity provider: lists by commas, each entry checked. Pure. */

/** Algorithms whose signatures anybody may check; those with a shared secret, and none, are not among them. */
export const TOKEN_ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const
type TokenAlgorithm = (typeof TOKEN_ALGORITHMS)[number]

export const listOf = (text: string | undefined): readonly string[] =>
  (text ?? '')
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** https, or http to this machine: tokens and keys that travel open can be exchanged on the way. Throws else. */
export function checkSafeUrl(text: string): URL {
  const url = URL.parse(text)
  if (url === null) throw new Error(`${text} is not a URL`)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOOPBACK.test(url.hostname)))
    throw new Error(`${text} must start with https://`)
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw new Error(`${text} is not a plain URL`)
  return url
}

/** Checks an origin: an address without a path, written as browsers do. Throws else. */
export function checkSafeOrigin(text: string): void {
  const { origin } = checkSafeUrl(text)
  if (text !== origin) throw new Error(`write it as ${origin}, with nothing behind it`)
}

export function issuersOf(text: string): readonly string[] {
  const issuers = listOf(text)
  if (issuers.length === 0) throw new Error('names no issuer')
  for (const issuer of issuers) checkSafeUrl(issuer)
  return issuers
}

export function algorithmsOf(text: string): readonly TokenAlgorithm[] {
  const names = listOf(text)
  const known = names.map(name => {
    const algorithm = TOKEN_ALGORITHMS.find(one => one === name)
    if (algorithm === undefined) throw new Error(`${name} is not one of ${TOKEN_ALGORITHMS.join(', ')}`)
    return algorithm
  })
  if (known.length === 0) throw new Error('names no algorithm')
  return known
}

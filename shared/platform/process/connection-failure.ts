/** Why a connection to an address that a customer named failed, as one word. */

/** Code of an error of Node, OpenSSL, c-ares or undici, its name where it has none -> word. The first that matches. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [/^ADDRESS_FORBIDDEN$/, 'address_forbidden'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED|ETIMEOUT|ECANCELLED|EFORMERR|EBADRESP|EBADNAME|ENOTIMP)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ENETDOWN|EHOSTDOWN)$/, 'unreachable'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)$/, 'reset'],
  [/^(ERR_TLS_|ERR_SSL_|CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|INVALID_CA|EPROTO)/, 'tls'],
  [/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW)/, 'protocol'],
]

export function failureOf(error: unknown): string {
  const { name, code, errors } = error as Error & { code?: string; errors?: readonly unknown[] }
  if (name === 'TimeoutError') return 'timeout'
  // several addresses were tried: the error of the last one counts
  if (errors !== undefined && errors.length > 0) return failureOf(errors.at(-1))
  return FAILURES.find(([pattern]) => pattern.test(code ?? name))?.[1] ?? 'connection'
}

/** Explains an error of a TLS connection to Redis; undefined: the error is not about TLS. */
const UNTRUSTED = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'CERT_SIGNATURE_FAILURE',
  'CERT_UNTRUSTED',
  'INVALID_CA',
])
const PLAIN = new Set(['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ERR_SSL_UNEXPECTED_MESSAGE'])
const WANTS_CERTIFICATE = new Set([
  'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED',
  'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
])
export const NO_TLS = 'it does not use TLS on this port: use its TLS port, or redis:// without TLS'

/** The server's alerts about a client certificate. */
const REFUSED = /^ERR_SSL_.*ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_(EXPIRED|REVOKED|UNKNOWN)|ACCESS_DENIED)$/

export function tlsFault(error: Error & { code?: string; reason?: string }): string | undefined {
  const { code = '' } = error
  if (UNTRUSTED.has(code))
    return `its certificate is not signed by a trusted authority (${code}): set REDIS_TLS_CA to the file of the authority that signed it`
  if (code === 'CERT_HAS_EXPIRED') return 'its certificate, or that of its authority, has expired (CERT_HAS_EXPIRED)'
  if (code === 'CERT_NOT_YET_VALID') return 'its certificate is not valid yet (CERT_NOT_YET_VALID)'
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another name: ${error.reason ?? error.message} Set REDIS_TLS_NAME to the right name if it is not the host`
  if (PLAIN.has(code)) return NO_TLS
  if (WANTS_CERTIFICATE.has(code))
    return `it requires a client certificate (${code}): set REDIS_TLS_CERT and REDIS_TLS_KEY`
  if (REFUSED.test(code)) return `it refuses the certificate of REDIS_TLS_CERT (${code})`
  return undefined
}

/**
 * The files of REDIS_TLS_CA, REDIS_TLS_CERT and REDIS_TLS_KEY: checks them at start-up, reports when they expire, and provides the options
 * of a connection. The files are read again for each connection, so a renewed certificate needs no restart. If a new file is invalid, the
 * last valid one stays in use.
 */
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { type ConnectionOptions, createSecureContext, type SecureContext } from 'node:tls'
import type { Config } from '../config/config.ts'
import { processSettings } from '../config/process-settings.ts'
import { address } from '../config/redis-address.ts'

const FILES = ['redisTlsCa', 'redisTlsCert', 'redisTlsKey'] as const
type File = (typeof FILES)[number]
export type TlsSettings = Pick<Config, 'redisUrl' | File | 'redisTlsName'>

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The mistakes in the settings, one sentence each, like those of readConfig. */
export function tlsMistakes(settings: TlsSettings, nowMs: number): string[] {
  const given = [...FILES, 'redisTlsName' as const].filter(name => settings[name] !== undefined)
  if (given.length === 0 || settings.redisUrl === undefined) return []
  if (address(settings.redisUrl).options.tls === undefined) {
    const names = given.map(name => processSettings[name].env).join(', ')
    return [
      `${names} given, but REDIS_URL does not use TLS: it must begin with rediss://, rediss-cluster:// or rediss-sentinel://`,
    ]
  }
  const mistakes: string[] = []
  for (const name of FILES) {
    const path = settings[name]
    if (path === undefined) continue
    const what = mistakeIn(name, path, nowMs)
    if (what !== undefined) mistakes.push(`${processSettings[name].env}=${JSON.stringify(path)}: ${what}`)
  }
  if (mistakes.length === 0 && settings.redisTlsCert !== undefined && settings.redisTlsKey !== undefined) {
    const [certificate] = certificatesIn(settings.redisTlsCert)
    if (!certificate!.checkPrivateKey(createPrivateKey(readFileSync(settings.redisTlsKey))))
      mistakes.push(`REDIS_TLS_KEY=${JSON.stringify(settings.redisTlsKey)}: is not the key of REDIS_TLS_CERT`)
  }
  return mistakes
}

/** The first certificate is the one presented. Of the authorities, one valid certificate is enough. */
function mistakeIn(name: File, path: string, nowMs: number): string | undefined {
  try {
    if (name === 'redisTlsKey') {
      createPrivateKey(readFileSync(path))
      return undefined
    }
    const all = certificatesIn(path)
    if (all.length === 0) return 'holds no certificate (PEM)'
    const used = name === 'redisTlsCert' ? all.slice(0, 1) : all
    const whys = used.map(certificate => outOfTime(certificate, nowMs))
    return whys.includes(undefined) ? undefined : whys[0]
  } catch (error) {
    return `cannot be read: ${(error as Error).message}`
  }
}

function outOfTime({ subject, validFromDate, validToDate }: X509Certificate, nowMs: number): string | undefined {
  const who = `the certificate of ${subject.replaceAll('\n', ', ')}`
  if (validToDate.getTime() < nowMs) return `${who} expired on ${validToDate.toISOString()}`
  if (validFromDate.getTime() > nowMs) return `${who} is not valid before ${validFromDate.toISOString()}`
  return undefined
}

const certificatesIn = (path: string): X509Certificate[] =>
  [...readFileSync(path, 'latin1').matchAll(PEM)].map(([text]) => new X509Certificate(text))

/** When the certificate of this process expires, and the last of the authorities. Files that cannot be read are left out. */
export function fileEnds(settings: TlsSettings): { readonly what: string; readonly endMs: number }[] {
  return (['redisTlsCa', 'redisTlsCert'] as const).flatMap(name => {
    const path = settings[name]
    if (path === undefined) return []
    try {
      const all = certificatesIn(path)
      const used = name === 'redisTlsCert' ? all.slice(0, 1) : all
      if (used.length === 0) return []
      const endMs = Math.max(...used.map(({ validToDate }) => validToDate.getTime()))
      return [{ what: `${processSettings[name].env} (${path})`, endMs }]
    } catch {
      return []
    }
  })
}

/** The options for connect(); undefined: no TLS setting is given. Throws when the files are invalid. */
export function redisTls(settings: TlsSettings): ConnectionOptions | undefined {
  const { redisTlsName: servername } = settings
  const paths = FILES.flatMap(name => settings[name] ?? [])
  if (paths.length === 0) return servername === undefined ? undefined : { servername }
  const stateNow = (): string => paths.map(path => `${statSync(path).mtimeMs} ${statSync(path).ino}`).join()
  const read = (path: string | undefined) => (path === undefined ? undefined : readFileSync(path))
  const contextNow = (): SecureContext =>
    createSecureContext({
      ca: read(settings.redisTlsCa),
      cert: read(settings.redisTlsCert),
      key: read(settings.redisTlsKey),
    })
  let state = stateNow()
  let context = contextNow()
  return {
    ...(servername !== undefined && { servername }),
    get secureContext() {
      try {
        const now = stateNow()
        if (now !== state) {
          context = contextNow()
          state = now
        }
      } catch {
        // the files are being written; the next connection reads them again
      }
      return context
    },
  }
}

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

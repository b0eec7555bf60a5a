/** An authority of a test and certificates that it signs, made by openssl, below a folder of their own. */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export interface KeyPair {
  /** Paths of PEM files. */
  readonly cert: string
  readonly key: string
}

interface Authority {
  /** Path of its certificate. */
  readonly ca: string
  /** names as subjectAltName writes them: DNS:localhost,IP:127.0.0.1. -1 day: one that has ended. */
  issue(name: string, options?: { readonly names?: string; readonly days?: number }): KeyPair
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
const HERE = 'DNS:localhost,IP:127.0.0.1'
const CA_DAYS = 400
const DAYS = 365

const openssl = (args: readonly string[]): unknown =>
  execFileSync('openssl', args, { stdio: ['ignore', 'ignore', 'pipe'] })

export function authority(folder: string, name = 'authority'): Authority {
  const at = (file: string): string => join(folder, file)
  const ca = at(`${name}.crt`)
  const caKey = at(`${name}.key`)
  openssl(['req', '-x509', ...NEW_KEY, '-days', String(CA_DAYS), '-subj', `/CN=${name}`, '-keyout', caKey, '-out', ca])
  return {
    ca,
    issue(name, { names = HERE, days = DAYS } = {}) {
      const [cert, key, request] = [at(`${name}.crt`), at(`${name}.key`), at(`${name}.csr`)]
      const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=${names}`]
      openssl(['req', ...NEW_KEY, ...subject, '-keyout', key, '-out', request])
      const signer = ['-CA', ca, '-CAkey', caKey, '-CAcreateserial', '-copy_extensions', 'copy']
      openssl(['x509', '-req', ...signer, '-days', String(days), '-in', request, '-out', cert])
      return { cert, key }
    },
  }
}

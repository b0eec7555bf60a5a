/** Certificates between this process and Redis that expire soon: those of the servers and those of the settings. */
import { TLSSocket } from 'node:tls'
import { address } from '../config/redis-address.ts'
import type { RedisClient } from './connect.ts'
import { mastersOf } from './masters.ts'
import { fileEnds, type TlsSettings } from './tls-files.ts'

const DAYS_LEFT_MIN = 14
const DAY_MS = 86_400_000

export interface CertificateEnds {
  /** The one that ends first; null: nothing here speaks TLS. */
  readonly first: { readonly what: string; readonly endMs: number } | null
  /** A sentence for each that ends within DAYS_LEFT_MIN days. */
  readonly soon: readonly string[]
}

export async function certificateEnds(
  client: RedisClient,
  settings: TlsSettings,
  nowMs: number,
): Promise<CertificateEnds> {
  if (settings.redisUrl === undefined || address(settings.redisUrl).options.tls === undefined)
    return { first: null, soon: [] }
  const shown = (await mastersOf(client)).flatMap(({ stream, options }) => {
    if (!(stream instanceof TLSSocket)) return []
    // none of a connection that is being made, null of one that is over
    const end = (stream.getPeerCertificate() as { valid_to?: string } | null)?.valid_to
    if (end === undefined) return []
    return [{ what: `the certificate of Redis at ${options.host ?? options.name}`, endMs: Date.parse(end) }]
  })
  const ends = [...shown, ...fileEnds(settings)].sort((a, b) => a.endMs - b.endMs)
  return {
    first: ends[0] ?? null,
    soon: ends
      .filter(({ endMs }) => endMs - nowMs < DAYS_LEFT_MIN * DAY_MS)
      .map(
        ({ what, endMs }) => `${what} ends on ${new Date(endMs).toISOString()}, less than ${DAYS_LEFT_MIN} days ahead`,
      ),
  }
}

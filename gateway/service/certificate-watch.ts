/** Certificates between gateway and Redis that expire soon, for /ready. They are checked once a minute, however often /ready is read. */
import { type CertificateEnds, certificateEnds } from '../../shared/platform/redis/certificate-ends.ts'
import type { RedisClient } from '../../shared/platform/redis/connect.ts'
import type { TlsSettings } from '../../shared/platform/redis/tls-files.ts'

const LOOK_MS = 60_000

export interface CertificateWatch {
  ends(): Promise<CertificateEnds>
}

export function certificateWatch(client: RedisClient, settings: TlsSettings, now: () => number): CertificateWatch {
  let known: CertificateEnds = { first: null, soon: [] }
  let lookedMs = Number.NEGATIVE_INFINITY
  return {
    async ends() {
      // of a connection that is not there yet nothing is known: looked at again
      if (known.first === null || now() - lookedMs >= LOOK_MS) {
        known = await certificateEnds(client, settings, now())
        lookedMs = now()
      }
      return known
    },
  }
}

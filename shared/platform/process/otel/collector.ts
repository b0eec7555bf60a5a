/** The collector from the settings, and a check whether it accepts traces. */
import { parseKeyPairsIntoRecord } from '@opentelemetry/core'
import { request } from 'undici'
import type { Config } from '../../config/config.ts'

const TRY_MS_MAX = 5_000

export const collectorHeaders = ({ otlpHeaders }: Pick<Config, 'otlpHeaders'>): Record<string, string> =>
  parseKeyPairsIntoRecord(otlpHeaders)

/** Sends an empty request, which every collector accepts. Returns the reason if it is not accepted, else undefined. */
export async function rejectionReason(url: string, config: Pick<Config, 'otlpHeaders'>): Promise<string | undefined> {
  try {
    const { statusCode, body } = await request(url, {
      method: 'POST',
      headers: { ...collectorHeaders(config), 'content-type': 'application/x-protobuf' },
      body: new Uint8Array(0),
      signal: AbortSignal.timeout(TRY_MS_MAX),
    })
    await body.dump()
    return statusCode >= 200 && statusCode < 300 ? undefined : `it answers ${statusCode}`
  } catch (error) {
    const { name, message, code } = error as Error & { code?: string }
    return name === 'TimeoutError' ? `no answer in ${TRY_MS_MAX / 1000} s` : (code ?? message)
  }
}

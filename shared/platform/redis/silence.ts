/** Why the Redis of an address does not answer now. */
import type { ConnectionOptions } from 'node:tls'
import { connect, disconnect } from './connect.ts'
import { firstAnswer } from './masters.ts'

/** A few words of the connection or of the server (ECONNREFUSED, WRONGPASS ...). undefined: it answers. */
export async function redisSilence(url: string, tls: ConnectionOptions | undefined): Promise<string | undefined> {
  let reason: string | undefined
  const log = { info() {}, warn: (facts: object) => (reason = (facts as { reason?: string }).reason) }
  const client = connect(url, 'start', { tls, log })
  try {
    await firstAnswer(client, server => server.ping())
    return undefined
  } catch (error) {
    return reason ?? (error as Error).message
  } finally {
    disconnect(client)
  }
}

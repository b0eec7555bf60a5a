/** Why an address cannot be listened on, as one sentence for whoever starts the process. uWebSockets.js does not tell; the kernel does. */
import { once } from 'node:events'
import { createServer } from 'node:net'

export interface ListenAddress {
  readonly host: string
  readonly port: number
  /** Names of the settings that choose host and port. */
  readonly settings: { readonly host: string; readonly port: string }
}

export const CALLS = { host: 'HOST', port: 'PORT' } as const
export const METRICS = { host: 'METRICS_HOST', port: 'METRICS_PORT' } as const

export function listenFailure(error: unknown, { host, port, settings }: ListenAddress): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another process; stop it, or set ${settings.port} to another port (0 takes a free one).`
    case 'EACCES':
      return `Port ${port} needs rights that this user lacks; set ${settings.port} to 1024 or above and let a proxy answer on ${port} (deploy/proxy has files for nginx, Caddy and HAProxy).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${settings.host}=${host} is no address of this machine; 127.0.0.1 answers this machine alone, 0.0.0.0 every network.`
    default:
      return `Port ${port} of ${host} (${settings.host}, ${settings.port}) cannot be listened on: ${message}.`
  }
}

/** undefined: nothing is in the way at this moment. */
export async function whyNotListen(address: ListenAddress): Promise<string | undefined> {
  const probe = createServer()
  try {
    // throws for a number that is no port
    probe.listen(address.port, address.host)
    await once(probe, 'listening')
  } catch (error) {
    return listenFailure(error, address)
  }
  probe.close()
  await once(probe, 'close')
}

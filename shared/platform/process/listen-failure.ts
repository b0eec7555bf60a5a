/** Explains in one sentence why an address cannot be listened on. uWebSockets.js does not report the reason, so a plain socket is tried. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { portHolder } from './port-holder.ts'

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
      return `Port ${port} of ${host} is used by ${portHolder(port) ?? 'another process'}. Stop that process, or set ${settings.port} to another port (0 chooses a free one).`
    case 'EACCES':
      return `This user may not listen on port ${port}. Set ${settings.port} to 1024 or above and put a proxy in front of it on port ${port} (deploy/proxy has files for nginx, Caddy and HAProxy).`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${settings.host}=${host} is not an address of this machine. Use 127.0.0.1 for this machine only, or 0.0.0.0 for all networks.`
    default:
      return `Cannot listen on port ${port} of ${host} (${settings.host}, ${settings.port}): ${message}.`
  }
}

/** undefined: the address can be used now. */
export async function listenProblem(address: ListenAddress): Promise<string | undefined> {
  const probe = createServer()
  try {
    // throws for an invalid port number
    probe.listen(address.port, address.host)
    await once(probe, 'listening')
  } catch (error) {
    return listenFailure(error, address)
  }
  probe.close()
  await once(probe, 'close')
}

/** A port that is free now. */
export async function freePort(host: string): Promise<number> {
  const probe = createServer()
  probe.listen(0, host)
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Explains in one sentence why an address cannot be listened on. uWebSockets.js does not report the reason, so a plain socket is tried. */

import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { processStat } from './processor-time.ts'

// Which process listens on a port of this machine, from /proc: for whoever finds the port taken.

/** TCP_LISTEN, as /proc/net/tcp writes it. */
const LISTENING = '0A'
/** Command line of `npm start`, which starts its gateway again when that is stopped. */
const START = /(^|\/)deploy\/start\.ts$/

/** "process 4711 (npm start in /srv/sis)". undefined: the process is somebody else's, or the system does not say. */
function portHolder(port: number): string | undefined {
  try {
    const sockets = new Set(['/proc/net/tcp', '/proc/net/tcp6'].flatMap(table => listeners(table, port)))
    const pid = readdirSync('/proc').find(name => /^\d+$/.test(name) && holdsOne(name, sockets))
    return pid && described(pid)
  } catch {
    return undefined
  }
}

/** Names of the sockets as the folder of open files shows them. */
function listeners(table: string, port: number): string[] {
  return readFileSync(table, 'utf8')
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .filter(([, local = '', , state]) => state === LISTENING && Number.parseInt(local.split(':')[1]!, 16) === port)
    .map(fields => `socket:[${fields[9]}]`)
}

function holdsOne(pid: string, sockets: ReadonlySet<string>): boolean {
  const folder = `/proc/${pid}/fd`
  try {
    return readdirSync(folder).some(file => sockets.has(readlinkSync(`${folder}/${file}`)))
  } catch {
    // not ours to see, or ended meanwhile
    return false
  }
}

function described(pid: string): string {
  const [, parent] = processStat(Number(pid))!
  const start = [pid, parent!].find(each =>
    readFileSync(`/proc/${each}/cmdline`, 'utf8')
      .split('\0')
      .some(word => START.test(word)),
  )
  return start === undefined
    ? `process ${pid} (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`
    : `process ${start} (npm start in ${readlinkSync(`/proc/${start}/cwd`)})`
}

interface ListenAddress {
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

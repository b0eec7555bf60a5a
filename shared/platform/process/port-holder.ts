/** Which process listens on a port of this machine, from /proc: for whoever finds the port taken. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** TCP_LISTEN, as /proc/net/tcp writes it. */
const LISTENING = '0A'
/** Command line of `npm start`, which starts its gateway again when that is stopped. */
const START = /(^|\/)deploy\/start\.ts$/

/** "process 4711 (npm start in /srv/sis)". undefined: the process is somebody else's, or the system does not say. */
export function portHolder(port: number): string | undefined {
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
  const parent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]!
  const start = [pid, parent].find(each =>
    readFileSync(`/proc/${each}/cmdline`, 'utf8')
      .split('\0')
      .some(word => START.test(word)),
  )
  return start === undefined
    ? `process ${pid} (${readFileSync(`/proc/${pid}/comm`, 'utf8').trim()})`
    : `process ${start} (npm start in ${readlinkSync(`/proc/${start}/cwd`)})`
}

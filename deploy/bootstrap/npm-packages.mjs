// What comes from the registry of npm: the pinned Node, the packages of the service, and those that only its developers need. Sizes are told before
// anything is fetched, and how far it is by what lies on the disk meanwhile.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { whyUnreachable } from './network.mjs'
import { die, run, say } from './steps.mjs'

/** MB to fetch and on the disk, as measured; a test compares the second with what is there. */
export const SIZES = {
  node: { fetched: 52, kept: 125 },
  service: { fetched: 34, kept: 87 },
  whole: { fetched: 171, kept: 448 },
}

const digest = file => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16)

/** Folders of the packages that npm installs here, by the lock. isWhole: with those of developers. */
export function packageFolders(root, isWhole) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const suits = (kinds, own) => kinds === undefined || kinds.includes(own)
  return Object.entries(packages)
    .filter(([path, { dev, os, cpu, libc }]) => {
      if (path === '' || (dev === true && !isWhole)) return false
      return suits(os, process.platform) && suits(cpu, process.arch) && suits(libc, 'glibc')
    })
    .map(([path]) => join(root, path))
}

/** Whether npm has left here what this machine needs of the lock as it is now, and nothing else: a lock that changed for other machines needs no install. */
function isCurrent(folder, wanted) {
  const packagesOf = file => JSON.parse(readFileSync(join(folder, file), 'utf8')).packages
  try {
    const lock = packagesOf('package-lock.json')
    const kept = Object.entries(packagesOf('node_modules/.package-lock.json'))
    return kept.every(([path, { integrity }]) => lock[path]?.integrity === integrity) && wanted.every(isThere)
  } catch {
    return false // npm has left nothing, or not to its end
  }
}

/** A folder that may not be written is looked through each time. */
function keepStamp(file, stamp) {
  try {
    writeFileSync(file, stamp)
  } catch {}
}

/** Asked once; what does not answer is told at once, and again where npm fails by it. */
let unreachable
const toldIfUnreachable = () =>
  (unreachable ??= Promise.resolve(whyUnreachable()).then(why => {
    if (why !== undefined) say(`${why}; only packages that npm keeps from before can be installed`)
    return why
  }))

const isThere = folder => existsSync(join(folder, 'package.json'))

function megabytesOf(file) {
  return existsSync(file) ? Math.round(statSync(file).size / 1e6) : 0
}

/** Of what npm says at its level "http": its errors, and why a fetch failed, which it says at no quieter one. Its warnings are about Nodes that run none of the packages. */
const reasonsIn = said =>
  [...new Set(said.split('\n').filter(line => !/^npm (warn|notice|http (?!.* failed with ))/i.test(line)))].join('\n')

/** npm of this machine under the Node that it came with, silent while all is well. Returns why fetches failed: what is optional it leaves out and ends well. */
async function npm(args, cwd) {
  // on Windows npm is a script of its shell, which cannot be run as a program
  const beside = join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')
  const script = [process.env.npm_execpath, beside].find(each => each?.endsWith('npm-cli.js') && existsSync(each))
  const cli = script === undefined ? ['npm'] : [process.execPath, script]
  const inner = { ...process.env, PATH: dirname(process.execPath) + delimiter + process.env.PATH }
  // the variables of the outer `npm run` would confuse the inner npm
  for (const name of Object.keys(inner)) {
    if (/^npm_(package|lifecycle|command|config_local_prefix)/.test(name)) delete inner[name]
  }
  const [command, ...first] = cli
  // no package needs its script: what is native comes built. The packages run under the pinned Node, whichever Node runs this npm
  const always = ['--ignore-scripts', '--engine-strict=false', '--no-audit', '--no-fund', '--loglevel=http']
  const offline = await toldIfUnreachable()
  // it would try again for minutes
  const tries = offline === undefined ? [] : ['--fetch-retries=0']
  const { why, said } = await run(command, [...first, ...args, ...always, ...tries], { cwd, env: inner })
  if (why === undefined) return reasonsIn(said)
  const mend = `${offline}. A first start needs the network: connect this machine, or name its proxy in HTTPS_PROXY, and give the same command again`
  die(`${offline === undefined ? '' : `${mend}. `}npm ${args.join(' ')} failed in ${cwd}: ${reasonsIn(why)}`)
}

/** What is optional npm leaves out in silence when it could not be fetched. */
function dieIfMissing(path, packages, reasons) {
  if (!existsSync(path)) die(`npm left no ${path}; remove ${packages} and run again\n${reasons}`.trim())
}

const stampIn = file => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** The binary in its own package: .bin/node depends on the npm (8.19 to 11.5 leave it out when two optional packages name it). */
export const pinnedNode = (root, name) =>
  join(root, 'deploy/runtime/node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node')

/** The step that fetches the pinned Node; undefined: it is there. */
export function nodeStep(root, nodePackage) {
  const runtime = join(root, 'deploy/runtime')
  const packages = join(runtime, 'node_modules')
  const lock = join(runtime, 'package-lock.json')
  const stamp = digest(lock)
  if (stampIn(join(packages, '.stamp')) === stamp) return undefined
  const { version } = JSON.parse(readFileSync(lock, 'utf8')).packages[`node_modules/${nodePackage}`]
  const file = pinnedNode(root, nodePackage)
  // a lock that changed for other machines
  const told = existsSync(file) && spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout?.trim()
  if (told === `v${version}`) return keepStamp(join(packages, '.stamp'), stamp)
  const { fetched, kept } = SIZES.node
  const name = `Node ${version}`
  return {
    name,
    kept: existsSync(packages) ? 0 : kept,
    does: `${name}, as Node ${process.versions.node} of this machine does not suit: ${fetched} MB to fetch, ${kept} MB in deploy/runtime`,
    done: () => `${megabytesOf(file)} of ${kept} MB`,
    run: async () => {
      dieIfMissing(file, packages, await npm(['ci'], runtime))
      // headers for compilers, a third of its size
      for (const unused of ['include', 'share'])
        rmSync(join(packages, nodePackage, unused), { recursive: true, force: true })
      writeFileSync(join(packages, '.stamp'), stamp)
    },
  }
}

/** Packages of the service, and those of its tests beside them. The stamp of the first has one word more, so that a folder of before, which has all, is known. */
const OF_SERVICE = ' service'

/** The step that installs the packages; undefined: they are there. isWhole: with those that only developers need. */
export function packagesStep(root, { nodeMajor, isTested }, isWhole) {
  const packages = join(root, 'node_modules')
  const whole = `${digest(join(root, 'package-lock.json'))} node${nodeMajor} ${process.platform}-${process.arch}`
  const file = join(packages, '.stamp')
  const found = stampIn(file)
  if (found === whole || (!isWhole && found === whole + OF_SERVICE)) return undefined
  // the packages of the service stay in their place, for a service that runs from them
  const isAdded = found === whole + OF_SERVICE
  // what a developer had, a developer keeps
  const installsAll = isWhole || (found !== '' && !found.endsWith(OF_SERVICE))
  const { service, whole: all } = SIZES
  const fetched = (installsAll ? all : service).fetched - (isAdded ? service.fetched : 0)
  const { kept } = installsAll ? all : service
  const folders = packageFolders(root, installsAll)
  const stamp = installsAll ? whole : whole + OF_SERVICE
  if (found !== '' && !isAdded && isCurrent(root, folders)) return keepStamp(file, stamp)
  // packages for Linux x64 alone come along, and nothing loads them
  const more = isTested ? [] : ['--force']
  return {
    name: 'packages',
    kept: existsSync(packages) ? 0 : kept,
    does: `${folders.length} packages of the service${installsAll ? ' and of its tests' : ''}: ${fetched} MB to fetch, ${kept} MB in node_modules`,
    done: () => `${folders.filter(isThere).length} of ${folders.length}`,
    run: async () => {
      const command = isAdded ? ['install', '--no-save'] : ['ci']
      const reasons = await npm([...command, installsAll ? '--include=dev' : '--omit=dev', ...more], root)
      const esbuild = folders.find(folder => /@esbuild.[\w-]+$/.test(folder))
      if (esbuild !== undefined) dieIfMissing(join(esbuild, 'package.json'), packages, reasons)
      writeFileSync(file, stamp)
    },
  }
}

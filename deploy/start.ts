/**
 * `npm start`: the whole service on embedded defaults. A redis-server child (unless REDIS_URL names one), and as child processes a
 * gateway, a compute node and a deliverer of callbacks; prints the address, a ready demo key and a curl line that works. Ctrl-C ends
 * every child. With --with-identity an OpenID provider runs beside it (identity/with-identity.ts).
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILE_CALL, FIRST_CALL, fileCallLine, firstCallLine } from '../shared/contract/first-call.ts'
import { NO_PAGE_KEY } from '../shared/platform/config/identity-settings.ts'
import { configOrExit, redisOrExit, tellMisnamed } from '../shared/platform/process/environment.ts'
import { CALLS, freePort, listenProblem, METRICS } from '../shared/platform/process/listen-failure.ts'
import { LogOutput, outputWritten } from '../shared/platform/process/log-output.ts'
import { NODE_FLAGS } from '../shared/platform/process/node-flags.ts'
import { redisTls } from '../shared/platform/redis/tls-files.ts'
import { keptSecretsKey, objectStoreBeside } from './data-dir.ts'
import { startRedis } from './redis/embedded.ts'
import { DELIVERER, GATEWAY, NODE, ROLES, type Role } from './roles.ts'
import { adminCommand, pageTierHere, refuse } from './terminal.ts'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

const WITH_IDENTITY = '--with-identity'
const SETTINGS = 'Settings are environment variables: PORT=9000 npm start (deploy/runbook/settings.md lists them).'
const words = process.argv.slice(2)
if (words.includes('--help')) {
  process.stdout.write(
    `npm start starts the whole service on this machine.\n  ${WITH_IDENTITY}  an OpenID provider runs beside it\n${SETTINGS}\n`,
  )
  process.exit()
}
const unknown = words.find(word => word !== WITH_IDENTITY)
if (unknown !== undefined) refuse(`npm start knows the option ${WITH_IDENTITY} alone, not ${unknown}. ${SETTINGS}`)

// every mistake of the configuration is reported before anything is started
tellMisnamed()
const config = configOrExit()
if (config.redisUrl !== undefined) await redisOrExit(config)
if (process.env.OBJECT_STORE) {
  const { openObjectsOrExit } = await import('../shared/platform/objects/open-objects.ts')
  openObjectsOrExit(config)?.close()
}

const hasIdentity = process.argv.includes(WITH_IDENTITY)
if (hasIdentity && process.env.OIDC_ISSUER) {
  refuse('OIDC_ISSUER names an identity provider; --with-identity would start another.')
}

/** What is started: one process of each role, then further gateways at the address of the first. */
const started: readonly Role[] = [...ROLES, ...Array<Role>(config.gateways - 1).fill(GATEWAY)]
/** One port for the gateways; one for /metrics of each process, one after the other. */
const metricsPortOf = (place: number): number => (config.metricsPort === 0 ? 0 : config.metricsPort + place)

for (const address of [
  { host: config.host, port: config.port, settings: CALLS },
  ...started.map((_, place) => ({ host: config.metricsHost, port: metricsPortOf(place), settings: METRICS })),
]) {
  const why = await listenProblem(address)
  if (why !== undefined) refuse(why)
}

// a package for development, which a container does not have
const identity = hasIdentity
  ? await (await import('./identity/with-identity.ts')).startIdentityBeside(process.env.PORT)
  : undefined

const dataDir = resolve(config.dataDir)
/** The store and the key of this service; a sentence reports a folder that cannot be used. */
async function keepIn(dataDir: string) {
  try {
    const secretsKey = process.env.SECRETS_KEY || keptSecretsKey(dataDir)
    return { secretsKey, redis: config.redisUrl === undefined ? await startRedis({ dataDir }) : undefined }
  } catch (error) {
    return refuse((error as Error).message)
  }
}
const { redis, secretsKey } = await keepIn(dataDir)
if (config.redisUrl !== undefined) await answersOrRefuse(config.redisUrl)

/** What the processes would wait for, a person wants to be told. */
async function answersOrRefuse(redisUrl: string): Promise<void> {
  const { redisSilence } = await import('../shared/platform/redis/masters.ts')
  const why = await redisSilence(redisUrl, redisTls(config))
  if (why !== undefined)
    refuse(
      `The Redis of REDIS_URL does not answer (${why}). Start it or correct REDIS_URL; without REDIS_URL npm start runs a redis-server of its own.`,
    )
}

const env = {
  WORKER_START: 'first',
  ...process.env,
  ...identity?.settings,
  REDIS_URL: config.redisUrl ?? redis!.url,
  SECRETS_KEY: secretsKey,
  ...objectStoreBeside(process.env, redis && dataDir),
  ...pageTierHere(process.env, config),
  ...(config.gateways > 1 && { PORT_SHARED: '1', ...sharesOfEach() }),
}

/**
 * Gateways share cores and memory, unless the settings say how much each has. With as many threads in each as there are cores, a call of 1,000 tasks takes half as
 * much processor time again.
 */
function sharesOfEach(): Record<string, string> {
  const shareOf = (total: number): string => String(Math.max(1, Math.floor(total / config.gateways)))
  return {
    WORKER_THREADS: process.env.WORKER_THREADS || shareOf(config.workerThreads),
    BYTES_IN_FLIGHT_MAX: process.env.BYTES_IN_FLIGHT_MAX || shareOf(config.bytesInFlightMax),
  }
}

/** A role that ends unasked is started again once it has listened, but not for ever. Else the whole ends: half a service is worse than none. */
const RESTARTS_PER_MINUTE_MAX = 20
const RESTART_DELAY_MS = 500

/** What a role tells of its start. */
interface Listening {
  readonly event: 'listening'
  readonly host?: string
  readonly port?: number
  readonly metricsPort: number
}

/** The answer of the gateway to the request for a key. */
interface FirstKey {
  readonly event: 'first-key'
  readonly key?: string
  readonly problem?: string
}

type ChildEvent = Listening | FirstKey

/** PORT of the gateways, once it is known: a gateway that is started again keeps the one that the system chose. uWebSockets shares no port that it lets the system choose. */
const ports: { PORT?: string } =
  config.gateways > 1 && config.port === 0 ? { PORT: String(await freePort(config.host)) } : {}

let isStopping = false
const children = new Set<ChildProcess>()
const restartsAtMs: number[] = []
const stderr = new LogOutput(process.stderr)

/** A process that has not ended so long behind its drain does not end by itself. */
const END_MS_MAX = 10_000
const STOP_MS_MAX = (config.drainDelaySeconds + config.drainSeconds) * 1_000 + END_MS_MAX

async function end(child: ChildProcess): Promise<void> {
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  child.kill('SIGTERM')
  await once(child, 'exit')
  clearTimeout(late)
}

async function stop(code: number): Promise<never> {
  isStopping = true
  await Promise.all([...children].map(end))
  await redis?.stop()
  await outputWritten()
  process.exit(code)
}

/** place: in `started`. hadListened: the one before it in that place had, so it is started again even when it ends before it listens. */
function start(place: number, hadListened = false): ChildProcess {
  const role = started[place]!
  const child = fork(at(role.path), [], {
    env: { ...env, ...ports, METRICS_PORT: String(metricsPortOf(place)) },
    execArgv: [...NODE_FLAGS],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.add(child)
  let hasListened = hadListened
  child.on('message', ({ event }: ChildEvent) => (hasListened ||= event === 'listening'))
  child.once('exit', (code, signal) => {
    children.delete(child)
    if (isStopping) return
    const nowMs = Date.now()
    restartsAtMs.push(nowMs)
    const isOften = restartsAtMs.filter(ms => ms > nowMs - 60_000).length > RESTARTS_PER_MINUTE_MAX
    if (!hasListened || isOften) return void stop(code || 1)
    stderr.write(
      Buffer.from(
        `[start] the ${role.name} ended unexpectedly (${signal ?? `exit code ${code}`}); starting it again\n`,
      ),
    )
    setTimeout(() => isStopping || start(place, true), RESTART_DELAY_MS)
  })
  return child
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void (isStopping || stop(0)))

const nextEvent = <Event extends ChildEvent['event']>(
  child: ChildProcess,
  event: Event,
): Promise<ChildEvent & { event: Event }> =>
  new Promise(resolve => child.on('message', (what: ChildEvent) => what.event === event && resolve(what as never)))

const startRole = (role: Role): ChildProcess => start(started.indexOf(role))
const gateway = startRole(GATEWAY)
gateway.send({ event: 'first-key', label: 'npm start' })
const [{ host = '', port, metricsPort: gatewayMetrics }, node, deliverer, { key: demoKey, problem }] =
  await Promise.all([
    nextEvent(gateway, 'listening'),
    nextEvent(startRole(NODE), 'listening'),
    nextEvent(startRole(DELIVERER), 'listening'),
    nextEvent(gateway, 'first-key'),
  ])
ports.PORT = String(port)
const further = started.slice(ROLES.length).map((_, i) => nextEvent(start(ROLES.length + i), 'listening'))
const furtherMetrics = (await Promise.all(further)).map(each => `, gateway: ${each.metricsPort}`).join('')
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`)
  await stop(1)
}

const url = (toHost: string, toPort: number | undefined): string => {
  const shown = toHost === '0.0.0.0' || toHost === '::' ? '127.0.0.1' : toHost
  return `http://${shown.includes(':') ? `[${shown}]` : shown}:${toPort}`
}
const address = url(host, port)
const hasPageKey = (env.PAGE_TIER ?? NO_PAGE_KEY) !== NO_PAGE_KEY
/** Whoever opens the page in a second browser gets no more than a playground key there. */
const pageLine = hasPageKey
  ? `The page in a second browser, the address:  ${adminCommand(process.env, 'page open')}\n`
  : ''
console.log(`
Schedule Intelligence Service
  address   ${address}   (open it in a browser and drop a project file)
  docs      ${address}/docs   (${address}/openapi.json)
  demo key  ${demoKey}   (100 calls, 24 hours, 100 tasks)
  store     ${redis === undefined ? 'REDIS_URL' : `embedded redis-server, data in ${dataDir}`}
  metrics   ${url(config.metricsHost, gatewayMetrics)}/metrics   (node: ${node.metricsPort}, deliverer: ${deliverer.metricsPort}${furtherMetrics})

${FIRST_CALL.title}:

  ${firstCallLine(address, `'x-api-key: ${demoKey}'`)}

${FILE_CALL.title}:

  ${fileCallLine(address, `'x-api-key: ${demoKey}'`, at('gateway/sandbox/update.xer'))}

${identity === undefined ? '' : `${identity.hint(address)}\n`}A key without those limits:  ${adminCommand(process.env, 'key create --tier government')}
${pageLine}Ctrl-C stops everything.
`)

/**
 * The whole service as an operator runs it: each role in processes of its own on one Redis. The settings are those of production, except
 * for the addresses. A process that a test kills is started again at once; one that ends unexpectedly is listed by its name.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import type { Test } from 'tap'
import { createAccount } from '../../../../gateway/store/accounts.ts'
import { createKey } from '../../../../gateway/store/keys.ts'
import type { TierName } from '../../../../shared/contract/tiers.ts'
import { NODE_FLAGS } from '../../../../shared/platform/process/node-flags.ts'
import { connect, disconnect, type RedisClient } from '../../../../shared/platform/redis/connect.ts'
import { firstMessage } from '../../../../shared/test/first-message.ts'
import { DELIVERER, GATEWAY, NODE, type Role } from '../../../roles.ts'

export type Line = Readonly<Record<string, unknown>>

export interface Member {
  /** "node 1". */
  readonly name: string
  readonly role: Role
  /** A loopback address of its own, the same after a restart. */
  readonly host: string
  /** The running process, or the last one. */
  readonly child: ChildProcess
  readonly metricsPort: number
  readonly isUp: boolean
}

interface Crew {
  readonly gateways: number
  readonly nodes: number
  readonly deliverers: number
}

export interface WholeService {
  readonly client: RedisClient
  readonly members: readonly Member[]
  readonly gatewayUrls: readonly string[]
  /** Lines of the logs of all processes so far: metering events, and what a role calls an error. */
  readonly metering: readonly Line[]
  readonly errors: readonly Line[]
  /** Processes that ended unexpectedly, with exit code or signal. */
  readonly endedUnexpectedly: readonly string[]
  /** An account with a key, without limits of calls. */
  account(tier: TierName): Promise<{ readonly accountId: string; readonly key: string }>
  /** kill -9; another process takes its place, which is not waited for. */
  kill(member: Member): void
  /** SIGTERM, the end of the process, another one in its place that listens. Returns the exit code. */
  restart(member: Member): Promise<number | null>
}

/** Accounts and keys of tests are made by this actor. */
const ACTOR = 'test'
const ERROR_LEVEL = 50
/** The port of every gateway; each has an address of its own, so that nobody else on this machine takes its port while it is restarted. */
const PORT = 8080
const root = fileURLToPath(new URL('../../../..', import.meta.url))

const endOf = (child: ChildProcess) => new Promise<number | null>(resolve => child.once('exit', resolve))

interface OwnMember extends Member {
  child: ChildProcess
  metricsPort: number
  isUp: boolean
  isEndRequested: boolean
  /** Also of those that are started in its place. */
  started: Promise<void>
}

/** The processes of the roles. One that ends is started again, on the same address. */
class ServiceProcesses {
  readonly members: OwnMember[] = []
  readonly metering: Line[] = []
  readonly errors: Line[] = []
  readonly endedUnexpectedly: string[] = []
  readonly #settingsOf: (member: Member) => Readonly<Record<string, string>>
  #hasStarted = false
  #isOver = false

  constructor(settingsOf: (member: Member) => Readonly<Record<string, string>>) {
    this.#settingsOf = settingsOf
  }

  add(role: Role, count: number): void {
    for (let i = 0; i < count; i++) {
      const name = `${role.name} ${i + 1}`
      const host = `127.${randomInt(64, 255)}.${randomInt(255)}.${randomInt(1, 255)}`
      const member = { name, role, host, metricsPort: 0, isUp: false, isEndRequested: false } as OwnMember
      this.members.push(member)
      member.started = this.#start(member)
    }
  }

  async untilStarted(): Promise<void> {
    await Promise.all(this.members.map(({ started }) => started))
    this.#hasStarted = true
  }

  async stop(): Promise<void> {
    this.#isOver = true
    for (const { child } of this.members) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = endOf(child)
      child.kill('SIGKILL')
      await ended
    }
  }

  kill(member: Member): void {
    const own = member as OwnMember
    // it is killed once: two processes would follow it otherwise, and two gateways cannot have one port
    if (!own.isUp) throw new Error(`${own.name} is not up`)
    own.isUp = false
    own.isEndRequested = true
    own.child.once('exit', () => {
      if (!this.#isOver) own.started = this.#start(own)
    })
    own.child.kill('SIGKILL')
  }

  async restart(member: Member): Promise<number | null> {
    const own = member as OwnMember
    own.isEndRequested = true
    const ended = endOf(own.child)
    own.child.kill('SIGTERM')
    const code = await ended
    own.started = this.#start(own)
    await own.started
    return code
  }

  #start(member: OwnMember): Promise<void> {
    const { NODE_OPTIONS: _hooks, NODE_V8_COVERAGE: _coverage, ...inherited } = process.env
    const child = fork(`${root}/${member.role.path}`, [], {
      env: { ...inherited, ...this.#settingsOf(member) },
      execArgv: [...NODE_FLAGS],
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    Object.assign(member, { child, isUp: false, isEndRequested: false })
    let rest = ''
    child.stdout!.on('data', chunk => {
      const lines = (rest + chunk).split('\n')
      rest = lines.pop()!
      for (const line of lines) this.#keep(line)
    })
    child.once('exit', (code, signal) => {
      member.isUp = false
      if (member.isEndRequested || this.#isOver) return
      this.endedUnexpectedly.push(`${member.name}: ${signal ?? `exit code ${code}`}`)
      member.started = this.#start(member)
    })
    return firstMessage<{ metricsPort: number }>(child).then(
      ({ metricsPort }) => void Object.assign(member, { metricsPort, isUp: true }),
      error => {
        // later it was killed before it listened, or endedUnexpectedly names it
        if (!this.#hasStarted) throw error
      },
    )
  }

  #keep(text: string): void {
    let line: Line
    try {
      line = JSON.parse(text)
    } catch {
      return // cut off by a kill
    }
    if (line.event === 'metering' && line.process === 'node') this.metering.push(line)
    if (Number(line.level) >= ERROR_LEVEL) this.errors.push(line)
  }
}

/** settings: environment variables over those of the service; settingsOf: of one member, by its name. */
export async function startWholeService(
  t: Test,
  redisUrl: string,
  { gateways, nodes, deliverers }: Crew,
  settings: Readonly<Record<string, string>> = {},
  settingsOf: (name: string) => Readonly<Record<string, string>> = () => ({}),
): Promise<WholeService> {
  const client = connect(redisUrl, 'test', { commandTimeoutMs: 60_000 })
  const secretsKey = randomBytes(32).toString('base64')
  const processes = new ServiceProcesses(({ name, host }) => ({
    REDIS_URL: redisUrl,
    SECRETS_KEY: secretsKey,
    HOST: host,
    PORT: String(PORT),
    METRICS_PORT: '0',
    WORKER_THREADS: '1',
    JOB_THREADS: '2',
    LOG_LEVEL: 'info',
    ...settings,
    ...settingsOf(name),
  }))
  processes.add(GATEWAY, gateways)
  processes.add(NODE, nodes)
  processes.add(DELIVERER, deliverers)
  t.teardown(async () => {
    await processes.stop()
    disconnect(client)
  })
  await processes.untilStarted()
  const { members, metering, errors, endedUnexpectedly } = processes
  return {
    client,
    members,
    gatewayUrls: members.filter(({ role }) => role === GATEWAY).map(({ host }) => `http://${host}:${PORT}`),
    metering,
    errors,
    endedUnexpectedly,
    async account(tier) {
      const limits = { callsPerWindow: 'unlimited', callsPerMonth: 'unlimited' } as const
      const accountId = await createAccount(client, { tier, actor: ACTOR, ...limits })
      const created = await createKey(client, accountId, { label: ACTOR, actor: ACTOR })
      if (created.state !== 'created') throw new Error(created.state)
      return { accountId, key: created.text }
    },
    kill: member => processes.kill(member),
    restart: member => processes.restart(member),
  }
}

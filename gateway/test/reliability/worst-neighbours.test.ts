/**
 * Four accounts do their worst within their rights (helpers/attacks.ts), and an account of each tier makes small calls and sends files of 8 KB: their p99
 * is at most twice and 50 ms above that alone, none of them is refused, and all processes together stay below 1.5 GB. Alone and beside the attack are
 * measured in turn, and what counts is the round that the rest of the machine disturbed least. Two seconds each by default; ATTACK_SECONDS=300 for the whole, with
 * ATTACK_TIERS (of the attackers, or "all") and ATTACK_KINDS to choose: `ATTACK_SECONDS=300 ATTACK_TIERS=all npm run test:reliability -- gateway/test/reliability/worst-neighbours.test.ts`.
 * ATTACK_KINDS=mixed: each account another kind at once, through all of them in turn; one round, beside the attack for ATTACK_SECONDS, alone for a fifth of that.
 */

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import t from 'tap'
import { admits, CAPABILITIES, TIER_NAMES, type TierName } from '../../../shared/contract/tiers.ts'
import { NODE_FLAGS } from '../../../shared/platform/process/node-flags.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { elsewhere } from '../helpers/elsewhere.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'
import { ATTACK_KINDS, type AttackKind, type AttackOrder, TURN_MS } from './helpers/attacks.ts'
import { NEIGHBOUR_CALLS, type NeighbourCall, type NeighbourOrder, type Waited } from './helpers/neighbours.ts'

const { ATTACK_SECONDS = '2', ATTACK_TIERS = 'demo,government', ATTACK_KINDS: chosen = 'all' } = process.env
const IS_MIXED = chosen === 'mixed'
const ROUNDS = IS_MIXED ? 1 : 2
const BESIDE_MS = (1000 * Number(ATTACK_SECONDS)) / (IS_MIXED ? 1 : ROUNDS * 2)
const ALONE_MS = IS_MIXED ? BESIDE_MS / 5 : BESIDE_MS
const ATTACKERS = 4
const ATTACK_TIER_NAMES = ATTACK_TIERS === 'all' ? TIER_NAMES : (ATTACK_TIERS.split(',') as TierName[])
const KINDS = chosen === 'all' || IS_MIXED ? ATTACK_KINDS : (chosen.split(',') as AttackKind[])
/** Fewest calls of a tier for a p99 of its own. */
const CALLS_MIN = 50
const FACTOR = 2
const SLACK_MS = 50
const RSS_BYTES_MAX = 1.5e9
/** Tiers that the paths of an attack need. */
const NEEDED: Partial<Record<AttackKind, TierName>> = {
  'submission floods': CAPABILITIES.async,
  'similar ids': CAPABILITIES.forensics,
  'change tracking': CAPABILITIES.forensics,
}
const ATTACK = fileURLToPath(new URL('./helpers/attacks.ts', import.meta.url))
const NEIGHBOURS = fileURLToPath(new URL('./helpers/neighbours.ts', import.meta.url))
const NODE = fileURLToPath(new URL('../../../compute/node/main.ts', import.meta.url))

// large frames and results lie in a folder, as by npm start
const OBJECT_STORE = pathToFileURL(dataFolder(t)).href
const processes = await gatewayProcesses(t)
const gateway = await processes.start({
  ...{ WORKER_THREADS: '2', WORKER_START: 'at-once' },
  ...{ TRUSTED_PROXY_HOPS: '1', OBJECT_STORE },
})
const node = fork(NODE, [], {
  env: {
    ...process.env,
    ...{ REDIS_URL: processes.redisUrl, OBJECT_STORE },
    ...{ LOG_LEVEL: 'silent', NODE_OPTIONS: '', METRICS_PORT: '0' },
  },
  execArgv: [...NODE_FLAGS],
  stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
})
const ended = once(node, 'exit')
t.teardown(() => {
  node.kill('SIGKILL')
  return ended
})

const rssOf = (pid: number): number =>
  existsSync(`/proc/${pid}`)
    ? 1024 * Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
    : 0
const rssBytes = () => ({
  gateway: rssOf(gateway.child.pid!),
  node: rssOf(node.pid!),
  redis: processes.redisPids().reduce((sum, pid) => sum + rssOf(pid), 0),
})

/** An address of its own each, as neighbours have. */
const caller = async (tier: TierName) => ({ tier, key: await processes.key(tier), headers: elsewhere() })

function started(path: string): ChildProcess {
  const child = fork(path, [], { execArgv: [...NODE_FLAGS], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  t.teardown(() => child.kill('SIGKILL'))
  return child
}

type Caller = Awaited<ReturnType<typeof caller>>

const measuring = started(NEIGHBOURS)

async function measured(neighbours: readonly Caller[], spanMs: number): Promise<readonly Waited[]> {
  const said = once(measuring, 'message')
  measuring.send({ url: gateway.url, neighbours, spanMs } satisfies NeighbourOrder)
  return (await said)[0]
}

/** The wait that this share of the calls of one kind does not exceed, of a tier or of all together. */
const waitOf = (share: number, waits: readonly Waited[], call: NeighbourCall, name: TierName | 'any'): number => {
  const of = waits.filter(each => each.call === call && (name === 'any' || each.tier === name)).map(({ ms }) => ms)
  return of.sort((a, b) => a - b)[Math.ceil(of.length * share) - 1]!
}

/** By tier where each has enough calls for a p99, else all tiers together. */
const groupsOf = (waits: readonly Waited[], call: NeighbourCall): readonly (TierName | 'any')[] =>
  waits.filter(each => each.call === call).length >= TIER_NAMES.length * CALLS_MIN ? TIER_NAMES : ['any']

/** Where the worst waits are: of each turn of the accounts, which begin `sinceMs` before the first call. */
function byTurn(waits: readonly Waited[], kinds: readonly AttackKind[], sinceMs: number): readonly string[] {
  const turnOf = ({ atMs }: Waited): number => Math.floor((atMs + sinceMs) / TURN_MS)
  return Array.from(Map.groupBy(waits, turnOf), ([turn, of]) => {
    const worst = (call: NeighbourCall): string => {
      const [third, second, first] = of
        .filter(each => each.call === call)
        .map(({ ms }) => Math.round(ms))
        .sort((a, b) => a - b)
        .slice(-3)
      return `${call} calls ${first}, ${second}, ${third} ms`
    }
    const sent = Array.from({ length: ATTACKERS }, (_, place) => kinds[(place + turn) % kinds.length])
    return `longest beside ${sent.join(', ')}: ${NEIGHBOUR_CALLS.map(worst).join('; ')}`
  })
}

/** Starts the attack; the returned function ends it and tells the statuses of its calls. */
async function attack(order: AttackOrder): Promise<() => Promise<Record<string, number>>> {
  const child = started(ATTACK)
  const begun = once(child, 'message')
  child.send(order)
  await begun
  return async () => {
    const said = once(child, 'message')
    child.send('over')
    const [statuses] = (await said) as [Record<string, number>]
    return statuses
  }
}

await measured(await Promise.all(TIER_NAMES.map(caller)), ALONE_MS)

const isWithinRights = (kind: AttackKind, tier: TierName): boolean => {
  const needed = NEEDED[kind]
  return needed === undefined || admits(needed, tier)
}

for (const tier of ATTACK_TIER_NAMES) {
  const possible = KINDS.filter(kind => isWithinRights(kind, tier))
  for (const kinds of IS_MIXED ? [possible] : possible.map(kind => [kind])) {
    t.test(`${kinds.join(', ')} of the tier ${tier}`, async t => {
      const neighbours = await Promise.all(TIER_NAMES.map(caller))
      const attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => caller(tier)))
      const aloneMs = Math.min(ALONE_MS, 3_000)
      const rounds: { readonly alone: readonly Waited[]; readonly beside: readonly Waited[] }[] = []
      let peakBytes = 0
      let peak = ''
      const look = setInterval(() => {
        const each = rssBytes()
        const bytes = each.gateway + each.node + each.redis
        if (bytes <= peakBytes) return
        peakBytes = bytes
        peak = Object.entries({ ...each, all: bytes })
          .map(([name, of]) => `${name} ${Math.round(of / 1e6)} MB`)
          .join(', ')
      }, 100)
      const statuses: Record<string, number> = {}
      for (let round = 0; round < ROUNDS; round++) {
        const alone = await measured(neighbours, ALONE_MS)
        const end = await attack({ url: gateway.url, kinds, tier, attackers })
        // until the accounts are known for what they send
        await pause(aloneMs)
        rounds.push({ alone, beside: await measured(neighbours, BESIDE_MS) })
        for (const [status, count] of Object.entries(await end())) statuses[status] = (statuses[status] ?? 0) + count
      }
      clearInterval(look)
      t.comment(`answers to the attackers: ${JSON.stringify(statuses)}`)
      const refusals = rounds
        .flatMap(({ alone, beside }) => [...alone, ...beside])
        .flatMap(({ refusal }) => refusal ?? [])
      t.same(refusals, [], 'no neighbour is refused')
      for (const call of NEIGHBOUR_CALLS) {
        const least = (when: 'alone' | 'beside', name: TierName | 'any', share = 0.99): number =>
          Math.min(...rounds.map(round => waitOf(share, round[when], call, name)))
        for (const name of groupsOf(rounds[0]!.alone, call)) {
          const [alone, beside] = [least('alone', name), least('beside', name)]
          const said = `${call} calls of ${name} tier: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside`
          const [halfAlone, halfBeside] = [least('alone', name, 0.5), least('beside', name, 0.5)]
          t.comment(`${said}; p50 ${halfAlone.toFixed(1)} and ${halfBeside.toFixed(1)} ms`)
          t.ok(beside <= Math.max(FACTOR * alone, alone + SLACK_MS), said)
        }
      }
      if (IS_MIXED) for (const said of byTurn(rounds[0]!.beside, kinds, aloneMs)) t.comment(said)
      t.comment(peak)
      t.ok(peakBytes < RSS_BYTES_MAX, peak)
    })
  }
}

t.test('the gateway is alive', async t => {
  t.equal(gateway.child.exitCode, null)
})

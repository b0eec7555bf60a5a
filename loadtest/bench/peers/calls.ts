/**
 * Calls beside naive services on Fastify, and on Express with graphlib (loadtest/peers): the same bodies, the same critical path, but without keys,
 * limits, findings, dates or records. Runs alternate; the answers are compared before any is measured.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { firstMessage } from '../../../shared/test/first-message.ts'
import { installPrograms } from '../../../shared/test/installed-programs.ts'
import type { CallTemplate } from '../../driver.ts'
import { median } from '../../report.ts'
import { integerOf, type Stream, stream } from '../../schedule/draws.ts'
import { cpmCall, startService } from '../../service.ts'
import { type CallCost, callCost, type Part, type Served, type Warmed, warmUp } from '../call-cost.ts'
import { ended } from './jobs.ts'

const PEERS = fileURLToPath(new URL('../../peers/', import.meta.url))
const BODY_COUNT = 4

/** Naive services, each in a process of its own. */
const NAIVE: Readonly<Record<string, { readonly file: string; readonly path: string; readonly hasOurTable?: true }>> = {
  Fastify: { file: 'fastify-server.mjs', path: '/cpm' },
  'Fastify, our table': { file: 'fastify-server.mjs', path: '/table', hasOurTable: true },
  'Express, graphlib': { file: 'express-server.mjs', path: '/cpm' },
}

interface Peer extends Served {
  stop(): Promise<void>
}

interface OurStart {
  /** Root of another checkout. */
  readonly tree?: string
  readonly gateways?: number
}

/** A machine that is busy with other work is no overload. */
async function ours(bodies: readonly Uint8Array[], { tree, gateways = 1 }: OurStart = {}): Promise<Peer> {
  const service = await startService({ env: { LANE_WAIT_MS: '60000', GATEWAYS: String(gateways) }, tree })
  const key = await service.createKey('government')
  const calls = bodies.map(body => cpmCall(key, body))
  return { origin: service.origin, pid: service.pid!, calls, stop: service.stop }
}

async function peer(file: string, path: string, bodies: readonly Uint8Array[]): Promise<Peer> {
  const child: ChildProcess = fork(`${PEERS}${file}`, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const { port } = (await firstMessage(child)) as { port: number }
  const headers = { 'content-type': 'application/json' }
  const calls = bodies.map((body): CallTemplate => ({ method: 'POST', path, headers, body }))
  return { origin: `http://127.0.0.1:${port}`, pid: child.pid!, calls, stop: () => ended(child) }
}

/** Throws unless all sides answer alike; says how many bytes the replies have. */
async function checkAnswers(sides: Readonly<Record<string, Peer>>): Promise<string> {
  const names = Object.keys(sides)
  const answers = await Promise.all(Object.values(sides).map(answersOf))
  for (const [i, name] of names.entries()) {
    checkEqual(name, answers[0]!, answers[i]!)
    if (NAIVE[name]?.hasOurTable) checkComplete(name, answers[0]!, answers[i]!)
  }
  return names.map((name, i) => `${name} ${answers[i]![0]!.bytes}`).join('; ')
}

interface CallPlan extends Readonly<Record<'taskCount' | 'runs' | 'seconds' | 'callers' | 'seed', number>> {
  /** Root of another checkout, which is a side as well. */
  readonly tree?: string | undefined
  readonly hasPeers: boolean
}

/** say: called after each run. */
export async function measureCalls(
  { taskCount, runs, seconds, callers, seed, tree, hasPeers }: CallPlan,
  say: (line: string) => void,
): Promise<Readonly<Record<string, CallCost>>> {
  if (hasPeers) installPrograms(PEERS)
  const bodies = Array.from({ length: BODY_COUNT }, (_, i) => bodyOf(taskCount, seed + i))
  const sides: Record<string, Peer> = {}
  try {
    sides.ours = await ours(bodies)
    if (tree !== undefined) sides['other tree'] = await ours(bodies, { tree })
    if (hasPeers) {
      sides['ours, two gateways'] = await ours(bodies, { gateways: 2 })
      for (const [name, { file, path }] of Object.entries(NAIVE)) sides[name] = await peer(file, path, bodies)
    }
    const bytes = await checkAnswers(sides)
    say(
      `${taskCount} tasks, ${bodies[0]!.length} bytes, ${callers} callers; the answers are equal. Bytes of a reply: ${bytes}`,
    )
    for (const [name, side] of Object.entries(sides)) say(warmLine(name, await warmUp(side, callers)))
    const costs: Record<string, CallCost[]> = {}
    for (let run = 1; run <= runs; run++) {
      for (const [name, side] of Object.entries(sides)) {
        const cost = await callCost(side, callers, seconds)
        ;(costs[name] ??= []).push(cost)
        say(`run ${run}  ${line(name, cost)}${sharesOf(cost)}`)
      }
    }
    return Object.fromEntries(Object.entries(costs).map(([name, all]) => [name, medianOf(all)]))
  } finally {
    await Promise.all(Object.values(sides).map(side => side.stop()))
  }
}

const medianOf = (costs: readonly CallCost[]): CallCost => ({
  callsPerSecond: median(costs.map(each => each.callsPerSecond)),
  usPerCall: median(costs.map(each => each.usPerCall)),
  p50Ms: median(costs.map(each => each.p50Ms)),
  shares: Object.fromEntries(
    Object.keys(costs[0]!.shares).map(part => [part, median(costs.map(each => each.shares[part as Part]))]),
  ) as CallCost['shares'],
})

const warmLine = (name: string, { seconds, isSteady, firstUs, lastUs }: Warmed): string =>
  `warm   ${name.padEnd(18)} ${isSteady ? 'steady' : 'not steady'} after ${seconds.toFixed(0)} s: ${firstUs.toFixed(0)} us of processor per call at first, ${lastUs.toFixed(0)} at last`

export const line = (name: string, { callsPerSecond, usPerCall, p50Ms }: CallCost): string =>
  `${name.padEnd(18)} ${callsPerSecond.toFixed(0).padStart(6)} calls/s, ${usPerCall.toFixed(0).padStart(5)} us of processor per call, p50 ${p50Ms.toFixed(2)} ms`

/** Nothing where the service is not ours. */
export const sharesOf = ({ shares }: CallCost): string =>
  shares.gateway === 0
    ? ''
    : ` (${Object.entries(shares)
        .map(([part, us]) => `${part} ${us.toFixed(0)}`)
        .join(', ')})`

/** Whether the services of a comparison answer alike, which comes before anything is measured. */
type Row = Readonly<Record<string, unknown>>
type Data = Readonly<Record<string, unknown>> & { readonly tasks: readonly Row[] }

export interface Answer {
  readonly data: Data
  /** The whole reply has so many. */
  readonly bytes: number
}

/** One for each body. */
const answersOf = ({ origin, calls }: Served): Promise<Answer[]> =>
  Promise.all(
    calls.map(async ({ path, headers, body }) => {
      const response = await fetch(origin + path, { method: 'POST', headers, body: body as Uint8Array<ArrayBuffer> })
      const bytes = await response.arrayBuffer()
      return { data: (JSON.parse(Buffer.from(bytes).toString()) as { data: Data }).data, bytes: bytes.byteLength }
    }),
  )

/** Throws unless all that a peer answers is equal to what we answer. */
export function checkEqual(name: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  for (const [i, { data }] of theirs.entries()) {
    const own = ours[i]!.data
    const { tasks, ...others } = data
    if (tasks.length !== own.tasks.length) throw new Error(`${name}: ${tasks.length} tasks`)
    for (const [of, wanted, given] of [['data', own, others], ...rowPairs(own.tasks, tasks)] as const) {
      for (const [member, value] of Object.entries(given)) {
        const [there, here] = [value, wanted[member]].map(each => JSON.stringify(each))
        if (there !== here) throw new Error(`${name}: ${member} of ${of} is ${there} instead of ${here}`)
      }
    }
  }
}

const rowPairs = (own: readonly Row[], tasks: readonly Row[]) =>
  tasks.map((row, place) => [`task ${place}`, own[place]!, row] as const)

/** Throws unless a peer answers every column of our table that is not the same in all of its rows. */
export function checkComplete(name: string, ours: readonly Answer[], theirs: readonly Answer[]): void {
  for (const [i, { data }] of ours.entries()) {
    const columns = Object.keys(data.tasks[0]!)
    const varied = columns.filter(column => new Set(data.tasks.map(row => JSON.stringify(row[column]))).size > 1)
    const missing = varied.filter(column => !(column in theirs[i]!.data.tasks[0]!))
    if (missing.length > 0) throw new Error(`${name} lacks ${missing.join(', ')}`)
  }
}

/** The bodies that all sides of a comparison are sent. */
const idOf = (i: number): string => `A${1000 + i}`

/** Tasks without dates, linked from finish to start: what all of them compute alike. */
export function bodyOf(taskCount: number, seed: number): Uint8Array {
  const [near, far, duration] = ['near', 'far', 'duration'].map(name => stream(seed, `peers/${name}`)) as [
    Stream,
    Stream,
    Stream,
  ]
  const tasks = Array.from({ length: taskCount }, (_, i) => {
    const before = [i - integerOf(near(i), 1, 12), i - integerOf(far(i), 1, 40)].filter(each => each >= 0)
    return {
      id: idOf(i),
      name: `Activity ${i} of area ${i % 7}`,
      duration_days: integerOf(duration(i), 1, 20),
      predecessors: [...new Set(before)].map(idOf),
    }
  })
  return Buffer.from(JSON.stringify({ tasks }))
}

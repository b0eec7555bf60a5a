/**
 * Accounts that make small calls and send files of 8 KB, one after the other in turn, and how long each answer took. Run as a process of its own (fork) that the
 * system prefers to all others where it may: a neighbour has a machine of its own, so what is measured must not be the wait of this process for a processor.
 */

import { readFileSync } from 'node:fs'
import { constants, getPriority, setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { FILE_MEDIA_TYPES } from '../../../../shared/contract/schedule/file-formats.ts'
import type { TierName } from '../../../../shared/contract/tiers.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'

interface Neighbour {
  readonly tier: TierName
  readonly key: string
  readonly headers: Readonly<Record<string, string>>
}

export interface NeighbourOrder {
  readonly url: string
  readonly neighbours: readonly Neighbour[]
  readonly spanMs: number
}

export const NEIGHBOUR_CALLS = ['small', 'file'] as const
export type NeighbourCall = (typeof NEIGHBOUR_CALLS)[number]

/** A call and its wait. */
export interface Waited {
  readonly tier: TierName
  readonly call: NeighbourCall
  readonly ms: number
  /** Since the order. */
  readonly atMs: number
  /** Why a call was not answered with 200. */
  readonly refusal?: string
}

/** Within the processor time of every tier: six tiers in turn, so a file of 17 ms in 0.7 s of each, which is little beyond the 2 % of a thread that the lowest tier may use for long. */
const EVERY_MS = { small: 50, file: 100 }
/** Below 0 only where the process may. */
const PRIORITY_ABOVE = 10

const file = readFileSync(new URL('../../../sandbox/update.xer', import.meta.url))
const BODIES = {
  small: { path: CPM, type: 'application/json', body: JSON.stringify({ tasks: FOUR_TASKS }) },
  file: { path: '/api/v1/health/dcma-14-point', type: FILE_MEDIA_TYPES.xer, body: file },
}

async function measure({ url, neighbours, spanMs }: NeighbourOrder, dispatcher: Agent): Promise<Waited[]> {
  const waits: Waited[] = []
  const begunMs = performance.now()
  const untilMs = begunMs + spanMs
  const wait = async ({ tier, key, headers }: Neighbour, call: NeighbourCall): Promise<void> => {
    const { path, type, body } = BODIES[call]
    const startedMs = performance.now()
    const answer = await request(url + path, {
      ...{ method: 'POST', dispatcher, body },
      headers: { 'x-api-key': key, 'content-type': type, ...headers },
    })
    const text = await answer.body.text()
    const ms = performance.now() - startedMs
    const isAnswered = answer.statusCode === 200
    waits.push({
      tier,
      call,
      ms,
      atMs: startedMs - begunMs,
      ...(!isAnswered && { refusal: `${path}: ${answer.statusCode} ${text.slice(0, 300)}` }),
    })
  }
  const repeat = async (call: NeighbourCall): Promise<void> => {
    for (let n = 0; n < neighbours.length || performance.now() < untilMs; n++) {
      await wait(neighbours[n % neighbours.length]!, call)
      await pause(EVERY_MS[call])
    }
  }
  await Promise.all(NEIGHBOUR_CALLS.map(repeat))
  return waits
}

/** As a process: each message is an order, and is answered with the waits. */
if (process.send !== undefined && import.meta.filename === process.argv[1]) {
  try {
    setPriority(Math.max(getPriority() - PRIORITY_ABOVE, constants.priority.PRIORITY_HIGHEST))
  } catch {
    // as any other process, then
  }
  const agent = new Agent({ connections: 32 })
  process.on('disconnect', () => process.exit())
  process.on('message', async (order: NeighbourOrder) => process.send!(await measure(order, agent)))
}

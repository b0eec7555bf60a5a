/**
 * Synchronous calls at a steady rate, whatever becomes of them; what they were answered is counted by phases of a test, each call in the
 * one it began in.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import { Agent, request } from 'undici'
import type { WholeService } from './whole-service.ts'

const CALLERS = 4
/** Pause of each caller between two calls. */
const CALL_EVERY_MS = 100

export interface Calls {
  /** What is restarted next; resolves when each call that began before is answered, so that it is not met by it. */
  enter(phase: string): Promise<void>
  /** How many answers of which kind in which phase. */
  readonly answers: Record<string, Record<string, number>>
  stop(): Promise<void>
}

/** bodies: paths and what is sent there, in turn; without a body it is a GET. */
export async function startCalls(
  t: Test,
  url: string,
  service: WholeService,
  bodies: readonly (readonly [path: string, body?: object])[],
): Promise<Calls> {
  const dispatcher = new Agent({ connections: CALLERS, pipelining: 1 })
  t.teardown(() => dispatcher.destroy())
  const { key } = await service.account('enterprise')
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const sent = bodies.map(([path, body]) => ({ path, body: body && JSON.stringify(body) }))
  let turn = 0
  const answers: Calls['answers'] = {}
  let phase = 'before'
  const running = new Set<Promise<void>>()
  let isOver = false
  async function call(begun: string): Promise<void> {
    let name = '200'
    try {
      const { path, body } = sent[turn++ % sent.length]!
      const options = body === undefined ? { headers } : { method: 'POST' as const, headers, body }
      const answer = await request(url + path, { dispatcher, ...options })
      const text = await answer.body.text()
      const isOurs = /json/.test(String(answer.headers['content-type']))
      if (answer.statusCode !== 200) name = `${answer.statusCode} ${isOurs ? JSON.parse(text).code : 'of the proxy'}`
    } catch (error) {
      name = `no answer: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`
    }
    const ofPhase = (answers[begun] ??= {})
    ofPhase[name] = (ofPhase[name] ?? 0) + 1
  }
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) {
      const one = call(phase)
      running.add(one)
      await Promise.all([one.finally(() => running.delete(one)), pause(CALL_EVERY_MS)])
    }
  })
  async function stop(): Promise<void> {
    isOver = true
    await Promise.all(callers)
  }
  t.teardown(stop)
  return {
    answers,
    async enter(next) {
      phase = next
      await Promise.all(running)
    },
    stop,
  }
}

/** Steady calls of the reliability tests: none of those that began in a phase is met by what the next one brings. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { until } from '../../shared/test/until.ts'
import { startCalls } from './reliability/helpers/steady-calls.ts'
import type { WholeService } from './reliability/helpers/whole-service.ts'

/** Longer than a call is away from the next one, so that one is always under way. */
const ANSWER_MS = 150

t.test('a phase begins when the calls of the one before are answered', async t => {
  let isAway = false
  let refusedCount = 0
  const server = createServer(async (_, response) => {
    await pause(ANSWER_MS)
    if (isAway) refusedCount++
    response.writeHead(isAway ? 503 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ code: 'store_unavailable' }))
  })
  t.teardown(() => server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const account = { account: async () => ({ accountId: 'id', key: 'key' }) }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const calls = await startCalls(t, url, account as unknown as WholeService, [['/health']])
  await pause(ANSWER_MS / 2)
  await calls.enter('away')
  isAway = true
  await until('a call is met by it', () => refusedCount > 0)
  isAway = false
  await calls.enter('after')
  await pause(2 * ANSWER_MS)
  await calls.stop()
  t.strictSame(Object.keys(calls.answers.before!), ['200'])
  t.ok(Number(calls.answers.away!['503 store_unavailable']) > 0)
  t.strictSame(Object.keys(calls.answers.after!), ['200'])
})

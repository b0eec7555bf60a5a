import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { JOB_SHARD_COUNT } from '../../../../shared/contract/job-classes.ts'
import type { Delivery } from '../../../../shared/platform/jobs/callback-store.ts'
import { until } from '../../../../shared/test/until.ts'
import { ended, jobPath, startNode, submitted } from '../../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { startService } from '../../helpers/service.ts'

const DELIVERIES = '/api/v1/webhooks/deliveries'
const service = await startService(t, {
  SECRETS_KEY: randomBytes(32).toString('base64'),
  WEBHOOK_ALLOW_HTTP: '1',
  WEBHOOK_ALLOWED_HOSTS: '127.0.0.1:9',
})
await startNode(t, service)
const { jobs } = service.app.gateway

/** A job with a callback, at its end. */
async function finished(key: string): Promise<string> {
  const body = { tasks: FOUR_TASKS, callback_url: 'http://127.0.0.1:9/hook?token=secret' }
  const location = jobPath(await submitted(service, CPM, { key, body }))
  await ended(service, key, location)
  return location.split('/').at(-1)!
}

/** The callback of a job, as a deliverer takes it. */
async function taken(jobId: string): Promise<Delivery> {
  let found: Delivery | undefined
  await until('it is due', async () => {
    for (let shard = 0; shard < JOB_SHARD_COUNT && found === undefined; shard++) {
      const delivery = await jobs.takeDelivery(shard, 'test')
      if (delivery?.job.jobId === jobId) found = delivery
    }
    return found !== undefined
  })
  return found!
}

t.test('a callback from due to dead to sent again', async t => {
  const key = await service.key('starter')
  t.same((await service.call(DELIVERIES, { key })).json, { deliveries: [], next_cursor: null })
  const jobId = await finished(key)
  const [pending] = (await service.call(DELIVERIES, { key })).json.deliveries
  t.match(pending, { job_id: jobId, status: 'pending', url: 'http://127.0.0.1:9/hook', attempts: [] })
  t.ok(pending.next_attempt_at)

  const atMs = Date.now()
  const attempt = { atMs, durationMs: 12.3, status: 500, failure: 'status' }
  await jobs.settleDelivery(await taken(jobId), attempt, 'dead')
  const [dead] = (await service.call(DELIVERIES, { key })).json.deliveries
  t.match(dead, { status: 'dead', next_attempt_at: null })
  t.same(dead.attempts, [{ at: new Date(atMs).toISOString(), duration_ms: 12, status: 500, failure: 'status' }])

  const again = await service.call(`${DELIVERIES}/${dead.delivery_id}/replay`, { key, method: 'POST' })
  t.equal(again.status, 202)
  t.match(again.json, { delivery_id: dead.delivery_id, status: 'pending' })
  const second = await taken(jobId)
  t.equal(second.deliveryId, dead.delivery_id, 'with the same id')
  await jobs.settleDelivery(second, { ...attempt, status: 204, failure: null }, 'delivered')
  const [delivered] = (await service.call(DELIVERIES, { key })).json.deliveries
  t.match(delivered, { status: 'delivered', next_attempt_at: null })
  t.equal(delivered.attempts.length, 2)
  t.equal(delivered.attempts[1].failure, null)
})

t.test("another account's delivery is like one that never was", async t => {
  const key = await service.key('starter')
  await finished(key)
  const [{ delivery_id: id }] = (await service.call(DELIVERIES, { key })).json.deliveries
  const stranger = await service.key('starter')
  t.same((await service.call(DELIVERIES, { key: stranger })).json.deliveries, [])
  const ids = [id, id.replace(/[0-9a-f-]{36}$/, randomUUID()), 'nothing', '%00', 'x'.repeat(100)]
  const answers = await Promise.all(
    ids.map(each =>
      service.call(`${DELIVERIES}/${each}/replay`, {
        key: stranger,
        method: 'POST',
        headers: { 'x-request-id': 'same' },
      }),
    ),
  )
  for (const answer of answers) {
    t.equal(`${answer.status} ${answer.json.code}`, '404 delivery_not_found')
    t.ok(answer.bytes.equals(answers[0]!.bytes))
  }
})

t.test('page by page, newest first; 403 below starter; 422 for a query that cannot be read', async t => {
  const key = await service.key('starter')
  const jobIds = []
  for (let i = 0; i < 5; i++) jobIds.push(await finished(key))
  const seen: string[] = []
  let cursor = ''
  do {
    const { json } = await service.call(`${DELIVERIES}?limit=2${cursor === '' ? '' : `&cursor=${cursor}`}`, { key })
    seen.push(...json.deliveries.map((delivery: { job_id: string }) => delivery.job_id))
    cursor = json.next_cursor ?? ''
  } while (cursor !== '' && seen.length < 20)
  t.same(seen, jobIds.toReversed())
  t.equal((await service.call(DELIVERIES, { key: await service.key('free') })).json.code, 'tier_forbidden')
  t.same((await service.call(`${DELIVERIES}?limit=0`, { key })).json.detail[0].loc, ['query', 'limit'])
})

t.test('dead callbacks of a time are sent again together; a time that cannot be read is named', async t => {
  const key = await service.key('starter')
  const startedAt = new Date().toISOString()
  for (let i = 0; i < 2; i++) {
    const delivery = await taken(await finished(key))
    await jobs.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 500, failure: 'status' }, 'dead')
  }
  const replays = (body: object) => service.call('/api/v1/webhooks/replays', { key, method: 'POST', body })
  t.match(await replays({ from: '2020-01-01T00:00:00Z', to: startedAt }), {
    status: 202,
    json: { replayed: 0, next_cursor: null },
  })
  t.match(await replays({ from: startedAt }), { status: 202, json: { replayed: 2, next_cursor: null } })
  const { deliveries } = (await service.call(DELIVERIES, { key })).json
  t.same(
    deliveries.map(({ status }: { status: string }) => status),
    ['pending', 'pending'],
  )
  for (const [body, member] of [
    [{ from: 'yesterday' }, 'from'],
    [{ from: startedAt, to: '2020-01-01T00:00:00Z' }, 'from'],
    [{}, 'from'],
    [{ from: startedAt, to: 5 }, 'to'],
    [{ from: startedAt, cursor: 'x' }, 'cursor'],
  ] as const) {
    const answer = await replays(body)
    t.equal(answer.status, 422)
    t.ok(JSON.stringify(answer.json.detail).includes(member), JSON.stringify(body))
  }
})

t.test('endpoints are listed with what became of them, and resumed by their owner alone', async t => {
  const ENDPOINTS = '/api/v1/webhooks/endpoints'
  const key = await service.key('starter')
  t.same((await service.call(ENDPOINTS, { key })).json, { endpoints: [] })
  const delivery = await taken(await finished(key))
  await jobs.settleDelivery(delivery, { atMs: 1, durationMs: 1, status: 500, failure: 'status' }, { delayMs: 60_000 })
  const [endpoint] = (await service.call(ENDPOINTS, { key })).json.endpoints
  t.match(endpoint, {
    origin: 'http://127.0.0.1:9',
    status: 'failing',
    failures: 1,
    last_failure: 'status',
    last_success_at: null,
    paused_at: null,
    waiting: 0,
  })
  const resume = `${ENDPOINTS}/${endpoint.endpoint_id}/resume`
  const stranger = await service.key('starter')
  t.equal((await service.call(resume, { key: stranger, method: 'POST' })).json.code, 'endpoint_not_found')
  t.match(await service.call(resume, { key, method: 'POST' }), { status: 200, json: { status: 'ok', failures: 0 } })
  for (const id of ['nothing', 'ep_', 'ep_AAAA', '%00', 'x'.repeat(5_000)])
    t.equal((await service.call(`${ENDPOINTS}/${id}/resume`, { key, method: 'POST' })).status, 404, id)
})

t.test('lists and replays of an account are made one at a time, those of others beside them', async t => {
  const [key, other] = [await service.keyRecord('starter'), await service.keyRecord('starter')]
  const calls = {
    listDeliveries: { path: DELIVERIES, body: undefined },
    listEndpoints: { path: '/api/v1/webhooks/endpoints', body: undefined },
    replayDeliveries: { path: '/api/v1/webhooks/replays', body: { from: '2026-01-01T00:00:00Z' } },
  } as const
  for (const [name, { path, body }] of Object.entries(calls) as [
    keyof typeof calls,
    (typeof calls)[keyof typeof calls],
  ][]) {
    const made = jobs[name] as (...args: unknown[]) => Promise<unknown>
    const now = new Map<string, number>()
    let most = 0
    let mostOfAll = 0
    const counted = async (accountId: string, ...rest: unknown[]): Promise<unknown> => {
      now.set(accountId, (now.get(accountId) ?? 0) + 1)
      most = Math.max(most, now.get(accountId)!)
      mostOfAll = Math.max(
        mostOfAll,
        [...now.values()].reduce((sum, count) => sum + count, 0),
      )
      await until('one of each account is at work', () => mostOfAll >= 2)
      await pause(50)
      return made(accountId, ...rest).finally(() => now.set(accountId, now.get(accountId)! - 1))
    }
    ;(jobs as unknown as Record<string, unknown>)[name] = counted
    const answers = await Promise.all(
      [key, key, key, other].map(({ text }) => service.call(path, { key: text, ...(body && { body }) })),
    )
    ;(jobs as unknown as Record<string, unknown>)[name] = made
    t.ok(
      answers.every(({ status }) => status < 300),
      name,
    )
    t.same([most, mostOfAll], [1, 2], name)
  }
})

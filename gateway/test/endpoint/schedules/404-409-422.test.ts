import { randomUUID } from 'node:crypto'
import t from 'tap'
import { shardOf } from '../../../../shared/contract/job-classes.ts'
import { keptScheduleBytesMax, TIERS } from '../../../../shared/contract/tiers.ts'
import { jobKey } from '../../../../shared/platform/redis/keys.ts'
import { CPM, FOUR_TASKS } from '../../helpers/networks.ts'
import { keep, SCHEDULES } from '../../helpers/schedules.ts'
import { startService } from '../../helpers/service.ts'

const service = await startService(t)
const body = { tasks: FOUR_TASKS }
const BASELINE = '/api/v1/forensics/baseline-compare'

t.test(
  "404: another account's schedule is like one that never was, byte for byte, whichever way it is named",
  async t => {
    const owner = await service.key('starter')
    const foreignId = await keep(service, { key: owner, body })
    for (const key of [await service.key('starter'), await service.key('government')]) {
      const headers = { 'x-request-id': 'same' }
      const ids = [foreignId, randomUUID(), 'nothing']
      const alike = async (calls: Promise<{ status: number; bytes: Buffer }>[], what: string) => {
        const [foreign, ...others] = await Promise.all(calls)
        t.equal(foreign!.status, 404, what)
        for (const other of others) t.ok(other.bytes.equals(foreign!.bytes), what)
      }
      for (const [method, rest] of [
        ['GET', ''],
        ['GET', '/content'],
        ['DELETE', ''],
      ] as const)
        await alike(
          ids.map(id => service.call(`${SCHEDULES}/${id}${rest}`, { key, method, headers })),
          `${method} ${rest}`,
        )
      for (const path of [CPM, `${CPM}/async`, '/mcp/tools/analysis_cpm'])
        await alike(
          ids.map(schedule_id => service.call(path, { key, body: { schedule_id }, headers })),
          path,
        )
      await alike(
        ids.map(schedule_id =>
          service.call(BASELINE, {
            key,
            headers,
            body: { current_schedule: { ...body, status_date: '2026-03-02' }, baseline_schedule: { schedule_id } },
          }),
        ),
        'a container',
      )
      t.same((await service.call(SCHEDULES, { key })).json.schedules, [])
    }
    t.equal((await service.call(`${SCHEDULES}/${foreignId}`, { key: owner })).status, 200, 'nobody touched it')
  },
)

t.test('404: what has expired is gone for reading, naming and listing, and its room is free', async t => {
  const { text: key, accountId } = await service.keyRecord('free')
  const id = await keep(service, { key, body })
  const shard = shardOf(accountId)
  const past = Date.now() - 1_000
  await service.redis.hset(jobKey(shard, 'schedule', id), 'expiresAtMs', past)
  for (const name of [jobKey(shard, 'schedule-ends'), jobKey(shard, 'schedule-ends', accountId)])
    await service.redis.zadd(name, past, id)
  t.equal((await service.call(`${SCHEDULES}/${id}`, { key })).status, 404)
  t.equal((await service.call(`${SCHEDULES}/${id}`, { key, method: 'DELETE' })).status, 404)
  t.equal((await service.call(CPM, { key, body: { schedule_id: id } })).json.code, 'schedule_not_found')
  t.match((await service.call(SCHEDULES, { key })).json, { schedules: [], held: { schedules: 0, bytes: 0 } })
  await keep(service, { key, body })
  t.equal(await service.redis.exists(jobKey(shard, 'schedule', id)), 0, 'the next one makes room')
})

t.test('409: of 100 uploads at once exactly as many are kept as there is room for, by number and by bytes', async t => {
  const { text: key } = await service.keyRecord('demo')
  const most = TIERS.demo.keptScheduleCountMax
  // within the window of control calls
  const uploads = async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        service.call(SCHEDULES, { key, body, headers: { 'x-forwarded-for': '192.0.2.1' } }),
      ),
    )
    return answers
  }
  const answers = await uploads()
  t.equal(answers.filter(({ status }) => status === 201).length, most)
  const refused = answers.filter(({ status }) => status !== 201)
  for (const { json } of refused) t.equal(json.code, 'schedules_full', json.detail)
  t.equal((await service.call(SCHEDULES, { key })).json.held.schedules, most)

  const { text: other, accountId } = await service.keyRecord('demo')
  const one = (await service.call(SCHEDULES, { key: other, body })).json
  const bytesKey = jobKey(shardOf(accountId), 'schedule-bytes')
  const room = 7 * one.bytes + 1
  await service.redis.hset(bytesKey, accountId, keptScheduleBytesMax('demo') - room)
  const many = await Promise.all(Array.from({ length: 100 }, () => service.call(SCHEDULES, { key: other, body })))
  t.equal(many.filter(({ status }) => status === 201).length, 7)
  t.equal(Number(await service.redis.hget(bytesKey, accountId)), keptScheduleBytesMax('demo') - 1)
})

t.test('422: a schedule with faults, a time that is too long, and a name beside tasks', async t => {
  const key = await service.key('starter')
  t.match((await service.call(SCHEDULES, { key, body: { tasks: [] } })).json, { code: 'validation' })
  for (const ttl of ['604801', '59', 'x'])
    t.match((await service.call(`${SCHEDULES}?ttl=${ttl}`, { key, body })).json.detail, [{ loc: ['query', 'ttl'] }])
  const id = await keep(service, { key, body })
  const both = await service.call(CPM, { key, body: { ...body, schedule_id: id } })
  t.match(both.json.detail, [{ loc: ['body', 'schedule_id'] }])
  t.match((await service.call(CPM, { key, body: { schedule_id: 7 } })).json.detail, [{ loc: ['body', 'schedule_id'] }])
})

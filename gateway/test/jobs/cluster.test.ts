/** The gateway on a three-node Redis Cluster: submissions, results, and what goes on when one master is dead. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { shardOf } from '../../../shared/jobs/classes.ts'
import { startCluster } from '../../../shared/test/jobs/cluster.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { startService } from '../helpers/service.ts'

const SLOT_COUNT = 16_384
const body = { tasks: FOUR_TASKS }

t.test('jobs on a cluster, whole and with one master dead', async t => {
  const directory = mkdtempSync(join(tmpdir(), 'sis-cluster-'))
  const cluster = await startCluster(directory)
  const service = await startService(t, { REDIS_URL: cluster.url })
  t.teardown(async () => {
    await cluster.stop()
    rmSync(directory, { recursive: true, force: true })
  })
  await startNode(t, service)
  // connections to the masters are made by the first commands, and others fail until they are there
  const accounts: Awaited<ReturnType<typeof service.keyRecord>>[] = []
  await until('the masters take accounts', async () => {
    const account = await service.keyRecord('starter').catch(() => null)
    if (account !== null) accounts.push(account)
    return accounts.length === 24
  })
  const statusOf = async (key: string) => (await service.call(`${CPM}/async`, { key, body: '', method: 'POST' })).status
  for (const { text: key } of accounts) {
    await until('those of its shard answer', async () => (await statusOf(key)) !== 503)
  }
  t.equal((await service.call('/ready')).json.checks.queue, 'ok')

  for (const { text: key } of accounts) {
    const headers = { 'idempotency-key': 'once' }
    const location = jobPath(await submitted(service, CPM, { key, body, headers }))
    t.equal((await service.call(`${CPM}/async`, { key, body, headers })).headers['idempotent-replayed'], 'true')
    const { json } = await ended(service, key, location)
    t.equal(json.result.data.project_duration_days, 12)
    t.equal((await service.call('/api/v1/jobs', { key })).json.jobs.length, 1)
  }

  const share = Math.ceil(SLOT_COUNT / cluster.nodes.length)
  const nodeOf = async (name: string) => Math.floor(Number(await service.redis.cluster('KEYSLOT', name)) / share)
  const homes = await Promise.all(
    accounts.map(async ({ text, accountId }) => ({
      key: text,
      nodes: [await nodeOf(`{a:${accountId}}`), await nodeOf(`{j:${shardOf(accountId)}}`)],
    })),
  )
  const dead = homes[0]!.nodes[1]!
  await cluster.nodes[dead]!.kill()
  const untouched = homes.filter(({ nodes }) => !nodes.includes(dead))
  t.ok(untouched.length > 0)
  for (const { key } of untouched) {
    let answer = await service.call(`${CPM}/async`, { key, body })
    await until('the shards of the others go on', async () => {
      if (answer.status === 503) answer = await service.call(`${CPM}/async`, { key, body })
      return answer.status !== 503
    })
    t.equal(answer.status, 202)
    t.equal((await ended(service, key, answer.json.polling_url)).json.status, 'completed')
  }
  const { status, json } = await service.call(`${CPM}/async`, { key: homes[0]!.key, body })
  t.equal(status, 503, 'those of the dead one do not')
  t.match(json.code, /store_unavailable|submission_unknown/)
})

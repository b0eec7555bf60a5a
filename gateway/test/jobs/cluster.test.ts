/** The gateway on a three-node Redis Cluster: submissions, results, and what goes on when one master is dead. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t from 'tap'
import { shardOf } from '../../../shared/contract/job-classes.ts'
import { startCluster } from '../../../shared/test/jobs/cluster.ts'
import { until } from '../../../shared/test/until.ts'
import { ended, jobPath, startNode, submitted } from '../helpers/jobs.ts'
import { CPM, FOUR_TASKS } from '../helpers/networks.ts'
import { type Answer, startService, type TestService } from '../helpers/service.ts'

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

  const locations = new Map<string, string>()
  for (const { text: key } of accounts) {
    const headers = { 'idempotency-key': 'once' }
    const location = jobPath(await submitted(service, CPM, { key, body, headers }))
    locations.set(key, location)
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
  const touched = homes.filter(({ nodes }) => nodes.includes(dead))
  const untouched = homes.filter(({ nodes }) => !nodes.includes(dead))
  t.ok(untouched.length > 0)
  const refusedThere = async (when: string) => {
    for (const { key } of touched) {
      for (const [path, options] of [
        [`${CPM}/async`, { body }],
        [locations.get(key)!, {}],
        ['/api/v1/jobs', {}],
      ] as const) {
        const { status, json, headers } = await service.call(path, { key, ...options })
        t.equal(status, 503, `${when}: ${path}`)
        t.match(json.code, /store_unavailable|submission_unknown/)
        t.ok(Number(headers['retry-after']) >= 1)
      }
    }
  }
  await refusedThere('at once')
  for (const { key } of untouched) {
    const location = jobPath(await accepted(service, key))
    t.equal((await ended(service, key, location)).json.status, 'completed')
    const { status, json } = await service.call(`${location}/result`, { key })
    t.same([status, json.data.project_duration_days], [200, 12])
    t.equal((await service.call('/ready')).status, 200, 'the gateway is there for the others')
  }
  await refusedThere('and still')

  cluster.nodes[dead]!.restart()
  for (const { key } of touched) {
    const location = jobPath(await accepted(service, key))
    t.equal((await ended(service, key, location)).json.status, 'completed', 'a job of a shard that is back')
    const { json } = await ended(service, key, locations.get(key)!)
    t.equal(json.result.data.project_duration_days, 12, 'a result from before')
    t.equal((await service.call('/api/v1/jobs', { key })).json.jobs[0].job_id, location.split('/').at(-1))
  }
})

/** A submission that is accepted; one that its store refuses is made again, as 503 says. */
async function accepted(service: TestService, key: string): Promise<Answer> {
  let answer: Answer | undefined
  await until('it is taken', async () => {
    answer = await service.call(`${CPM}/async`, { key, body })
    return answer.status !== 503
  })
  if (answer!.status !== 202) throw new Error(`${answer!.status} ${answer!.bytes.toString()}`)
  return answer!
}

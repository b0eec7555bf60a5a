/** Gateways that are killed while they take schedules: what is left belongs to a schedule that is listed, or goes by itself. */
import { readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { between, type Random, random } from '../../../compute/test/helpers/random.ts'
import { redisJobStore } from '../../../shared/platform/jobs/redis-job-store.ts'
import { FolderObjects, KEPT } from '../../../shared/platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../../shared/platform/objects/watched-objects.ts'
import { connect, disconnect, type RedisClient } from '../../../shared/platform/redis/connect.ts'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { namesOf } from '../../../shared/test/every-server.ts'
import { SCHEDULES } from '../helpers/schedules.ts'
import { gatewayProcesses } from '../hostile/helpers/gateway-process.ts'

t.setTimeout(600_000)

const KILLS = 6
const UPLOADS_AT_ONCE = 6
/** A frame that nothing names is gone after it (shared/platform/jobs/redis/results.ts), a reserved key as well. */
const UNNAMED_MS_MAX = 900_000
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000)
const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** With the schedule; in chunks of Redis or one object; in several chunks. */
const bodies = [10, 3_000, 60_000].map(taskCount =>
  JSON.stringify({
    tasks: Array.from({ length: taskCount }, (_, i) => ({
      id: `${(i * 2_654_435_761) % 2 ** 32}`,
      duration_days: i % 97,
    })),
  }),
)

const filesBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name => statSync(join(folder, name)).isFile())

/** Keys of schedules and of what is written for them, with what is left of their time; -1: they stay. */
async function keysOf(client: RedisClient): Promise<Map<string, number>> {
  const names = (await namesOf(client)).filter(name => /\{j:\d+\}:(frame|schedule|schedules|idempotency)/.test(name))
  return new Map(await Promise.all(names.map(async name => [name, await client.pttl(name)] as const)))
}

interface CallOptions {
  readonly method?: 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
type Call = (url: string, path: string, options?: CallOptions) => ReturnType<typeof request>

interface Service {
  readonly processes: Awaited<ReturnType<typeof gatewayProcesses>>
  readonly settings: Readonly<Record<string, string>>
  readonly call: Call
}

/** How many uploads were sent, and how many of them were answered with 201. */
async function uploadUnderKills(rnd: Random, { processes, settings, call }: Service) {
  let count = 0
  let answeredCount = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const doomed = await processes.start({ LOG_LEVEL: 'silent', WORKER_THREADS: '1', ...settings })
    const uploads = Array.from({ length: UPLOADS_AT_ONCE }, async () => {
      for (;;) {
        const hasKey = count++ % 2 === 0
        const headers = hasKey ? { 'idempotency-key': `upload-${count}` } : {}
        const body = bodies[count % bodies.length]!
        const answer = await call(doomed.url, SCHEDULES, { method: 'POST', headers, body })
        await answer.body.dump()
        if (answer.statusCode === 201) answeredCount++
      }
    }).map(upload => upload.catch(() => {}))
    await pause(between(rnd, 100, 1_500))
    doomed.child.kill('SIGKILL')
    await doomed.ended
    await Promise.all(uploads)
  }
  return { count, answeredCount }
}

interface Listed {
  readonly schedule_id: string
  readonly bytes: number
  readonly content_url: string
}

async function listAll(call: Call, url: string) {
  const listed: Listed[] = []
  let held = { schedules: 0, bytes: 0 }
  for (let cursor = ''; ; ) {
    const page = (await (await call(url, `${SCHEDULES}?limit=100${cursor}`)).body.json()) as {
      schedules: typeof listed
      next_cursor: string | null
      held: typeof held
    }
    listed.push(...page.schedules)
    held = page.held
    if (page.next_cursor === null) break
    cursor = `&cursor=${page.next_cursor}`
  }
  return { listed, held }
}

/** Every key is of a listed schedule or expires; how many frames expire. */
async function checkKeys(t: Test, client: RedisClient, ids: ReadonlySet<string>): Promise<number> {
  let unowned = 0
  for (const [name, leftMs] of await keysOf(client)) {
    const [, kind, owner] = /:(frame|schedule|idempotency):([^:]+)/.exec(name) ?? []
    if (kind === undefined || (kind !== 'idempotency' && ids.has(owner!))) continue
    if (kind === 'frame') unowned++
    t.ok(leftMs > 0 && (kind === 'idempotency' || leftMs <= UNNAMED_MS_MAX), `${name} goes by itself in ${leftMs} ms`)
  }
  return unowned
}

/** Every file is of a listed schedule; how many others were swept. */
async function checkFolder(t: Test, client: RedisClient, folder: string, ids: ReadonlySet<string>): Promise<number> {
  const store = redisJobStore(client, { objects: new WatchedObjects(new FolderObjects(folder)) })
  const before = filesBelow(folder)
  const hoursAgo = new Date(Date.now() - 2 * 3_600_000)
  for (const name of before) utimesSync(join(folder, name), hoursAgo, hoursAgo)
  await store.sweepObjects('test')
  const after = filesBelow(folder)
  t.ok(
    after.every(name => name.startsWith(KEPT) && ids.has(/\/([\w-]{36})-frame-/.exec(name)?.[1] ?? '')),
    'files are of schedules',
  )
  return before.length - after.length
}

for (const place of ['Redis', 'a folder'] as const) {
  t.test(`kill -9 during uploads leaves nothing that nobody owns: frames in ${place}`, async t => {
    t.comment(`seed ${SEED}`)
    const rnd = random(SEED)
    const processes = await gatewayProcesses(t)
    const client = connect(processes.redisUrl, 'test')
    t.teardown(() => disconnect(client))
    const folder = join(dataFolder(t), 'objects')
    const settings = place === 'Redis' ? {} : { OBJECT_STORE: `file://${folder}` }
    const key = await processes.key('government')
    const ownHeaders = { 'x-api-key': key, 'content-type': 'application/json' }
    const call: Call = (url, path, { headers, ...options } = {}) =>
      request(url + path, { headers: { ...ownHeaders, ...headers }, ...options })
    const { count, answeredCount } = await uploadUnderKills(rnd, { processes, settings, call })
    t.ok(answeredCount > KILLS, `${answeredCount} of ${count} uploads were answered`)

    const next = await processes.start({ LOG_LEVEL: 'silent', WORKER_THREADS: '1', ...settings })
    const { listed, held } = await listAll(call, next.url)
    t.ok(listed.length >= answeredCount, 'what was answered is kept')
    t.equal(held.schedules, listed.length)
    t.equal(
      held.bytes,
      listed.reduce((sum, { bytes }) => sum + bytes, 0),
      'bytes are those of schedules that are listed',
    )

    const ids = new Set(listed.map(({ schedule_id }) => schedule_id))
    let unowned = await checkKeys(t, client, ids)
    if (place === 'a folder') unowned += await checkFolder(t, client, folder, ids)
    t.comment(`${listed.length} schedules are kept, ${unowned} frames without one were left to go`)
    for (const { content_url } of listed.slice(0, 5)) {
      const answer = await call(next.url, content_url)
      await answer.body.dump()
      t.equal(answer.statusCode, 200)
    }
    for (const { schedule_id } of listed)
      await (await call(next.url, `${SCHEDULES}/${schedule_id}`, { method: 'DELETE' })).body.dump()
    const stay = [...(await keysOf(client))].filter(([, leftMs]) => leftMs < 0).map(([name]) => name)
    t.same(stay, [], 'when all are removed nothing of them stays')
  })
}

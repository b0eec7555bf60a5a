/** Schedules that accounts keep: what a process that dies leaves behind, what expires, and what is counted. */
import { randomBytes } from 'node:crypto'
import { readdirSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { shardOf } from '../../contract/job-classes.ts'
import { FolderObjects } from '../../platform/objects/folder-objects.ts'
import { WatchedObjects } from '../../platform/objects/watched-objects.ts'
import { jobKey } from '../../platform/redis/keys.ts'
import { dataFolder } from '../data-folder.ts'
import { namesOf } from '../every-server.ts'
import { startStore } from './helpers.ts'
import { FRAME, keptSchedule, newSchedule } from './kept-schedules.ts'

const LARGE = [randomBytes(200_000), randomBytes(70_000)]
const HOUR_MS = 3_600_000
const ACCOUNT = 'a'
const shard = shardOf(ACCOUNT)

const folder = join(dataFolder(t), 'objects')
const objects = new WatchedObjects(new FolderObjects(folder))
const { store, client } = await startStore(t, { objects })
t.teardown(() => objects.close())
const files = (): string[] =>
  readdirSync(join(folder, 'objects'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
const keptLarge = async (ttlMs = 60_000) => {
  const { frame: _, ...schedule } = newSchedule(ACCOUNT, { frameChunks: LARGE.length, ttlMs, bytes: 272_000 })
  const frameObject = (await store.writeFrame(ACCOUNT, schedule.scheduleId, LARGE))!
  const outcome = await store.keepSchedule({ ...schedule, frameObject })
  if (outcome.state !== 'kept') throw new Error(outcome.state)
  return outcome.schedule
}
const names = async () => (await namesOf(client, '{j:*')).filter(name => /schedule|frame|dropped/.test(name))

t.test('small frames lie in Redis, large ones in objects, and both go with their schedule', async t => {
  const [small, large] = [await keptSchedule(store, ACCOUNT), await keptLarge()]
  t.same(await store.readScheduleFrame(small), [FRAME])
  t.same(
    (await store.readScheduleFrame(large)).map(chunk => Buffer.from(chunk)),
    LARGE,
  )
  t.equal(Number(await client.hget(jobKey(shard, 'schedule-bytes'), ACCOUNT)), small.bytes + large.bytes)
  for (const { scheduleId } of [small, large]) t.equal(await store.removeSchedule(ACCOUNT, scheduleId), 'removed')
  t.equal(await store.removeSchedule(ACCOUNT, large.scheduleId), 'unknown')
  t.equal(await store.removeDropped(shard), 1)
  t.same(files(), [])
  t.same(await names(), [])
})

t.test('a keep that is sent again, its reply lost, answers the same and counts once', async t => {
  const schedule = newSchedule(ACCOUNT)
  const [first, again] = [await store.keepSchedule(schedule), await store.keepSchedule(schedule)]
  t.same(again, first)
  t.equal(Number(await client.hget(jobKey(shard, 'schedule-bytes'), ACCOUNT)), schedule.bytes)
  await store.forgetSchedules(ACCOUNT)
  t.same(await names(), [])
})

t.test('what has expired is swept, with its object', async t => {
  const lasting = await keptLarge()
  await Promise.all([keptLarge(300), keptSchedule(store, ACCOUNT, { ttlMs: 300 })])
  await new Promise(resolve => setTimeout(resolve, 310))
  t.equal((await store.listSchedules(ACCOUNT, { cursor: null, limit: 10 })).heldBytes, lasting.bytes)
  t.equal(await store.sweepSchedules(shard), 2)
  await store.removeDropped(shard)
  t.equal(files().length, 1)
  t.equal(Number(await client.hget(jobKey(shard, 'schedule-bytes'), ACCOUNT)), lasting.bytes)
  t.match(await store.readSchedule(ACCOUNT, lasting.scheduleId), { frameObject: lasting.frameObject })

  await store.forgetSchedules(ACCOUNT)
  await store.removeDropped(shard)
})

t.test(
  'a process that dies between writing and keeping leaves nothing: chunks end by themselves, objects are swept, what is kept stays',
  async t => {
    const lasting = await keptLarge()
    const lost = newSchedule(ACCOUNT)
    await store.writeFrame(ACCOUNT, lost.scheduleId, LARGE)
    await store.writeFrame(ACCOUNT, newSchedule(ACCOUNT).scheduleId, [FRAME])
    const chunks = await namesOf(client, '*:frame:*')
    t.equal(chunks.length, 1)
    for (const name of chunks) t.ok((await client.pttl(name)) > 0)
    t.equal(files().length, 2)
    const old = new Date(Date.now() - 2 * HOUR_MS)
    for (const file of files()) utimesSync(file, old, old)
    t.equal(await store.sweepObjects('sweeper'), 1)
    t.same(
      (await store.readScheduleFrame(lasting)).map(chunk => Buffer.from(chunk)),
      LARGE,
    )
  },
)

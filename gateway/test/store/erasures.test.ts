/** Erased means erased: what is gone from Redis leaves its append-only files as well. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { keys } from '../../../shared/platform/redis/keys.ts'
import { mastersOf } from '../../../shared/platform/redis/masters.ts'
import { until } from '../../../shared/test/until.ts'
import { forgetErased, noteErasure } from '../../store/delete-account.ts'
import { startIdentityService } from '../helpers/identity.ts'

const MARK = 'Adelheid-Erasable'
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(name => statSync(name, { throwIfNoEntry: false })?.isFile())

t.test(
  'the name of a deleted user is in no file of Redis soon after, and files are not written anew for each',
  async t => {
    const service = await startIdentityService(t)
    const { redis } = service
    const log = { warn: () => t.fail('a rewrite failed') } as never
    const servers = await mastersOf(redis)
    const folders: string[] = []
    for (const server of servers) {
      await server.config('SET', 'appendonly', 'yes')
      await until('the first file is there', async () =>
        /^aof_rewrite_in_progress:0/m.test(await server.info('persistence')),
      )
      const [, folder] = (await server.config('GET', 'dir')) as [string, string]
      folders.push(folder)
    }
    /** A file of a rewrite may go away while it is looked at. */
    const isMarked = (file: string): boolean => {
      try {
        return readFileSync(file).includes(MARK)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
        throw error
      }
    }
    const holds = (): boolean => folders.flatMap(filesIn).some(isMarked)

    const bearer = await service.bearer('ada')
    await service.call('/api/v1/auth/signup', { body: { display_name: MARK }, headers: bearer })
    t.ok(holds())
    await forgetErased(redis, log, 60_000)
    t.ok(holds(), 'nothing was erased yet')
    t.equal((await service.call('/api/v1/auth/account', { method: 'DELETE', headers: bearer })).status, 204)
    t.ok(holds(), 'gone from Redis, and still in its file')
    await forgetErased(redis, log, 60_000)
    await until('it left the files', () => !holds())

    const rewritesOf = async (server: (typeof servers)[number]) =>
      Number(/^aof_rewrites:(\d+)/m.exec(await server.info('persistence'))?.[1])
    const rewrites = async () => (await Promise.all(servers.map(rewritesOf))).reduce((sum, count) => sum + count, 0)
    const before = await rewrites()
    for (let erasure = 0; erasure < 5; erasure++) {
      await noteErasure(redis)
      await forgetErased(redis, log, 60_000)
    }
    t.equal(await rewrites(), before, 'not so soon again')
    await forgetErased(redis, log, 60_000)
    const whenItsTimeHasCome = async () => {
      await redis.del(keys.erasuresRequested())
      await forgetErased(redis, log, 60_000)
    }
    await whenItsTimeHasCome()
    await until('but when its time has come', async () => (await rewrites()) === before + servers.length)
    await until('the new file is looked at', async () => {
      await forgetErased(redis, log, 60_000)
      return (await redis.get(keys.erasuresForgotten())) === (await redis.get(keys.erasures()))
    })
    await whenItsTimeHasCome()
    t.equal(await rewrites(), before + servers.length, 'and not again without an erasure')
  },
)

t.test('a gateway that ends before Redis has said that it writes leaves the erasure to the next one', async t => {
  const { redis } = await startIdentityService(t)
  const log = { warn: () => t.fail('a rewrite failed') } as never
  await noteErasure(redis)
  const dies = Object.assign(Object.create(redis), {
    set: async (...words: Parameters<typeof redis.set>) => {
      await redis.set(...words)
      throw new Error('the process ended')
    },
  })
  await t.rejects(forgetErased(dies, log, 60_000))
  await forgetErased(redis, log, 60_000)
  t.equal(await redis.get(keys.erasuresForgotten()), null)
  await redis.del(keys.erasuresRequested())
  await forgetErased(redis, log, 60_000)
  await until('the next one asks again and looks', async () => {
    await forgetErased(redis, log, 60_000)
    return (await redis.get(keys.erasuresForgotten())) === '1'
  })
})

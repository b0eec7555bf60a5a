/** T24: twice the capacity for so long. SHED_SECONDS: 300. On a Redis of its own, with TEST_REDIS=cluster on a cluster. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { dataFolder } from '../../../shared/test/data-folder.ts'
import { IS_CLUSTER, redisOfTest } from '../../../shared/test/redis-of-test.ts'

const seconds = process.env.SHED_SECONDS ?? '300'

t.test(
  `T24: twice the capacity for ${seconds} s: the rest is refused with Retry-After, the accepted are quick`,
  async t => {
    const run = fileURLToPath(new URL('../../run.ts', import.meta.url))
    const redis = IS_CLUSTER ? await redisOfTest(dataFolder(t)) : undefined
    t.teardown(() => redis?.stop())
    const child = spawn(process.execPath, [run, 'shed', '--json', '--seconds', seconds], {
      env: { ...process.env, ...(redis && { REDIS_URL: redis.url }) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.teardown(() => child.kill('SIGTERM'))
    let output = ''
    child.stdout.on('data', chunk => (output += chunk))
    const [code] = await once(child, 'close')
    const { isMet, sections } = JSON.parse(output)
    t.comment(JSON.stringify(sections))
    t.ok(isMet, 'all within the budget')
    t.equal(code, 0)
  },
)
